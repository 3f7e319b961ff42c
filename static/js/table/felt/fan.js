// @ts-check
/** Owns a fan of three cards: small before another seat, large before mine. */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { playing } from "../store.js";
import { Card } from "./card.js";
import { HandName } from "./hand_label.js";

/** The data of both fans. @param {any} props @param {boolean} small */
function fanOf({ state, facts }, small) {
  const cards = facts.inHand?.cards ?? [];
  const raised = facts.won > 0 && !playing(state);
  return {
    cards,
    hidden: cards.every((code) => code === "??"),
    drawn: cards.map(
      (code, i) =>
        html`<${Card} key=${i} code=${code} index=${i - (cards.length - 1) / 2} small=${small}
          raised=${raised} />`,
    ),
  };
}

/** Three cards in front of another player. */
export function SeatFan(props) {
  const { cards, hidden, drawn } = fanOf(props, true);
  const value = props.facts.inHand?.hand_value;
  return (
    cards.length > 0 &&
    html`<div class=${`seat-cards ${hidden ? "" : "shown"}`}
      aria-hidden="true">
      ${drawn}${!hidden && value && html`<${HandName} value=${value} />`}
    </div>`
  );
}

/** My own three cards with the name of the hand, or the word for a folded hand. */
export function OwnFan({ given, children, ...props }) {
  const { cards, hidden, drawn } = fanOf(props, false);
  const { inHand, folded } = props.facts;
  const own = inHand?.hand_value;
  return (
    cards.length > 0 &&
    html`<div class=${`hero-cards ${hidden ? "hidden-cards" : ""}`}>
      <div class="fan" role="img"
      aria-label=${text("table.your_cards", { cards: cardsInWords(cards) })}>${drawn}</div>
      ${hidden && children}
      ${own && !hidden && !folded && html`<${HandName} value=${own} />`}
      ${folded && html`<span class="hand-name packed">${given}</span>`}
    </div>`
  );
}
