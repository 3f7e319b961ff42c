// @ts-check
/**
 * Owns the middle of a hold'em table: board or boards, pots, bets; the result comes with its first.
 */

import { chips, chipsSvg } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { Card } from "../felt/card.js";
import { Pile, SidePots } from "../felt/middle.js";
import { playing } from "../store.js";
import { later } from "../ui/later.js";
import { shown } from "./amounts.js";
import { betPlaces } from "./layout.js";
import { winningCards } from "./winning.js";

function Board({ cards, rabbit = [], best, board = 1 }) {
  const codes = [...cards, ...rabbit].slice(0, 5);
  const args = { board, count: cards.length, cards: cardsInWords(cards) };
  return html`<div class="board" role="img" aria-label=${text("holdem.board", args)}>
    ${Array.from({ length: 5 }, (_, i) => {
      const code = codes[i];
      const ghost = i >= cards.length;
      const raised = best.has(code) && !ghost;
      return html`<span key=${i} class=${`spot ${code && ghost ? "ghost" : ""}`}>
        ${
          code &&
          html`<${Card} key=${code} code=${code} index=${i < 3 ? i : 0} raised=${raised}
        dim=${best.size > 0 && !raised && !ghost} />`
        }
      </span>`;
    })}
  </div>`;
}

const Result = later(() => import("./result.js").then((m) => m.Result));

export function Middle({ state, name }) {
  const { view } = state.hand;
  const settled = !playing(state);
  const best = (board) => (settled ? winningCards(view, board) : new Set());
  const figure = (amount) => shown(state, amount, chips);
  const twice = view.board2.length > 0;
  return html`<div class=${`boards ${twice ? "twice" : ""} ${state.running ? "awaited" : ""}`}>
    <div class="pot above">
      ${
        settled
          ? html`<span class="pot-place" data-pot></span>`
          : html`<${Pile} amount=${view.pot} shown=${figure} />
      <${SidePots} pots=${view.pots} shown=${figure} />`
      }
    </div>
    <${Board} cards=${view.board} rabbit=${view.rabbit} best=${best(1)} />
    ${twice && html`<${Board} cards=${view.board2} best=${best(2)} board=${2} />`}
    <div class="below">${settled && html`<${Result} state=${state} name=${name} />`}</div>
  </div>`;
}

/** Chips in front of each seat: what it has bet on this street. */
export function Felt({ state, where, tall }) {
  const spots = betPlaces(where, state.you?.seat ?? null, tall);
  return html`<ol class="bets" aria-hidden="true">
    ${state.hand.view.seats.map(({ seat, bet }) => {
      const spot = spots[seat];
      return (
        spot &&
        html`<li key=${seat} data-bet=${seat}
          class=${`wager ${spot.side ?? ""} ${bet > 0 ? "" : "none"}`}
          style=${{ left: `${spot.x}%`, top: `calc(${spot.y}% * var(--rows))` }}>
        ${
          bet > 0 &&
          html`<span class="stack-of"
        dangerouslySetInnerHTML=${{ __html: chipsSvg(bet, 2, 3) }}></span>
        <b class="num" title=${chips(bet)}>${shown(state, bet)}</b>`
        }</li>`
      );
    })}
  </ol>`;
}
