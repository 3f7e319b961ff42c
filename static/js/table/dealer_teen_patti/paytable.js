// @ts-check
/** Owns the pay table printed on the felt: how the dealer qualifies, and what each line pays. */
import { withElements } from "../../elements.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { sidesOf } from "./bets.js";
import { lineTitle, odds } from "./words.js";

const WHOLE = /^\d+$/;
/** The longest column is in the middle, where there is most room. */
const COLUMNS = ["bonus", "six_card", "pair_plus"];

/** Odds to one, of which narrow columns leave all but the figure out. @param {string} pays */
const toOne = (pays) =>
  withElements("dealer_teen_patti.odds", { over: html`<b>${pays}</b>`, under: "1" }).map((part) =>
    part.type ? part.props.children : html`<span class="to-1">${part}</span>`,
  );

/** Lines of the pay table by their bet; what pays the same as the line before is not repeated. */
const of = (view, bet) => view.pay_table.lines.filter((line) => line.bet === bet);
const plainOf = (view, bet) =>
  of(view, bet).filter(({ pays }, i, all) => i === 0 || pays !== all[i - 1].pays);

/** @param {{view: any}} props */
export function PayTable({ view }) {
  const live = ["ante", "raise", "bonus", ...sidesOf(view)];
  const plain = ["ante", "raise", "tie_bet"].filter((bet) => live.includes(bet));
  const columns = COLUMNS.filter((bet) => live.includes(bet) && of(view, bet).length);
  const needs = text(`dealer_teen_patti.needs.${view.pay_table.qualifier}`);
  return html`<section class=${`pay-table many-${columns.length}`}
    aria-label=${text("dealer_teen_patti.pay_table")}>
    <svg class="arc" viewBox="0 0 620 62" aria-hidden="true">
    <path id="pay-arc" d="M8 14Q310 84 612 14" />
    <text><textPath href="#pay-arc" startOffset="50%">${needs}</textPath>
    </text></svg>
    <p class="visually-hidden">${needs}</p>
    <p class="plain">
    ${plain
      .flatMap((bet) => plainOf(view, bet))
      .map(
        ({ bet, line, pays }) => html`<span>
    ${lineTitle(bet, line)} <b class="num">${odds(pays)}</b></span>${" "}`,
      )}</p>
    <div class="columns">${columns.map(
      (bet) =>
        html`<dl key=${bet}><div class="title">
        <dt>${text(`dealer_teen_patti.column.${bet}`)}</dt></div>${of(view, bet).map(
          ({ line, pays }) =>
            html`<div><dt>${lineTitle(bet, line)}</dt><dd class="num">
              ${WHOLE.test(pays) ? toOne(pays) : odds(pays)}</dd>
              </div>`,
        )}</dl>`,
    )}</div>
  </section>`;
}
