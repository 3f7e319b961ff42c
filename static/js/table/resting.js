// @ts-check
/** Owns what stands at my own place while I sit out: come back, or bring chips first. */
import { html } from "../view.js";

export function Resting({ facts: { stack, person }, actions }) {
  const broke = stack <= 0 && !person.for_points;
  return html`<p class="hero-note">${broke ? "No chips left" : "Sitting out"} <button type="button" class="button small primary" onClick=${broke ? () => actions.open("topup") : actions.sitIn}>${broke ? "Add chips" : "I'm back"}</button></p>`;
}
