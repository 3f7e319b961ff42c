// @ts-check
/** Owns one seat round the table: person, chips, cards, badges, last action, clock. */
import { cardsInWords } from "../cards.js";
import { chips, chipsShort } from "../chips.js";
import { html } from "../view.js";
import { Card } from "./card.js";
import { ClockRing } from "./clock.js";
import { Icon } from "./icons.js";
import { handSeat, mySeat, playing, seated, stackOf } from "./store.js";
import { labelFromView } from "./words.js";

/** Everything a seat shows, worked out once for the pod and for my own place. */
export function seatFacts(state, seat) {
  const person = seated(state, seat);
  const inHand = handSeat(state, seat);
  const view = state.hand?.view ?? null;
  const result = view?.result ?? null;
  const who = person ?? (inHand ? state.people[seat] : null);
  const won = (result?.pots ?? []).flatMap((pot) => pot.shares ?? []).filter(([s]) => s === seat);
  const clock = state.hand?.clock?.seat === seat && playing(state) ? state.hand.clock : null;
  return {
    seat,
    person,
    who,
    inHand,
    clock,
    stack: stackOf(state, seat),
    turn: playing(state) && (view.turn === seat || clock !== null),
    folded: inHand?.status === "folded",
    covered: inHand?.status === "covered",
    dealer: view ? view.button === seat : false,
    blind: Boolean(inHand?.blind),
    label: inHand && (state.labels[seat] ?? labelFromView(inHand)),
    won: won.reduce((sum, [, amount]) => sum + amount, 0),
    dealing: state.dealing !== null && state.dealing === state.hand?.id,
  };
}

/** Order of a seat in the deal, from the dealer's left. */
export function dealOrder(state, seat) {
  const seats = state.hand?.view.seats.map((entry) => entry.seat) ?? [];
  const button = state.hand?.view.button ?? 0;
  const sorted = [...seats].sort(
    (a, b) => ((a - button - 1 + 99) % 99) - ((b - button - 1 + 99) % 99),
  );
  return { order: Math.max(0, sorted.indexOf(seat)), players: seats.length || 1 };
}

/** BOT, guest: said in a word wherever a name stands. */
export function KindBadge({ kind }) {
  if (kind === "bot") return html`<span class="badge bot">BOT</span>`;
  return null;
}

/** Blind or seen, as icon and word. */
export function SightBadge({ facts }) {
  if (!facts.inHand || facts.folded) return null;
  if (facts.covered) return html`<span class="sight covered">Covered</span>`;
  return facts.blind
    ? html`<span class="sight blind"><${Icon} name="blind" /><span>Blind</span></span>`
    : html`<span class="sight seen"><${Icon} name="eye" /><span>Seen</span></span>`;
}

function spoken(state, facts) {
  const { who, inHand } = facts;
  if (!who) return "";
  const parts = [`${who.name}${who.kind === "bot" ? ", bot" : ""}`, `${chips(facts.stack)} chips`];
  if (facts.dealer) parts.push("dealer");
  if (inHand) {
    if (facts.folded) parts.push("packed");
    else parts.push(facts.blind ? "blind" : "seen", cardsInWords(inHand.cards ?? []));
    if (facts.label) parts.push(facts.label.text);
  }
  if (facts.turn) parts.push("to act");
  if (facts.won) parts.push(`wins ${facts.won}`);
  return parts.join(", ");
}

function statusText(facts) {
  const status = facts.person?.status;
  if (!facts.person && facts.who) return "Left";
  if (status === "sitting_out") return "Sitting out";
  if (status === "leaving") return "Leaving";
  if (status === "away") return "Away";
  return null;
}

/** A seat nobody holds; a button when I may sit. */
function EmptySeat({ state, seat, place, onSit }) {
  const free = mySeat(state) === null && !state.boot.replay;
  return html`<li class="seat empty" style=${vars(place)} data-seat=${seat}>
    ${
      free
        ? html`<button type="button" class="sit-here" onClick=${() => onSit(seat)} aria-label=${`Sit in seat ${seat + 1}`}><b aria-hidden="true">+</b><span>Sit</span></button>`
        : html`<span class="sit-here idle"><span class="visually-hidden">Seat ${seat + 1} is empty</span></span>`
    }
  </li>`;
}

const vars = (place) => ({
  left: `${place.x}%`,
  top: `${place.y}%`,
  "--dx": place.dx.toFixed(3),
  "--dy": place.dy.toFixed(3),
});

/** @param {{state: any, seat: number, place: any, onSit: (seat: number) => void}} props */
export function Seat({ state, seat, place, onSit }) {
  const facts = seatFacts(state, seat);
  if (!facts.who)
    return html`<${EmptySeat} state=${state} seat=${seat} place=${place} onSit=${onSit} />`;
  const { who, inHand, label } = facts;
  const cards = inHand?.cards ?? [];
  const shown = cards.some((code) => code !== "??");
  const deal = dealOrder(state, seat);
  const away = statusText(facts);
  const settled = state.hand?.view.phase === "settled";
  const classes = [
    "seat",
    place.dy < -0.35 && "low",
    place.dx < -0.5 && "right",
    place.dx > 0.5 && "left",
    facts.turn && "turn",
    facts.folded && "folded",
    facts.won > 0 && "won",
    away && "absent",
    !inHand && playing(state) && "out",
  ];
  return html`<li class=${classes.filter(Boolean).join(" ")} style=${vars(place)} data-seat=${seat}>
    ${
      cards.length > 0 &&
      html`<div class=${`seat-cards ${shown ? "shown" : ""} ${facts.dealing ? "dealt" : ""}`}
        style=${{ "--order": deal.order, "--players": deal.players }} aria-hidden="true">
      ${cards.map((code, i) => html`<${Card} key=${i} code=${code} index=${i - (cards.length - 1) / 2} small raised=${facts.won > 0 && settled} />`)}
      ${shown && inHand.label && html`<span class="hand-name">${inHand.label}</span>`}
    </div>`
    }
    <div class="pod">
      <div class="head">
        <ch-avatar seed=${String(who.avatar ?? seat)} kind=${who.kind}></ch-avatar>
        ${facts.clock && html`<${ClockRing} clock=${facts.clock} state=${state} />`}
        ${facts.turn && html`<span class="arrow" aria-hidden="true"></span>`}
        ${facts.dealer && html`<span class="dealer-button" title="Dealer">D</span>`}
        ${facts.won > 0 && html`<span class="crown"><${Icon} name="crown" /></span>`}
      </div>
      <div class="plate">
        <span class="name"><span class="text">${who.name}</span><${KindBadge} kind=${who.kind} /></span>
        <span class="stack num"><i class="coin"></i>${chipsShort(facts.stack)}</span>
      </div>
      ${
        facts.won > 0
          ? html`<span class="says won">+${chips(facts.won)}</span>`
          : away
            ? html`<span class="says away">${away}</span>`
            : label
              ? html`<span class=${`says ${label.tone}`} key=${label.text}>${label.text}</span>`
              : null
      }
      <${SightBadge} facts=${facts} />
    </div>
    <span class="visually-hidden">${spoken(state, facts)}</span>
  </li>`;
}
