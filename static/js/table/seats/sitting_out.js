// @ts-check
/** Owns the note at my own seat while I sit out: why, and how to return. */
import { text } from "../../messages.js";
import { moment } from "../../moments.js";
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
const BreakNotice = ({ text: said, until }) =>
  html`<p class="hero-note" role="status">${said} <time datetime=${new Date(until).toISOString()}>
    ${text("table.your_time", { time: moment(until, WHEN) })}</time></p>`;

/** Too few chips to be dealt in: the least that helps, in one press. */
function Short({ you, actions }) {
  const { short_by: missing, wallet } = you;
  if (wallet < missing)
    return html`<p class="hero-note" role="status">${text("table.too_few", { missing })}${" "}
      <a class="button small primary" href="/me/">${text("table.free_chips")}</a></p>`;
  const add = () => actions.tell({ type: "top_up", amount: missing });
  return html`<p class="hero-note"><${Button} look="small primary" onClick=${add}>
    ${text("table.add_missing", { missing })}</${Button}></p>`;
}

/** @param {{state: any, actions: any}} props */
export function SittingOut({ state, actions }) {
  const { you } = state;
  const { rests, short_by: missing } = you;
  if (rests?.until > serverNow(state)) return html`<${BreakNotice} ...${rests} />`;
  if (missing > 0) return html`<${Short} you=${you} actions=${actions} />`;
  return html`<p class="hero-note">${text("table.away.sitting_out")}${" "}
    <${Button} look="small primary" onClick=${actions.sitIn}>${text("table.back")}</${Button}></p>`;
}
