// @ts-check
/**
 * Owns the note at my own seat while I am not in the hand: missed blinds, or out of a sit and go.
 */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { Button } from "../ui/button.js";

const POST = {
  new: "You'll post the big blind and play the next hand.",
  small: "You'll post the missed small blind and play the next hand.",
  both: "You'll post the missed blinds and play the next hand.",
};

/** @param {{state: any, facts: any, next: boolean, actions: any}} props */
export function Note({ state, facts: { person, inHand }, next, actions }) {
  const wish = (post) => actions.tell({ type: "prefer", post });
  if (person.status === "out") {
    if (state.running) return null;
    const { sit_and_go: sitAndGo } = state.table;
    if (sitAndGo?.state === "registering")
      return html`<p class="hero-note"><${Button} look="small primary"
        onClick=${() => actions.tell({ type: "again" })}>Play again for ${chips(sitAndGo.entry)}
        </${Button}></p>`;
    const mine = sitAndGo?.places.find(({ seat }) => seat === person.seat);
    if (!mine) return html`<p class="hero-note">You are out of the game.</p>`;
    return html`<p class="hero-note">${text("table.you_finish", mine)}</p>`;
  }
  const { can_prefer: can, waiting } = state.table;
  // Nothing to choose while alone at the table: in the first hand nobody posts to enter.
  if (person.status !== "sitting_out" && !inHand && can?.post && !waiting)
    return html`<p class="hero-note"><span>${
      person.posts ? POST[person.missed_blinds] : "You'll join when the big blind reaches you."
    }</span>
      <${Button} look="small primary" onClick=${() => wish(!person.posts)}>
      ${person.posts ? "Wait for the big blind" : "Post now"}</${Button}></p>`;
  return next && html`<p class="hero-note">You'll be dealt into the next hand.</p>`;
}
