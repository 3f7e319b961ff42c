// @ts-check
/** Owns what stands at my own place while I sit out: why, come back, or bring chips first. */
import { html } from "../view.js";

const WHEN = /** @type {const} */ ({
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** My own break or limit, which nobody else is told of: no button makes it shorter. */
const OwnRest = ({ text, until }) =>
  html`<p class="hero-note" role="status">${text} <time
    datetime=${new Date(until).toISOString()}>(${new Date(until).toLocaleString([], WHEN)} your
    time)</time></p>`;

export function Resting({ rests, facts: { stack, person }, actions }) {
  if (rests && rests.until > Date.now()) return html`<${OwnRest} ...${rests} />`;
  const broke = stack <= 0 && !person.for_points;
  return html`<p class="hero-note">${broke ? "No chips left" : "Sitting out"} <button type="button"
    class="button small primary" onClick=${broke ? () => actions.open("topup") : actions.sitIn}>
    ${broke ? "Add chips" : "I'm back"}</button></p>`;
}
