// @ts-check
/** Owns the note over my cards: autoplay is on, or what I wait for. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { playing } from "../store.js";

/** @param {{state: any, facts: any, actions: any}} props */
export function Note({ state, facts: { person, inHand }, actions }) {
  if (person?.status !== "sitting_out")
    return html`<p class="ddz-note">${text("dou_dizhu.dealt_in_next")}</p>`;
  if (person.stack <= 0 && !person.for_points && !inHand)
    return html`<button type="button" class="takeover"
      onClick=${() => actions.open("topup")}>${text("dou_dizhu.no_chips")}</button>`;
  const on = inHand && playing(state);
  return html`<button type="button" class="takeover" onClick=${actions.sitIn}>
    ${text(on ? "dou_dizhu.take_over" : "dou_dizhu.return")}</button>`;
}
