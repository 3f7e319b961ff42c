// @ts-check
/** Owns the small table of the demonstration: seats, board, and cards that can be changed. */
import { cardWords } from "../../faces.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { textOf } from "./story.js";

/** The name of a card's place. @param {import("./story.js").Sample} sample */
export function placeName(sample, place, index) {
  if (place === "board1") return text("fair.place.board", { index });
  if (place === sample.me) return text("fair.place.mine", { index });
  return text("fair.place.other", { index, name: nameOf(sample, place) });
}

export const nameOf = ({ record }, seat) => record.seats.find((one) => one.seat === seat).name;

function Card({ sample, place, index, shown: { card, isFalse }, change }) {
  const code = card === null ? "??" : textOf(card);
  const label = text("fair.cheat.card", {
    place: placeName(sample, place, index),
    shown: card !== null,
    card: cardWords(code),
    is_false: isFalse,
  });
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
  const isFriend = seat === sample.friend;
  const wins = table.winner === seat;
  return html`<div class="cheat-seat" data-mine=${isMe} data-wins=${wins}>
    <${Cards} sample=${sample} place=${seat} table=${table} change=${change} />
    <p><b>${isMe ? text("fair.cheat.you") : nameOf(sample, seat)}</b>
      ${isFriend && html`<br /><small>${text("fair.cheat.friend")}</small>`}<br />
      <small class="num">${text("fair.cheat.stack", { chips: table.stacks.get(seat) })}</small>
      ${
        wins &&
        html`<br /><span class="badge gold">${text("fair.cheat.wins", { chips: table.pot })}</span>`
      }</p>
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
