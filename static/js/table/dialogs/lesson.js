// @ts-check
/** Owns what the host of a teaching table does with its hands. */
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { nameOf, playing } from "../store.js";
import { Button } from "../ui/button.js";
import { Problem, Switch, useSend } from "./parts.js";

/** The places for which I can set cards: the taken seats, and the middle of the table. */
const placesOf = ({ table, you }) =>
  you.next_cards.filter(
    ({ place }) => !/\d/.test(place) || table.seats.some((one) => one?.seat === Number(place)),
  );

const labelOf = (state, place) =>
  /\d/.test(place) ? nameOf(state, Number(place)) : text("table.lesson.place", { place });

function Cards({ state, actions }) {
  const { error, busy, send } = useSend(actions);
  const [places] = useState(() => placesOf(state));
  const submit = (event) => {
    event.preventDefault();
    send({ type: "set_cards", cards: Object.fromEntries(new FormData(event.target)) });
  };
  return html`<form class="stack set-cards" onSubmit=${submit}>
    <h3>${text("table.lesson.cards")}</h3>
    <p class="soft">${text("table.lesson.about_cards")}</p>
    ${places.map(
      ({ place, size, cards }) =>
        html`<label class="field"><span>${labelOf(state, place)}</span><input name=${place}
      value=${cards.join(" ")} maxlength=${4 * size} autocapitalize="none" autocomplete="off"
      spellcheck=${false} /></label>`,
    )}
    <${Problem} text=${error} />
    <button class="button primary wide" disabled=${busy}>${text("table.lesson.set_cards")}</button>
  </form>`;
}

/** @param {{state: any, actions: any}} props */
export function Lesson({ state, actions }) {
  const { error, busy, send } = useSend(actions);
  const { table, hand } = state;
  const stopped = table.state === "paused";
  const live = playing(state);
  return html`${
    live &&
    html`<div class="choices two">
    <${Button} look="primary" disabled=${busy}
    onClick=${() => send({ type: stopped ? "resume" : "pause" })}>
    ${text(stopped ? "table.lesson.go_on" : "table.lesson.stop")}</${Button}>
    <${Button} look="quiet" disabled=${busy || !hand.seq}
    onClick=${() => send({ type: "step_back", hand: hand.id, seq: hand.seq })}>
    ${text("table.lesson.step_back")}</${Button}></div>`
  }<${Problem} text=${error} />
    <ul class="menu-list"><${Switch} on=${table.open_hands} label=${text("table.lesson.open_hands")}
    what=${() => actions.tell({ type: "open_hands", on: !table.open_hands })} /></ul>
    <${Cards} state=${state} actions=${actions} />`;
}
