// @ts-check
/** Owns the panel that shows the previous round. */

import { text } from "../../messages.js";
import { choose as prefer } from "../../settings.js";
import { html } from "../../view.js";
import { byCount } from "./order.js";
import { Spread } from "./spread.js";
import { combinationTitle } from "./words.js";

/** @param {{state: any, name: (seat: number) => string}} props */
export function LastRound({ state, name }) {
  const close = () => {
    state.lastRound = null;
    prefer({});
  };
  return html`<section class="before" aria-label=${text("dou_dizhu.last_round")}>
    <header><h2>${text("dou_dizhu.last_round")}</h2>
    <button type="button" class="icon-button" aria-label=${text("table.close")}
    onClick=${close}>×</button></header>
    <ol>${state.hand.view.before.map(
      (move) =>
        html`<li><b>${name(move.seat)}</b>${
          move.cards.length
            ? html`<${Spread}
          codes=${byCount(move.cards)} /><small>${combinationTitle(move.category)}</small>`
            : html`<small>${text("dou_dizhu.passed")}</small>`
        }
          </li>`,
    )}</ol>
  </section>`;
}
