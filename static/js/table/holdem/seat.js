// @ts-check
/** Owns what only hold'em shows at a seat: hole cards, blind marks, all-in, missed blinds. */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html } from "../../view.js";
import { Card } from "../felt/card.js";
import { HandName } from "../felt/hand_label.js";
import { playing } from "../store.js";
import { later } from "../ui/later.js";
import { winningCards } from "./winning.js";

/** Which cards count at the end, and how: raised, or dimmed beside them. */
function look(state, facts) {
  const best = playing(state) ? new Set() : winningCards(state.hand?.view);
  return (code) => ({
    raised: facts.won > 0 && best.has(code),
    dim: best.size > 0 && code !== "??" && !(facts.won > 0 && best.has(code)),
  });
}

/** Two cards beside the head; over it once they are shown. */
export function SeatCards({ state, facts }) {
  const { inHand } = facts;
  const cards = inHand?.cards ?? [];
  if (!cards.length) return null;
  const shown = cards.some((code) => code !== "??");
  const of = look(state, facts);
  return html`<div class=${`hole ${shown ? "shown" : ""}`} aria-hidden="true">
    ${cards.map(
      (code, i) => html`<${Card} key=${i} code=${code} index=${i - 0.5} small
    ...${of(code)} />`,
    )}
    ${shown && inHand.hand_value && html`<${HandName} value=${inHand.hand_value} />`}
  </div>`;
}

/** My two cards, large, with what they make. */
export function HeroCards({ state, facts }) {
  const { inHand, folded } = facts;
  const cards = inHand?.cards ?? [];
  if (!cards.length) return null;
  const of = look(state, facts);
  const own = inHand.hand_value;
  return html`<div class="hero-cards two">
    <div class="fan" role="img"
    aria-label=${text("table.your_cards", { cards: cardsInWords(cards) })}>
      ${cards.map(
        (code, i) => html`<${Card} key=${i} code=${code} index=${i - 0.5}
      ...${of(code)} />`,
      )}
    </div>
    ${own && !folded && settings.label === "on" && html`<${HandName} value=${own} />`}
    ${
      folded &&
      html`<span class="hand-name packed">
    ${text("table.folded")}</span>`
    }
  </div>`;
}

const Note = later(() => import("./notes.js").then((m) => m.Note));

/** Why I am not in the hand. */
export function HeroNote(props) {
  const { person } = props.facts;
  const owes = person?.missed_blinds && !props.state.table.waiting;
  if (person?.status === "out" || owes) return html`<${Note} ...${props} />`;
  return props.next && html`<p class="hero-note">${text("table.dealt_in_next")}</p>`;
}

/** All-in stays visible after the label of the last action has gone. */
export function Badge({ state, facts: { inHand } }) {
  if (inHand?.status !== "all_in" || !playing(state)) return null;
  return html`<span class="all-in">${text("holdem.button.all_in")}</span>`;
}

/** A status shown at a seat instead of its last action. */
export function status({ person, inHand }, state) {
  if (!person || state.running) return null;
  if (person.place) return text("table.finish", { place: person.place });
  if (person.status === "out") return text("holdem.status.out");
  if (inHand || person.status === "sitting_out" || !person.missed_blinds) return null;
  if (state.table?.waiting) return null; // no hand is dealt in which blinds would count
  return text(person.posts ? "holdem.status.posts" : "holdem.status.waits");
}

/** Round marks at a head: button, blinds, straddle. */
export const marks = (view, seat) =>
  [
    view?.button === seat && "D",
    view?.small_blind === seat && "SB",
    view?.big_blind === seat && "BB",
    view?.straddle === seat && "ST",
  ].filter(Boolean);

export const spoken = ({ inHand, folded }) =>
  folded
    ? text("table.folded")
    : text(inHand.status === "all_in" ? "holdem.button.all_in" : "holdem.spoken_bet", inHand);
