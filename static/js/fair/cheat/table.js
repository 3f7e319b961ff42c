// @ts-check
/** Owns the small table of the demonstration: seats, board, and cards that can be changed. */
import { cardWords } from "../../faces.js";
import { html } from "../../view.js";
import { textOf } from "./story.js";

const ORDINALS = ["first", "second", "third", "fourth", "fifth"];

/** The name of a card's place. @param {import("./story.js").Sample} sample */
export function placeName(sample, place, index) {
  if (place === "board1") return `${ORDINALS[index]} board card`;
  const owner = place === sample.me ? "your" : `${nameOf(sample, place)}'s`;
  return `${owner} ${ORDINALS[index]} card`;
}

export const nameOf = ({ record }, seat) => record.seats.find((one) => one.seat === seat).name;

function Card({ sample, place, index, shown: { card, isFalse }, change }) {
  const code = card === null ? "??" : textOf(card);
  const what = card === null ? "not shown" : cardWords(code);
  const label = `${placeName(sample, place, index)}: ${what}${isFalse ? ", false" : ""}. Change it`;
  return html`<button type="button" class="cheat-card" data-false=${isFalse} aria-label=${label}
    onClick=${() => change(place, index)}>
    <ch-cards key=${code} codes=${code} small></ch-cards></button>`;
}

function Cards({ sample, place, table, change }) {
  return html`<div class="cheat-cards">${table.cards.get(place).map(
    (shown, index) => html`<${Card} key=${index} sample=${sample} place=${place} index=${index}
      shown=${shown} change=${change} />`,
  )}</div>`;
}

function Seat({ sample, seat, table, change }) {
  const isMe = seat === sample.me;
  const role = seat === sample.friend ? "house's friend" : "";
  const wins = table.winner === seat;
  return html`<div class="cheat-seat" data-mine=${isMe} data-wins=${wins}>
    <${Cards} sample=${sample} place=${seat} table=${table} change=${change} />
    <p><b>${isMe ? "You" : nameOf(sample, seat)}</b>
      ${role && html`<br /><small>${role}</small>`}<br />
      <small class="num">${table.stacks.get(seat).toLocaleString("en")} chips</small>
      ${wins && html`<br /><span class="badge gold">wins ${table.pot}</span>`}</p>
  </div>`;
}

export function Table({ sample, table, change }) {
  const others = sample.seats.filter((seat) => seat !== sample.me);
  const seat = (one) => html`<${Seat} key=${one} sample=${sample} seat=${one} table=${table}
    change=${change} />`;
  return html`<div class="cheat-table">
    <div class="cheat-others">${others.map(seat)}</div>
    <${Cards} sample=${sample} place="board1" table=${table} change=${change} />
    ${seat(sample.me)}
  </div>`;
}
