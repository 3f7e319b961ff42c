// @ts-check
/**
 * Owns Teen Patti's action bar: buttons in fixed positions with their prices, the amount stepper.
 * Legal actions come from the server's view; nothing here knows the rules.
 */

import { text } from "../../messages.js";
import { bound } from "../../settings.js";
import { html } from "../../view.js";
import { arrowKeys, off } from "../dock/action_button.js";
import { Ahead, useAhead } from "../dock/ahead.js";
import { Over, ToAct } from "../dock/pause.js";
import { Stepper } from "../dock/stepper.js";
import { asked, Bar, useAmount, useTurn } from "../dock/turn.js";
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

/** Why a player no longer acts. */
const GONE = { folded: "teen_patti.have_packed", covered: "teen_patti.you_covered" };
/** Tone, icon and key of each action. */
const LOOKS = {
  fold: ["pack", "pack", "F"],
  show: ["show", "show", "Q"],
  side_show: ["show", "show", "Q"],
  cover: ["chaal", "chip", "C"],
  bet: ["chaal", "chip", "C"],
};

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
  ["fold", text("teen_patti.button.fold")],
  ...(price <= me.stack
    ? [
        /** @type {[string, string]} */ ([
          "bet",
          text("teen_patti.label.bet", { blind: me.blind, amount: price }),
        ]),
      ]
    : []),
];

function turnText(state, legal, name, dead, actions) {
  const view = state.hand?.view;
  const mine = mySeat(state);
  const me = handSeat(state, mine);
  if (!view || !me) return null;
  if (view.phase === "settled") return html`<${Over} state=${state} actions=${actions} />`;
  if (dead) return html`<span class="dead">${dead}</span>`;
  if (me.status === "folded") return text("teen_patti.you_packed");
  if (me.status === "covered") return text("teen_patti.you_covered");
  if (legal.accept) return asked("", "teen_patti.your_answer");
  if (legal.choose) return asked("", "teen_patti.your_choice");
  if (view.phase === "choosing") return text("teen_patti.is_choosing", { name: name(view.turn) });
  if (view.turn === mine && (legal.bet || legal.cover || legal.fold)) {
    const price = legal.bet
      ? text("teen_patti.price", { ...legal.bet, blind: me.blind })
      : text("teen_patti.too_poor");
    return asked(html`<span class="num">${price}</span>`);
  }
  if (view.phase === "side_show" && view.side_show) {
    const { asker, asked: who } = view.side_show;
    return text("teen_patti.is_answering", { name: name(who), mine: asker === mine });
  }
  return html`<${ToAct} state=${state} name=${name} actions=${actions} />`;
}

/** The request for a side show, with its clock. */
function Asked({ state, name, actions }) {
  const { side_show: request } = state.hand.view;
  const never = blockedText(state, "refuse") ?? "";
  const until = state.hand.clock?.bank_until ?? state.hand.clock?.until;
  return html`<div class="asked" role="alertdialog"
    aria-label=${text("teen_patti.button.side_show")}>
    <p>${text("teen_patti.asks_you", { name: name(request.asker) })}${" "}
    ${until && html`<span class="left"><${Countdown} until=${until} state=${state} /></span>`}</p>
    <p class="fine">${text("teen_patti.about_side_show")}</p>
    <div class="answers">
      <${Button} look="quiet" ...${off(never)}
      onClick=${() => (never ? actions.explain(never) : actions.act("refuse"))}>
      ${text("teen_patti.button.refuse")} <kbd>${bound("R")}</kbd></${Button}>
      <${Button} look="green"
      onClick=${() => actions.act("accept")}>
      ${text("teen_patti.button.accept")} <kbd>${bound("A")}</kbd></${Button}>
    </div>
  </div>`;
}

export function Dock({ state, name, actions }) {
  const { bet, cover, ...rest } = legalByKind(state);
  const [amount, setAmount] = useAmount(state, bet, snap);
  const game = { looks: LOOKS, gone: GONE, price: bet?.min };
  const { legal, me, view, turn, guard, why, place, useKeys } = useTurn({ state, actions }, game);
  const price = priceOf(state);
  const at = price === null ? "" : state.hand.id;
  const ahead = useAhead(price, at);
  const middle = middleKind(state, legal);
  const step = (direction) => bet && setAmount(stepFrom(amount, direction, bet));
  const pay = () => !guard.guarded() && actions.act("bet", { amount });
  const button = (kind) => text(`teen_patti.button.${kind}`);
  const blind = Boolean(me?.blind);
  const said = turnText(state, legal, name, ahead.cancelled, actions);
  const only = (kind) => () => legal[kind] && actions.act(kind);
  useKeys((taps) => ({
    enter: taps.c,
    s: () => (rest.see ? actions.act("see") : rest.show && taps.q()),
    a: only("accept"),
    r: only("refuse"),
    ...arrowKeys(step),
  }));
  return html`<${Bar} state=${state} turn=${turn}>
    ${rest.accept && html`<${Asked} state=${state} name=${name} actions=${actions} />`}
    ${rest.choose && html`<${Choice} state=${state} actions=${actions} />`}
    ${
      ahead.armed &&
      html`<${Armed} ahead=${ahead} now=${{ price, at }} turn=${turn && Boolean(rest.fold)}
    legal=${legal} act=${actions.act} />`
    }
    <div class="dock-top">
      <p class="status">${said ?? text("table.next_hand_waits")}</p>
      ${
        price !== null && !turn && view.turn !== me.seat
          ? html`<${Ahead} ahead=${ahead} wishes=${wishes(me, price)} />`
          : html`<${Stepper} label=${text("teen_patti.amount", { blind })} value=${amount}
      min=${bet?.min}
      max=${bet && rungs(bet).at(-1)} why=${bet ? "" : why("bet")} explain=${actions.explain}
      onStep=${step} onCommit=${setAmount} />`
      }
    </div>
    <div class="places">
      ${place("fold", button("fold"))}
      ${place(middle, button(middle), { amount: legal[middle]?.amount })}
      ${
        cover
          ? place("cover", button("cover"), { amount: cover.amount })
          : place("bet", button(blind ? "blind" : "chaal"), {
              amount: bet && amount,
              pulse: guard.pulse,
              onDo: pay,
            })
      }
    </div>
  </${Bar}>`;
}
