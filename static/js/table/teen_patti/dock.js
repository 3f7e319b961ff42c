// @ts-check
/**
 * Owns Teen Patti's action bar: buttons in fixed positions with their prices, the amount stepper.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { chips } from "../../chips.js";
import { bound } from "../../settings.js";
import { html, useLayoutEffect, useState } from "../../view.js";
import { arrowKeys, notNow, places, usePriceGuard } from "../dock/action_button.js";
import { Ahead, useAhead } from "../dock/ahead.js";
import { Over, ToAct } from "../dock/pause.js";
import { Refusal } from "../dock/refusal.js";
import { Stepper } from "../dock/stepper.js";
import { Countdown } from "../felt/clock.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "../store.js";
import { Button } from "../ui/button.js";
import { later } from "../ui/later.js";
import { rungs, snap, stepFrom } from "./ladder.js";

/** The action of the middle button: show or side show. */
function middleKind(state, legal) {
  if (legal.show) return "show";
  if (legal.side_show) return "side_show";
  const able = state.hand?.view.seats.filter((seat) => seat.status === "in").length ?? 0;
  return able === 2 ? "show" : "side_show";
}

/** The amount chosen for a bet; back to the minimum at each new turn. */
function useAmount(state) {
  const bet = legalByKind(state).bet;
  const turn = bet ? `${state.hand.id}/${state.hand.seq}/${bet.min}` : "";
  const [chosen, setChosen] = useState({ turn, amount: bet?.min ?? 0 });
  const amount = bet ? snap(chosen.turn === turn ? chosen.amount : bet.min, bet) : 0;
  return { bet, amount, setAmount: (value) => setChosen({ turn, amount: value }) };
}

const Choice = later(() => import("./choice.js").then((m) => m.Choice));
const Armed = later(() => import("./armed.js").then((m) => m.Armed));

/** The minimum price to stay in; null when I have nothing more to pay. */
function priceOf(state) {
  const me = handSeat(state, mySeat(state));
  if (!playing(state) || me?.status !== "in") return null;
  const { stake } = state.hand.view;
  return me.blind ? stake : stake * 2;
}

/** The actions that can be chosen ahead at a price. @returns {[string, string][]} */
const wishes = (me, price) => [
  ["fold", "Pack"],
  ...(price <= me.stack
    ? [/** @type {[string, string]} */ (["bet", `${me.blind ? "Blind" : "Chaal"} ${chips(price)}`])]
    : []),
];

function turnText(state, legal, name, dead, actions) {
  const view = state.hand?.view;
  const mine = mySeat(state);
  const me = handSeat(state, mine);
  if (!view || !me) return null;
  if (view.phase === "settled") return html`<${Over} state=${state} actions=${actions} />`;
  if (dead) return html`<span class="dead">${dead}</span>`;
  if (me.status === "folded") return "You packed. Next hand soon.";
  if (me.status === "covered") return "You have covered the pot. Waiting for the show.";
  if (legal.accept) return html`<b class="your-turn">Your answer</b>`;
  if (legal.choose) return html`<b class="your-turn">Your choice</b>`;
  if (view.phase === "choosing") return `${name(view.turn)} is choosing the variant…`;
  if (view.turn === mine && (legal.bet || legal.cover || legal.fold)) {
    const price = legal.bet
      ? `${me.blind ? "blind" : "seen"} ${chips(legal.bet.min)}–${chips(legal.bet.max)}`
      : "not enough chips for the minimum";
    return html`<b class="your-turn">Your turn</b> <span class="num">${price}</span>`;
  }
  if (view.phase === "side_show" && view.side_show)
    return `${name(view.side_show.asked)} answers ${
      view.side_show.asker === mine ? "your" : "the"
    } side show…`;
  return html`<${ToAct} state=${state} name=${name} actions=${actions} />`;
}

/** The request for a side show, with its clock. */
function Asked({ state, name, actions }) {
  const { side_show: request } = state.hand.view;
  const until = state.hand.clock?.bank_until ?? state.hand.clock?.until;
  return html`<div class="asked" role="alertdialog" aria-label="Side show">
    <p><b>${name(request.asker)}</b> asks you for a side
    show. ${
      until &&
      html`<span class="left"><${Countdown} until=${until}
      state=${state} /> s</span>`
    }</p>
    <p class="fine">Only the two of you see the cards; the lower hand packs.</p>
    <div class="answers">
      <${Button} look="quiet"
      onClick=${() => actions.act("refuse")}>Refuse <kbd>${bound("R")}</kbd></${Button}>
      <${Button} look="green"
      onClick=${() => actions.act("accept")}>Accept <kbd>${bound("A")}</kbd></${Button}>
    </div>
  </div>`;
}

export function Dock({ state, name, actions }) {
  const { bet, amount, setAmount } = useAmount(state);
  const legal = legalByKind(state);
  const me = handSeat(state, mySeat(state));
  const guard = usePriceGuard(bet?.min);
  const price = priceOf(state);
  const at = price === null ? "" : state.hand.id;
  const ahead = useAhead(price, at);
  const middle = middleKind(state, legal);
  const running = playing(state);
  const turn = running && me && (state.hand.view.turn === mySeat(state) || Boolean(legal.accept));
  const folded = me?.status === "folded" && "You have packed.";
  const why = (kind) =>
    (turn ? blockedText(state, kind) : null) ?? notNow({ running, folded, inHand: me });
  const step = (direction) => bet && setAmount(stepFrom(amount, direction, bet));
  const pay = () => !guard.guarded() && actions.act("bet", { amount });
  const doMiddle = () => (legal[middle] ? actions.act(middle) : actions.explain(why(middle)));
  const doBet = () => (legal.cover ? actions.act("cover") : legal.bet && pay());
  const said = turnText(state, legal, name, ahead.cancelled, actions);
  const place = places(state, actions, why);
  const only = (kind) => () => legal[kind] && actions.act(kind);
  useLayoutEffect(() => {
    actions.keys.now = {
      f: only("fold"),
      c: doBet,
      enter: doBet,
      s: () => (legal.see ? actions.act("see") : legal.show && doMiddle()),
      q: doMiddle,
      a: only("accept"),
      r: only("refuse"),
      ...arrowKeys(step),
    };
  });
  return html`<section class=${`dock ${turn ? "turn" : ""}`} aria-label="Your actions">
    <${Refusal} state=${state} />
    ${legal.accept && html`<${Asked} state=${state} name=${name} actions=${actions} />`}
    ${legal.choose && html`<${Choice} state=${state} actions=${actions} />`}
    ${
      ahead.armed &&
      html`<${Armed} ahead=${ahead} now=${{ price, at }} turn=${Boolean(turn && legal.fold)}
    legal=${legal} act=${actions.act} />`
    }
    <div class="dock-top">
      <p class="status">${said ?? "Waiting for the next hand."}</p>
      ${
        price !== null && !turn
          ? html`<${Ahead} ahead=${ahead} wishes=${wishes(me, price)} />`
          : html`<${Stepper} label=${me?.blind ? "Blind amount" : "Chaal amount"} value=${amount}
      min=${bet?.min} max=${bet && rungs(bet).at(-1)} on=${Boolean(bet)} onStep=${step}
      onCommit=${(wish) => setAmount(snap(wish, bet))} />`
      }
    </div>
    <div class="places">
      ${place("fold", { tone: "pack", icon: "pack", label: "Pack", hotkey: "F" })}
      ${place(middle, {
        tone: "show",
        icon: "show",
        label: middle === "show" ? "Show" : "Side show",
        amount: legal[middle]?.amount,
        hotkey: "Q",
      })}
      ${
        legal.cover
          ? place("cover", {
              tone: "chaal",
              icon: "chip",
              label: "Cover",
              amount: legal.cover.amount,
              hotkey: "C",
            })
          : place("bet", {
              tone: "chaal",
              icon: "chip",
              label: me?.blind ? "Blind" : "Chaal",
              amount: bet && amount,
              hotkey: "C",
              pulse: guard.pulse,
              onDo: pay,
            })
      }
    </div>
  </section>`;
}
