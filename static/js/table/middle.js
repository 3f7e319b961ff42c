// @ts-check
/** Owns the parts of the felt's middle that games share: pile, pots, who won, what comes next. */
import { chips, chipsSvg } from "../chips.js";
import { html } from "../view.js";
import { Countdown } from "./clock.js";

/** The chips of the pot with their figure. @param {{amount: number}} props */
export const Pile = ({ amount }) => html`
  <span class="pile" data-pot dangerouslySetInnerHTML=${{ __html: chipsSvg(amount, 5, 5) }}></span>
  <span class="pot-amount"><span class="word">Pot</span> <b class="num">${chips(amount)}</b></span>`;

/** Main and side pots by name, when there are several. */
export const SidePots = ({ pots }) =>
  pots?.length > 1 &&
  html`<ol class="side-pots">${pots.map((pot, i) => html`<li>${i === 0 ? "Main" : `Side ${i}`} <b class="num">${chips(pot.amount)}</b></li>`)}</ol>`;

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
    html`<p class="net num">${my[1] >= 0 ? `You are up ${chips(my[1])}` : `You are down ${chips(-my[1])}`}</p>`
  );
}

export const NextHand = ({ state }) =>
  state.hand.next_at &&
  html`<p class="next">Next hand in <${Countdown} until=${state.hand.next_at} state=${state} /></p>`;
