// @ts-check
/** Owns an action chosen ahead of my turn at a price, and why the last one was cancelled. */
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";

/** @typedef {{wish: string, label: string, price: any, at: string}} Armed */

/**
 * The action chosen ahead, if any. The game decides when it holds and what it does (`useArmed`).
 * @param {any} price the price it was chosen at @param {string} at the state it was chosen for
 */
export function useAhead(price, at) {
  const [armed, arm] = useState(/** @type {any} */ (null));
  const [cancelled, setCancelled] = useState({ at: "", why: "" });
  const toggle = (wish, label) => arm(armed?.wish === wish ? null : { wish, label, price, at });
  return {
    armed,
    toggle,
    drop: () => arm(null),
    cancel: (why) => {
      arm(null);
      setCancelled({ at: `${at}/${price}`, why });
    },
    cancelled: cancelled.at === `${at}/${price}` && !armed ? cancelled.why : "",
  };
}

/** The actions to choose from. @param {{ahead: any, wishes: [string, string][]}} props */
export function Ahead({ ahead, wishes }) {
  return html`<div class="ahead" role="group" aria-label=${text("table.chosen_ahead")}>${wishes.map(
    ([wish, label]) => {
      const on = ahead.armed?.wish === wish;
      return html`<button type="button" class=${`wish ${on ? "on" : ""}`}
        aria-pressed=${on} onClick=${() => ahead.toggle(wish, label)}>
        <i aria-hidden="true"></i>${label}</button>`;
    },
  )}</div>`;
}
