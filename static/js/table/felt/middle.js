// @ts-check
/** Owns the parts of the felt's middle that games share: pile and pots. */
import { chips, chipsSvg } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";

/** The chips of the pot with their figure. @param {{amount: number}} props */
export const Pile = ({ amount }) => html`
  <span class="pile" data-pot dangerouslySetInnerHTML=${{ __html: chipsSvg(amount, 5, 5) }}></span>
  <span class="pot-amount"><span class="word">${text("table.pot.all")}</span>
  ${" "}<b class="num">${chips(amount)}</b>
  </span>`;

/** Main and side pots by name, when there are several. */
export const SidePots = ({ pots }) =>
  pots?.length > 1 &&
  html`<ol class="side-pots">${pots.map(
    (pot, i) => html`<li>
    ${text("table.pot.short", { number: i })} <b class="num">${chips(pot.amount)}</b></li>`,
  )}</ol>`;
