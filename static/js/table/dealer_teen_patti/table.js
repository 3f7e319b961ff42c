// @ts-check
/** Owns what only the dealer's table shows: the dealer, the printed pay table, bets in circles. */

import { chips, chipsShort, chipsSvg } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { signed, text } from "../../messages.js";
import { html } from "../../view.js";
import { Card } from "../felt/card.js";
import { OwnFan, SeatFan } from "../felt/fan.js";
import { handTitle } from "../hand_name.js";
import { balanceOf } from "../sentences.js";
import { mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { sidesOf, useBets } from "./bets.js";
import { betName, dealerPlays } from "./words.js";

/** Cards are raised before a seat that has won something. */
const lit = (facts) => ({ ...facts, won: facts.inHand?.net ?? 0 });

export const SeatCards = ({ state, facts }) =>
  html`<${SeatFan} state=${state} facts=${lit(facts)} />`;

export const HeroCards = ({ state, facts }) =>
  html`<${OwnFan} state=${state} facts=${lit(facts)} given=${text("table.folded")} />`;

/** No badge: the bets in their circles show everything. */
export const Badge = () => null;

/** A status shown at a seat instead of its last action. */
export const status = ({ inHand }) =>
  inHand?.status === "out" ? text("dealer_teen_patti.out") : null;

export const spoken = ({ inHand }) =>
  Object.entries(inHand.bets)
    .filter(([, amount]) => amount)
    .map(([bet, amount]) => text("dealer_teen_patti.label.bet", { title: betName(bet), amount }))
    .join(text("common.list_separator")) || text("dealer_teen_patti.no_bet");

/** One chip of each kind that the house keeps in its rack. */
const RACK = 46_655;

/** The dealer's rack, three cards, and the name of the hand once it is shown. */
function Dealer({ state }) {
  const { view } = state.hand;
  const { cards, hand_value, qualifies } = view.dealer;
  const plays = dealerPlays(view);
  const args = { count: cards.length, cards: cardsInWords(cards) };
  return html`<div class="dealer-place" role="group"
    aria-label=${text("dealer_teen_patti.dealer_cards", args)}>
    <span class="rack" data-pot data-deals aria-hidden="true"
    dangerouslySetInnerHTML=${{ __html: chipsSvg(RACK, 7, 3) }}></span>
    <div class="dealer-cards">
      ${[0, 1, 2].map(
        (i) => html`<span class="spot" key=${i}>
      ${cards[i] && html`<${Card} code=${cards[i]} index=${i - 1} />`}</span>`,
      )}
    </div>
    ${
      hand_value &&
      html`<span class=${`hand-name ${qualifies ? "" : "weak"}`}>
    ${handTitle(hand_value)}${plays && html`<small> · ${plays}</small>`}</span>`
    }
  </div>`;
}

const PayTable = later(() => import("./paytable.js").then((m) => m.PayTable));
const Result = later(() => import("./result.js").then((m) => m.Result));

export function Middle({ state, name }) {
  const { view } = state.hand;
  return html`<${Dealer} state=${state} />
    <div class="print">${
      !playing(state) && view.result
        ? html`<${Result} state=${state}
    name=${name} />`
        : html`<${PayTable} view=${view} />`
    }</div>`;
}

/** The net result of one bet; the ante includes its bonus. @returns {number | null} */
const netOf = (bet, pays) => {
  const lines = pays?.filter(
    (line) => line.bet === bet || (bet === "ante" && line.bet === "bonus"),
  );
  return lines?.length ? lines.reduce((sum, { net }) => sum + net, 0) : null;
};

/** A net result in a tight place. */
const shortly = (net) =>
  Math.abs(net) < 1000 ? signed(net) : `${signed(net)[0]}${chipsShort(Math.abs(net))}`;

/**
 * One circle: its name while it is empty, the chips in it, and at the end their net result.
 */
function Circle({ seat, bet, amount, net, laid }) {
  const tone = net === null ? "" : balanceOf(net);
  const kept = net === null ? amount : Math.max(0, amount + net);
  return html`<li data-bet=${`${seat}-${bet}`}
    class=${`circle ${bet} ${amount ? "" : "none"} ${laid ? "laid" : ""} ${tone}`}>
    <span class="what">${betName(bet)}</span>
    ${
      kept > 0 &&
      html`<span class="stack-of" key=${kept}
    dangerouslySetInnerHTML=${{ __html: chipsSvg(kept, 1, 4) }}></span>`
    }
    ${
      amount > 0 &&
      html`<b class="num" title=${chips(amount)}>
    ${net === null ? chipsShort(amount) : shortly(net)}</b>`
    }
  </li>`;
}

/** The bets before each seat; before mine all circles, with the bets I have not placed yet. */
export function Felt({ state, where }) {
  const { view } = state.hand;
  const laid = useBets(state)?.bets;
  const printed = [
    "ante",
    ...(view.stakes.raise_multiple === "0" ? [] : ["raise"]),
    ...sidesOf(view),
  ];
  return html`<ol class="circles-all" aria-hidden="true">${view.seats.map(
    ({ seat, status, bets, pays }) => {
      const spot = where[seat];
      const mine = seat === mySeat(state);
      const shown = { ...bets, ...(mine && laid) };
      return (
        spot &&
        status !== "out" &&
        html`<li key=${seat} class=${`circles ${mine ? "own" : ""} ${pays ? "over" : ""}`}
          style=${{ left: `${spot.bets[0]}%`, top: `${spot.bets[1]}%` }}>
        <ol>${printed.map(
          (bet) => html`<${Circle} key=${bet} seat=${seat} bet=${bet}
        amount=${shown[bet] ?? 0} net=${netOf(bet, pays)}
        laid=${mine && laid && !bets[bet]} />`,
        )}</ol></li>`
      );
    },
  )}</ol>`;
}
