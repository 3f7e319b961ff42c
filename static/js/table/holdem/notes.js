// @ts-check
/**
 * Owns the note at my own seat while I am not in the hand: missed blinds, or out of a sit and go.
 */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { Button } from "../ui/button.js";

/** @param {{state: any, facts: any, next: boolean, actions: any}} props */
export function Note({ state, facts: { person, inHand }, next, actions }) {
  const wish = (post) => actions.tell({ type: "prefer", post });
  if (person.status === "out") {
    if (state.running) return null;
    const { sit_and_go: sitAndGo } = state.table;
    if (sitAndGo?.state === "registering")
      return html`<p class="hero-note"><${Button} look="small primary"
        onClick=${() => actions.tell({ type: "again" })}>
        ${text("table.again_for", sitAndGo)}</${Button}></p>`;
    const mine = sitAndGo?.places.find(({ seat }) => seat === person.seat);
    if (!mine) return html`<p class="hero-note">${text("holdem.you_are_out")}</p>`;
    return html`<p class="hero-note">${text("table.you_finish", mine)}</p>`;
  }
  const { can_prefer: can, waiting } = state.table;
  // Nothing to choose while alone at the table: in the first hand nobody posts to enter.
  if (person.status !== "sitting_out" && !inHand && can?.post && !waiting)
    return html`<p class="hero-note"><span>
      ${text(`holdem.post.${person.posts ? person.missed_blinds : "none"}`)}</span>
      <${Button} look="small primary" onClick=${() => wish(!person.posts)}>
      ${text(person.posts ? "holdem.wait_for_blind" : "holdem.post_now")}</${Button}></p>`;
  return next && html`<p class="hero-note">${text("table.dealt_in_next")}</p>`;
}
