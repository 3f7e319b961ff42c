// @ts-check
/** Owns the form with which the reader of the demonstration changes one card. */
import { cardWords } from "../../faces.js";
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { COVERS } from "./forgeries.js";
import { textOf } from "./story.js";
import { placeName } from "./table.js";

const SUITS = ["c", "d", "h", "s"];
const RANKS_COUNT = 13;

/** The card that was dealt to a place. */
const dealtTo = (sample, place, index) =>
  (place === "board1" ? sample.board : sample.hole(place))[index];

function placesOf(sample) {
  const board = sample.board.map((_, index) => ["board1", index]);
  return [
    ...sample.seats.flatMap((seat) => [
      [seat, 0],
      [seat, 1],
    ]),
    ...board,
  ];
}

export function Editor({ sample, edited, edit, deal }) {
  const [card, setCard] = useState(sample.helpingRiver);
  const [cover, setCover] = useState("none");
  const places = placesOf(sample);
  const { place, index } = edited;
  const at = places.findIndex(([one, i]) => one === place && i === index);
  const submit = (event) => {
    event.preventDefault();
    deal({ place, index, card, cover });
  };
  const chosen = ({ currentTarget }) => currentTarget.value;
  const move = (event) => {
    const [one, i] = places[Number(chosen(event))];
    edit({ place: one, index: i });
  };
  const suit = (name, s) =>
    html`<optgroup label=${text("fair.editor.suit", { suit: name })}>${Array.from(
      { length: RANKS_COUNT },
      (_, r) => {
        const one = r * 4 + s;
        const name = cardWords(textOf(one));
        return html`<option value=${one} selected=${one === card}>${name}</option>`;
      },
    )}</optgroup>`;
  const wasDealt = cardWords(textOf(dealtTo(sample, place, index)));
  return html`<h2 id="editor-title">${text("fair.editor.title")}</h2>
    <form class="cheat-editor" onSubmit=${submit}>
      <div class="field"><label for="cheat-place">${text("fair.editor.which")}</label>
        <select id="cheat-place" aria-describedby="cheat-dealt" onChange=${move}>${places.map(
          ([one, i], n) =>
            html`<option value=${n} selected=${n === at}>${placeName(sample, one, i)}</option>`,
        )}</select><div class="help" id="cheat-dealt">
          ${text("fair.editor.dealt", { card: wasDealt })}</div></div>
      <div class="field"><label for="cheat-card">${text("fair.editor.show")}</label>
        <select id="cheat-card" onChange=${(event) => setCard(Number(chosen(event)))}>
          ${SUITS.map(suit)}</select></div>
      <div class="field"><label for="cheat-cover">${text("fair.editor.cover")}</label>
        <select id="cheat-cover" onChange=${(event) => setCover(chosen(event))}>${COVERS.map(
          (key) =>
            html`<option value=${key} selected=${key === cover}
            >${text(`fair.cover.${key}`)}</option>`,
        )}</select></div>
      <div><button class="button primary">${text("fair.editor.deal")}</button></div>
    </form>`;
}
