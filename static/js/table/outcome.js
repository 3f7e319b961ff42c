// @ts-check
/** Owns the parts of a result that games share: who won, what it brought me, what comes next. */
import { chips } from "../chips.js";
import { html } from "../view.js";
import { Countdown } from "./clock.js";
import { nextHandAt } from "./store.js";

/** "You win", "Asha wins", "Asha and Binod split". */
export function winners(state, { winners: seats }, name) {
  if (seats.length > 1) return `${seats.map(name).join(" and ")} split`;
  return seats[0] === state.you?.seat ? "You win" : `${name(seats[0])} wins`;
}

/** What the hand brought me. */
export function Net({ state }) {
  const my = state.hand.view.result.net.find(([seat]) => seat === state.you?.seat);
  return (
    my &&
    html`<p class="net num">
      ${my[1] >= 0 ? `You are up ${chips(my[1])}` : `You are down ${chips(-my[1])}`}</p>`
  );
}

/** When the next hand comes, or what it waits for. */
export function NextHand({ state }) {
  const next = nextHandAt(state);
  if (next)
    return html`<p class="next">Next hand in <${Countdown} until=${next} state=${state} /></p>`;
  const { waiting } = state.table;
  return waiting && !state.boot.replay ? html`<p class="next">${waiting}</p>` : null;
}
