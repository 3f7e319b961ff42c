// @ts-check
/** Owns the form with which the reader of the demonstration changes one card. */
import { cardWords } from "../../faces.js";
import { html, useState } from "../../view.js";
import { COVERS } from "./forgeries.js";
import { textOf } from "./story.js";
import { placeName } from "./table.js";

const SUITS = ["clubs", "diamonds", "hearts", "spades"];
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
    html`<optgroup label=${name}>${Array.from({ length: RANKS_COUNT }, (_, r) => {
      const one = r * 4 + s;
      return html`<option value=${one} selected=${one === card}>${cardWords(textOf(one))}</option>`;
    })}</optgroup>`;
  const wasDealt = cardWords(textOf(dealtTo(sample, place, index)));
  return html`<h2 id="editor-title">Change a card yourself</h2>
    <form class="cheat-editor" onSubmit=${submit}>
      <div class="field"><label for="cheat-place">Which card</label>
        <select id="cheat-place" aria-describedby="cheat-dealt" onChange=${move}>${places.map(
          ([one, i], n) =>
            html`<option value=${n} selected=${n === at}>${placeName(sample, one, i)}</option>`,
        )}</select><div class="help" id="cheat-dealt">It was dealt as ${wasDealt}.</div></div>
      <div class="field"><label for="cheat-card">Show it as</label>
        <select id="cheat-card" onChange=${(event) => setCard(Number(chosen(event)))}>
          ${SUITS.map(suit)}</select></div>
      <div class="field"><label for="cheat-cover">Cover-up</label>
        <select id="cheat-cover" onChange=${(event) => setCover(chosen(event))}>${Object.entries(
          COVERS,
        ).map(
          ([key, text]) => html`<option value=${key} selected=${key === cover}>${text}</option>`,
        )}</select></div>
      <div><button class="button primary">Deal it</button></div>
    </form>`;
}
