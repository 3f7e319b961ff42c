// @ts-check
/** Owns the result of a hand: each of my bets on a line, or one line per seat for spectators. */

import { signed, text } from "../../messages.js";
import { html } from "../../view.js";
import { NextHand } from "../felt/outcome.js";
import { balanceOf } from "../sentences.js";
import { mySeat } from "../store.js";
import { netText, odds, paidTitle } from "./words.js";

const MARKS = { won: "▲", lost: "▼", even: "=" };

/** A line with its figure; mark, sign and colour say the same. */
const Line = ({ title, pays, net }) =>
  html`<li class=${balanceOf(net)}><i aria-hidden="true">${MARKS[balanceOf(net)]}</i>${" "}
    <span>${title}${net > 0 && pays && html`<small class="num"> · ${odds(pays)}</small>`}</span>
    ${" "}<b class="num">${signed(net)}</b></li>`;

/** @param {{state: any, name: (seat: number) => string}} props */
export function Result({ state, name }) {
  const { seats, result } = state.hand.view;
  const mine = seats.find(({ seat, pays }) => seat === mySeat(state) && pays?.length);
  const lines = mine
    ? mine.pays.map((line) => ({ ...line, title: paidTitle(line) }))
    : seats.filter(({ pays }) => pays?.length).map(({ seat, net }) => ({ title: name(seat), net }));
  const none = result.ended_by === "no_bets" ? text("dealer_teen_patti.no_bets") : "";
  return html`<div class="result slip">
    ${
      lines.length
        ? html`<ol>${lines.map((line, i) => html`<${Line} key=${i} ...${line} />`)}
    </ol>`
        : html`<p class="with quiet">${none}</p>`
    }
    ${mine && html`<p class=${`total ${balanceOf(mine.net)}`}>${netText(mine.net)}</p>`}
    <${NextHand} state=${state} />
  </div>`;
}
