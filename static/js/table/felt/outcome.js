// @ts-check
/** Owns the parts of a result that games share: the winners, my net result, what comes next. */
import { listed, text } from "../../messages.js";
import { html } from "../../view.js";
import { balanceOf } from "../sentences.js";
import { nextHandAt } from "../store.js";
import { cutMissing, NextHandIn } from "./clock.js";

/** "You win", "Asha wins", "Asha and Binod split". */
export function winners(state, { winners: seats }, name) {
  const who = seats.length > 1 ? "several" : seats[0] === state.you?.seat ? "me" : "other";
  return text("table.winner", { who, names: listed(seats.map(name)) });
}

/** My net result of the hand. */
export function Net({ state }) {
  const my = state.hand.view.result.net.find(([seat]) => seat === state.you?.seat);
  return (
    my &&
    html`<p class="net num">${text("table.net", { balance: balanceOf(my[1]), net: my[1] })}</p>`
  );
}

/** The countdown to the next hand, or the reason for waiting. */
export function NextHand({ state }) {
  const next = nextHandAt(state);
  if (next || cutMissing(state))
    return html`<p class="next"><${NextHandIn} until=${next} state=${state} /></p>`;
  const { waiting } = state.table;
  return waiting && !state.boot.replay ? html`<p class="next">${waiting}</p>` : null;
}
