// @ts-check
/** Owns the note over my cards: autoplay is on, or what I wait for. */
import { html } from "../../view.js";
import { playing } from "../store.js";

/** @param {{state: any, facts: any, actions: any}} props */
export function Note({ state, facts: { person, inHand }, actions }) {
  if (person?.status !== "sitting_out")
    return html`<p class="ddz-note">You'll be dealt into the next game.</p>`;
  if (person.stack <= 0 && !person.for_points && !inHand)
    return html`<button type="button" class="takeover"
      onClick=${() => actions.open("topup")}>No chips left. Tap to add chips</button>`;
  const on = inHand && playing(state);
  return html`<button type="button" class="takeover" onClick=${actions.sitIn}>
    ${on ? "Autoplay is on. Tap to take over" : "You're sitting out. Tap to return"}</button>`;
}
