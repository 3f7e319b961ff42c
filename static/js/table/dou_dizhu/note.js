// @ts-check
/** Owns what stands over my cards: that somebody else plays for me, or what I wait for. */
import { html } from "../../view.js";
import { playing } from "../store.js";

/** @param {{state: any, facts: any, actions: any}} props */
export function Note({ state, facts: { person, inHand }, actions }) {
  if (person?.status !== "sitting_out")
    return html`<p class="ddz-note">You are in from the next game.</p>`;
  if (person.stack <= 0 && !person.for_points && !inHand)
    return html`<button type="button" class="takeover"
      onClick=${() => actions.open("topup")}>No chips left – add some</button>`;
  const on = inHand && playing(state);
  return html`<button type="button" class="takeover" onClick=${actions.sitIn}>
    ${on ? "Autoplay is on – tap to take over" : "You sit out – tap to come back"}</button>`;
}
