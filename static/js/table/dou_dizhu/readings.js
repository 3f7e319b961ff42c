// @ts-check
/** Owns what my choice is called, and which of its readings is meant when there are several. */
import { html } from "../../view.js";
import { readAs } from "./choice.js";
import { readingName } from "./order.js";

/** @param {{choice: any}} props */
export function Name({ choice: { cards, answer, readings, reading } }) {
  if (!answer) return null;
  if (!readings.length)
    return html`<p class=${`combination ${answer.name ? "" : "none"}`} role="status">${answer.name ?? "No combination"}</p>`;
  return html`<div class="readings" role="radiogroup" aria-label="Play it as">${readings.map(
    (option) =>
      html`<button type="button" role="radio" aria-checked=${option.reading === reading ? "true" : "false"} onClick=${() => readAs(option.reading)}>${readingName(option, cards.length)}</button>`,
  )}</div>`;
}
