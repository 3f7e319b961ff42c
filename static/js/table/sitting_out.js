// @ts-check
/** Owns the note at my own seat while I sit out: why, and how to return. */
import { html } from "../view.js";
import { Button } from "./button.js";

const WHEN = /** @type {const} */ ({
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** My own break or limit, which nobody else sees and no button ends early. */
const BreakNotice = ({ text, until }) =>
  html`<p class="hero-note" role="status">${text} <time
    datetime=${new Date(until).toISOString()}>(${new Date(until).toLocaleString([], WHEN)} your
    time)</time></p>`;

export function SittingOut({ rests, facts: { stack, person }, actions }) {
  if (rests && rests.until > Date.now()) return html`<${BreakNotice} ...${rests} />`;
  const broke = stack <= 0 && !person.for_points;
  const back = broke ? () => actions.open("topup") : actions.sitIn;
  return html`<p class="hero-note">${broke ? "No chips left" : "Sitting out"} <${Button}
    look="small primary" onClick=${back}>${broke ? "Add chips" : "I'm back"}</${Button}></p>`;
}
