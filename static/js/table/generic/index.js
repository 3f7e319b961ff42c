// @ts-check
/**
 * Owns the drawing of a game that has none of its own: cards, pot, and the legal actions as the
 * server lists them. ../../README.md describes the interface.
 */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { OwnFan, SeatFan as SeatCards } from "../felt/fan.js";
import { Pile, SidePots } from "../felt/middle.js";
import { Net, NextHand, winners } from "../felt/outcome.js";
import { handTitle } from "../hand_name.js";
import { seatPositions } from "../seats/layout.js";
import { legalByKind, playing } from "../store.js";
import { later } from "../ui/later.js";
import { Dock } from "./dock.js";
import { labelFromView, labels } from "./words.js";

const myTurn = (state) =>
  playing(state) && Object.keys(legalByKind(state)).length ? text("table.turn") : "";

const HeroCards = ({ state, facts }) =>
  html`<${OwnFan} state=${state} facts=${facts} given=${text("table.folded")} />`;

/** The winners of each pot with their hands, and the countdown to the next hand. */
function Result({ state, name }) {
  const { pots } = state.hand.view.result;
  return html`<div class="result">
    ${pots.map(
      (pot) => html`<p class="winner">${winners(state, pot, name)}${" "}
        <b class="num">${chips(pot.amount)}</b></p>
        ${pot.hand_value && html`<p class="with">${handTitle(pot.hand_value)}</p>`}`,
    )}
    <${Net} state=${state} /><${NextHand} state=${state} />
  </div>`;
}

/** The middle of the felt: the pot, or the result. */
function Middle({ state, name }) {
  const { view } = state.hand;
  if (!playing(state))
    return html`<${Result} state=${state} name=${name} /><span class="pot-place" data-pot></span>`;
  return html`<div class="pot"><${Pile} amount=${view.pot ?? 0} />
    <${SidePots} pots=${view.pots} /></div>`;
}

export default {
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  seatPositions,
  Dock,
  Middle,
  SeatCards,
  HeroCards,
  Badge: () => null,
  SitAndGo: later(() => import("../felt/sit_and_go.js").then((m) => m.SitAndGo)),
  marks: (view, seat) => (view?.button === seat ? ["D"] : []),
  spoken: ({ folded }) => folded && text("table.folded"),
};
