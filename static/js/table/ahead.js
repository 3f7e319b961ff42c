// @ts-check
/** Owns what is chosen before my turn: one wish at a price, and why the last one died. */
import { html, useState } from "../view.js";

/** @typedef {{wish: string, label: string, price: any, at: string}} Armed */

/**
 * The wish chosen ahead, if any. A game says what holds it and what it does (`useArmed`).
 * @param {any} price what it was chosen at @param {string} at the moment it is for
 */
export function useAhead(price, at) {
  const [armed, arm] = useState(/** @type {any} */ (null));
  const [dead, bury] = useState({ at: "", text: "" });
  const toggle = (wish, label) => arm(armed?.wish === wish ? null : { wish, label, price, at });
  return {
    armed,
    toggle,
    drop: () => arm(null),
    die: (text) => {
      arm(null);
      bury({ at: `${at}/${price}`, text });
    },
    dead: dead.at === `${at}/${price}` && !armed ? dead.text : "",
  };
}

/** The wishes to choose from. @param {{ahead: any, wishes: [string, string][]}} props */
export function Ahead({ ahead, wishes }) {
  return html`<div class="ahead" role="group" aria-label="Chosen ahead">${wishes.map(
    ([wish, label]) => {
      const on = ahead.armed?.wish === wish;
      return html`<button type="button" class=${`wish ${on ? "on" : ""}`}
        aria-pressed=${on ? "true" : "false"} onClick=${() => ahead.toggle(wish, label)}>
        <i aria-hidden="true"></i>${label}</button>`;
    },
  )}</div>`;
}
