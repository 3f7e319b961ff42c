// @ts-check
/**
 * Owns what is said at my own place while I am out of the hand: debts of blinds, or out of a
 * contest.
 */
import { chips } from "../../chips.js";
import { html } from "../../view.js";
import { ordinal } from "../words.js";

const OWED = {
  new: "The big blind brings you in.",
  small: "You owe the small blind.",
  both: "You missed the blinds.",
};

/** @param {{state: any, facts: any, next: boolean, actions: any}} props */
export function Note({ state, facts: { person, inHand }, next, actions }) {
  const wish = (post) => actions.tell({ type: "prefer", post });
  if (person.status === "out") {
    if (state.running) return null;
    const { contest } = state.table;
    if (contest?.state === "registering")
      return html`<p class="hero-note"><button type="button" class="button small primary"
        onClick=${() => actions.tell({ type: "again" })}>Play again for ${chips(contest.entry)}
        </button></p>`;
    const mine = contest?.places.find(({ seat }) => seat === person.seat);
    const where = mine ? ` in ${ordinal(mine.place)} place, prize ${chips(mine.prize)}` : "";
    return html`<p class="hero-note">You are out${where}.</p>`;
  }
  if (person.status !== "sitting_out" && !inHand && state.table.can_prefer?.post)
    return html`<p class="hero-note owes"><span>
      ${OWED[person.owes]} ${person.posts ? "You post at once." : "You wait for the big blind."}
      </span>
      <button type="button" class="button small primary" onClick=${() => wish(!person.posts)}>
      ${person.posts ? "Wait for the big blind" : "Post now"}</button></p>`;
  return next && html`<p class="hero-note">You are in from the next hand.</p>`;
}
