// @ts-check
/** Owns the pay table printed on the felt: how the dealer qualifies, and what each line pays. */
import { html } from "../../view.js";
import { sidesOf } from "./bets.js";
import { lineTitle, odds } from "./words.js";

const NEEDS = {
  always: "Dealer always plays",
  jack_high: "Dealer plays with jack high",
  queen_high: "Dealer plays with queen high",
  king_high: "Dealer plays with king high",
  ace_high: "Dealer plays with ace high",
  pair: "Dealer plays with a pair",
};
const WHOLE = /^\d+$/;
/** The longest column is in the middle, where there is most room. */
const COLUMNS = { bonus: "Ante bonus", six_card: "Six-card", pair_plus: "Pair Plus" };

/** Lines of the pay table by their bet; what pays the same as the line before is not repeated. */
const of = (view, bet) => view.pay_table.lines.filter((line) => line.bet === bet);
const plainOf = (view, bet) =>
  of(view, bet).filter(({ pays }, i, all) => i === 0 || pays !== all[i - 1].pays);

/** @param {{view: any}} props */
export function PayTable({ view }) {
  const live = ["ante", "raise", "bonus", ...sidesOf(view)];
  const plain = ["ante", "raise", "tie_bet"].filter((bet) => live.includes(bet));
  const columns = Object.entries(COLUMNS).filter(
    ([bet]) => live.includes(bet) && of(view, bet).length,
  );
  return html`<section class=${`pay-table many-${columns.length}`} aria-label="Pay table">
    <svg class="arc" viewBox="0 0 620 62" aria-hidden="true">
    <path id="pay-arc" d="M8 14Q310 84 612 14" />
    <text><textPath href="#pay-arc" startOffset="50%">${NEEDS[view.pay_table.qualifier]}</textPath>
    </text></svg>
    <p class="visually-hidden">${NEEDS[view.pay_table.qualifier]}</p>
    <p class="plain">
    ${plain
      .flatMap((bet) => plainOf(view, bet))
      .map(
        ({ bet, line, pays }) => html`<span>
    ${lineTitle(bet, line)} <b class="num">${odds(pays)}</b></span>${" "}`,
      )}</p>
    <div class="columns">${columns.map(
      ([bet, title]) =>
        html`<dl key=${bet}><div class="title"><dt>${title}</dt></div>${of(view, bet).map(
          ({ line, pays }) =>
            html`<div><dt>${lineTitle(bet, line)}</dt><dd class="num">
              ${WHOLE.test(pays) ? html`${pays}<span class="to-1"> to 1</span>` : odds(pays)}</dd>
              </div>`,
        )}</dl>`,
    )}</div>
  </section>`;
}
