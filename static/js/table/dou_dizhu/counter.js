// @ts-check
/** Owns the strip that counts, rank by rank, the cards the others still hold. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { ownCards } from "./choice.js";
import { counts, rankName } from "./order.js";

/** How many cards of a rank there are in the game: of the 13 ranks, and of each joker. */
const OF_ALL = { 3: [4, 1], 4: [8, 2] };
/** @param {{seats: any[]}} view @param {number} i */
const all = ({ seats }, i) => OF_ALL[seats.length][i < 13 ? 0 : 1];

/**
 * How many cards of each rank the others hold. The kitty needs no special case: nobody knows it
 * before it is taken, and afterwards its cards are in a hand or played.
 * @param {{played: number[], seats: any[]}} view @param {string[]} mine
 */
export function stillOut(view, mine) {
  const own = counts(mine);
  return view.played.map((played, i) => Math.max(0, all(view, i) - played - own[i]));
}

/** @param {{state: any}} props */
export function Counter({ state }) {
  const { view } = state.hand;
  const out = stillOut(view, ownCards(state));
  return html`<ol class="counter num" aria-label=${text("dou_dizhu.counter")}>${out
    .map((n, i) => ({ n, i }))
    .reverse()
    .map(({ n, i }) => {
      const name =
        i > 12
          ? html`<i class=${i > 13 ? "big" : "small"}>
            ${text(i > 13 ? "dou_dizhu.counted.big" : "dou_dizhu.counted.small")}</i>`
          : rankName(i);
      return html`<li key=${i} class=${n === 0 ? "gone" : n === all(view, i) ? "all" : ""}>
        <span>${name}</span><b>${n}</b></li>`;
    })}</ol>`;
}
