// @ts-check
/** Owns my own place at the bottom: my cards, See, what I hold, my chips. */
import { cardsInWords } from "../cards.js";
import { chips } from "../chips.js";
import { html } from "../view.js";
import { Card } from "./card.js";
import { ClockRing } from "./clock.js";
import { Icon } from "./icons.js";
import { dealOrder, seatFacts, SightBadge } from "./seat.js";
import { blockedText, legalByKind, mySeat } from "./store.js";

/** @param {{state: any, actions: any}} props */
export function Hero({ state, actions }) {
  const mine = mySeat(state);
  const facts = seatFacts(state, mine);
  const { inHand, who, label } = facts;
  const cards = inHand?.cards ?? [];
  const hidden = cards.length > 0 && cards.every((code) => code === "??");
  const settled = state.hand?.view.phase === "settled";
  const legal = legalByKind(state);
  const own = state.hand?.view.you?.label ?? (inHand?.label || null);
  const deal = dealOrder(state, mine);
  const status = facts.person?.status;
  const why = blockedText(state, "see") ?? "You may look at your cards when it is your turn.";
  const classes = [
    "hero",
    facts.turn && "turn",
    facts.folded && "folded",
    facts.won > 0 && "won",
    !cards.length && "no-cards",
  ];
  return html`<section class=${classes.filter(Boolean).join(" ")} data-seat=${mine} aria-label="Your place">
    <div class="hero-plate">
      <div class="head">
        <ch-avatar seed=${String(who?.avatar ?? mine)} kind=${who?.kind ?? "person"}></ch-avatar>
        ${facts.clock && html`<${ClockRing} clock=${facts.clock} state=${state} />`}
        ${facts.dealer && html`<span class="dealer-button" title="Dealer">D</span>`}
        ${facts.won > 0 && html`<span class="crown"><${Icon} name="crown" /></span>`}
      </div>
      <div class="plate">
        <span class="name"><span class="text">${who?.name ?? "You"}</span></span>
        <span class="stack num"><i class="coin"></i>${chips(facts.stack)}</span>
      </div>
      <${SightBadge} facts=${facts} />
      ${(facts.won > 0 || (label && !facts.folded)) && html`<span class=${`says ${facts.won ? "won" : label.tone}`} key=${facts.won || label.text}>${facts.won ? `+${chips(facts.won)}` : label.text}</span>`}
    </div>
    ${
      cards.length > 0 &&
      html`<div class=${`hero-cards ${facts.dealing ? "dealt" : ""} ${hidden ? "hidden-cards" : ""}`} style=${{ "--order": deal.order, "--players": deal.players }}>
      <div class="fan" role="img" aria-label=${`Your cards: ${cardsInWords(cards)}`}>
        ${cards.map((code, i) => html`<${Card} key=${i} code=${code} index=${i - (cards.length - 1) / 2} raised=${facts.won > 0 && settled} />`)}
      </div>
      ${
        hidden &&
        !facts.folded &&
        !settled &&
        html`<button type="button" class=${`see-button ${legal.see ? "" : "off"}`} aria-disabled=${legal.see ? "false" : "true"}
          onClick=${() => (legal.see ? actions.act("see") : actions.explain(why))}>
        <${Icon} name="eye" /><span>See</span><kbd>S</kbd></button>`
      }
      ${own && !hidden && !facts.folded && html`<span class="hand-name">${own}</span>`}
      ${facts.folded && html`<span class="hand-name packed">Packed</span>`}
    </div>`
    }
    ${status === "sitting_out" && html`<p class="hero-note">Sitting out <button type="button" class="button small primary" onClick=${actions.sitIn}>I'm back</button></p>`}
    ${status !== "sitting_out" && !inHand && state.hand && !settled && html`<p class="hero-note">You are in from the next hand.</p>`}
  </section>`;
}
