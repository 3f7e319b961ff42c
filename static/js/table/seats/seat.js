// @ts-check
/**
 * Owns one seat round the table: person, chips, badges, last action, clock; the game adds cards.
 */

import { chips, chipsShort } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { isolate } from "../../isolate.js";
import { has, signed, text } from "../../messages.js";
import { html } from "../../view.js";
import { ClockRing } from "../felt/clock.js";
import { forPoints, handSeat, mySeat, playing, seated, stackOf } from "../store.js";
import { Icon } from "../ui/icons.js";

/** An amount as the game writes it, where it has a way of its own. @param {number?} n */
export const amount = (state, n, inChips = chipsShort) =>
  state.game.shown?.(state, n, inChips) ?? inChips(n);

/** Everything a seat, or my own, shows. */
export function seatFacts(state, seat) {
  const person = seated(state, seat);
  const inHand = handSeat(state, seat);
  const view = state.hand?.view ?? null;
  const who = person ?? (inHand ? state.people[seat] : null);
  const shares = (view?.result?.pots ?? []).flatMap((pot) => pot.shares ?? []);
  const won = shares.reduce((sum, [winner, share]) => sum + (winner === seat ? share : 0), 0);
  const label = inHand && (state.labels[seat] ?? state.game.labelFromView(inHand));
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
    marks: state.game.marks(view, seat, state),
    label,
    says: won ? { tone: "won", text: signed(won) } : label,
    reaction: state.reactions[seat],
    won,
  };
}

const Marks = ({ marks }) =>
  marks.map(
    (mark, i) =>
      html`<span class=${`dealer-button mark-${i} is-${mark}`}
      title=${text(`table.mark_name.${mark}`)}>${text(`table.mark.${mark}`)}</span>`,
  );

/** An avatar with its clock, the dealer button and the game's other marks. */
export function Head({ state, facts, children }) {
  const { who, clock, reaction } = facts;
  return html`<div class="head">
    <ch-avatar seed=${String(who?.avatar ?? facts.seat)} kind=${who?.kind ?? "person"}></ch-avatar>
    ${reaction?.face && html`<img class="emote" key=${reaction.id} src=${reaction.face} alt="" />`}
    ${clock && html`<${ClockRing} clock=${clock} state=${state} />`}
    ${children}
    <${Marks} marks=${facts.marks} />
    ${facts.won > 0 && html`<span class="crown"><${Icon} name="crown" /></span>`}
  </div>`;
}

function spoken(state, facts) {
  const { who, inHand } = facts;
  if (!who) return "";
  const parts = [
    isolate(who.name),
    who.kind?.endsWith("bot") && text("table.spoken.bot"),
    who.mark && text(`names.mark.${who.mark}`),
    facts.stack === null
      ? text("table.chips_hidden")
      : text("table.stack", { stack: facts.stack, points: forPoints(state) }),
    ...facts.marks.map((mark) => text(`table.mark_name.${mark}`)),
    ...(inHand
      ? [
          state.game.spoken(facts),
          !facts.folded && cardsInWords(inHand.cards ?? []),
          facts.label?.text,
        ]
      : []),
    facts.turn && text("table.spoken.to_act"),
    facts.won && text("table.spoken.wins", facts),
  ];
  return parts.filter(Boolean).join(text("common.list_separator"));
}

function statusText(state, facts) {
  const { person } = facts;
  const own = person && state.game.status?.(facts, state);
  const key = `table.away.${person ? person.status : "left"}`;
  return own ?? (has(key) ? text(key) : null);
}

/** An empty seat; a button when I may sit down. */
function EmptySeat({ state, seat, place, marks, onSit }) {
  const open = (state.table.sit_and_go?.state ?? "registering") === "registering";
  const free = mySeat(state) === null && !state.boot.replay && open;
  return html`<li class="seat empty" style=${vars(place)} data-seat=${seat}>
    ${
      free
        ? html`<button type="button" class="sit-here" onClick=${() => onSit(seat)}
          aria-label=${text("table.sit_in_seat", { seat: seat + 1 })}><b aria-hidden="true">+</b>
          <span>${text("table.sit")}</span></button>`
        : html`<span class="sit-here idle"><span
          class="visually-hidden">${text("table.seat_empty", { seat: seat + 1 })}</span></span>`
    }
    <${Marks} marks=${marks} />
  </li>`;
}

/** The place of a seat, whose pod never passes the edge of the stage. */
const vars = (place) => ({
  left: `clamp(var(--pod-width) / 2, ${place.x}%, 100% - var(--pod-width) / 2)`,
  top: `calc(${place.y}% * var(--rows))`,
  "--dx": place.dx.toFixed(3),
  "--dy": place.dy.toFixed(3),
});

export function Seat({ state, seat, place, onSit, onOpen }) {
  const facts = seatFacts(state, seat);
  const { who, inHand } = facts;
  if (!who)
    return html`<${EmptySeat} state=${state} seat=${seat} place=${place} marks=${facts.marks}
      onSit=${onSit} />`;
  const { SeatCards, Badge } = state.game;
  const given = { state, facts };
  const away = statusText(state, facts);
  const says = away && !facts.won ? { tone: "away", text: away } : facts.says;
  const classes = [
    "seat",
    place.dy < -0.35 && "low",
    place.dx < -0.5 && "right",
    place.dx > 0.5 && "left",
    facts.turn && "turn",
    facts.folded && "folded",
    facts.won && "won",
    away && "absent",
    !inHand && playing(state) && "out",
  ];
  return html`<li class=${classes.filter(Boolean).join(" ")} style=${vars(place)} data-seat=${seat}>
    <${SeatCards} ...${given} />
    <div class="pod">
      <${Head} ...${given}>
        ${facts.turn && html`<span class="arrow" aria-hidden="true"></span>`}
      </${Head}>
      <div class="plate">
        <span class="name"><bdi class="text">${who.name}</bdi></span>
        <span class="stack num" title=${chips(facts.stack)}><i
        class=${facts.stack === null ? "stack-hidden" : "coin"}></i>${amount(state, facts.stack)}${
          who.kind?.endsWith("bot") &&
          html`<span class="badge bot">
          ${text("table.badge.bot")}</span>`
        }${
          who.mark &&
          html`<span class="badge" title=${text(`names.mark.${who.mark}`)}>
          ${text(`names.badge.${who.mark}`)}</span>`
        }</span>
      </div>
      ${says && html`<span class=${`says ${says.tone}`} key=${says.text}>${says.text}</span>`}
      <${Badge} ...${given} />
      ${
        onOpen &&
        html`<button type="button" class="about"
        aria-label=${text("table.about_player", { name: isolate(who.name) })}
      onClick=${() => onOpen("player", seat)}></button>`
      }
    </div>
    <span class="visually-hidden">${spoken(state, facts)}</span>
  </li>`;
}
