// @ts-check
/** Owns the parts of the felt's middle that games share: pile and pots. */
import { chips, chipsSvg } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";

/** The chips of the pot with their figure. @param {{amount: number, shown?: any}} props */
export const Pile = ({ amount, shown = chips }) => html`
  <span class="pile" data-pot dangerouslySetInnerHTML=${{ __html: chipsSvg(amount, 5, 5) }}></span>
  <span class="pot-amount"><span class="word">${text("table.pot.all")}</span>
  ${" "}<b class="num" title=${chips(amount)}>${shown(amount)}</b>
  </span>`;

/** Main and side pots by name, when there are several. */
export const SidePots = ({ pots, shown = chips }) =>
  pots?.length > 1 &&
  html`<ol class="side-pots">${pots.map(
    (pot, i) => html`<li>
    ${text("table.pot.short", { number: i })} <b class="num">${shown(pot.amount)}</b></li>`,
  )}</ol>`;
