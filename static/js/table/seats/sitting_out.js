// @ts-check
/** Owns the note at my own seat while I sit out: why, and how to return. */
import { chips } from "../../chips.js";
import { html } from "../../view.js";
import { serverNow } from "../store.js";
import { Button } from "../ui/button.js";

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

/** Too few chips to be dealt in: the least that helps, in one press. */
function Short({ you, actions }) {
  const { short_by: missing, wallet } = you;
  if (wallet < missing)
    return html`<p class="hero-note" role="status">You need ${chips(missing)} more chips to be dealt
      in. <a class="button small primary" href="/me/">Get free chips</a></p>`;
  const add = () => actions.tell({ type: "top_up", amount: missing });
  return html`<p class="hero-note"><${Button} look="small primary" onClick=${add}>Add
    ${" "}${chips(missing)} chips to be dealt in</${Button}></p>`;
}

/** @param {{state: any, actions: any}} props */
export function SittingOut({ state, actions }) {
  const { you } = state;
  const { rests, short_by: missing } = you;
  if (rests?.until > serverNow(state)) return html`<${BreakNotice} ...${rests} />`;
  if (missing > 0) return html`<${Short} you=${you} actions=${actions} />`;
  return html`<p class="hero-note">Sitting out <${Button} look="small primary"
    onClick=${actions.sitIn}>I'm back</${Button}></p>`;
}
