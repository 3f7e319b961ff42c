// @ts-check
/**
 * Owns Teen Patti's action bar: buttons in fixed positions with their prices, the amount stepper.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { chips } from "../../chips.js";
import { bound } from "../../settings.js";
import { html } from "../../view.js";
import { arrowKeys } from "../dock/action_button.js";
import { Ahead, useAhead } from "../dock/ahead.js";
import { Over, ToAct } from "../dock/pause.js";
import { Stepper } from "../dock/stepper.js";
import { asked, Bar, useAmount, useTurn } from "../dock/turn.js";
import { Countdown } from "../felt/clock.js";
import { handSeat, legalByKind, mySeat, playing } from "../store.js";
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
  if (legal.accept) return asked("Your answer");
  if (legal.choose) return asked("Your choice");
  if (view.phase === "choosing") return `${name(view.turn)} is choosing the variant…`;
  if (view.turn === mine && (legal.bet || legal.cover || legal.fold)) {
    const price = legal.bet
      ? `${me.blind ? "blind" : "seen"} ${chips(legal.bet.min)}–${chips(legal.bet.max)}`
      : "not enough chips for the minimum";
    return asked("Your turn", html`<span class="num">${price}</span>`);
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
  const { bet, cover, ...rest } = legalByKind(state);
  const [amount, setAmount] = useAmount(state, bet, snap);
  const game = { looks: LOOKS, gone: { folded: "You have packed." }, price: bet?.min };
  const { legal, me, turn, guard, place, useKeys } = useTurn({ state, actions }, game);
  const price = priceOf(state);
  const at = price === null ? "" : state.hand.id;
  const ahead = useAhead(price, at);
  const middle = middleKind(state, legal);
  const step = (direction) => bet && setAmount(stepFrom(amount, direction, bet));
  const pay = () => !guard.guarded() && actions.act("bet", { amount });
  const word = me?.blind ? "Blind" : "Chaal";
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
      <p class="status">${said ?? "Waiting for the next hand."}</p>
      ${
        price !== null && !turn
          ? html`<${Ahead} ahead=${ahead} wishes=${wishes(me, price)} />`
          : html`<${Stepper} label=${`${word} amount`} value=${amount} min=${bet?.min}
      max=${bet && rungs(bet).at(-1)} on=${Boolean(bet)} onStep=${step} onCommit=${setAmount} />`
      }
    </div>
    <div class="places">
      ${place("fold", "Pack")}
      ${place(middle, middle === "show" ? "Show" : "Side show", { amount: legal[middle]?.amount })}
      ${
        cover
          ? place("cover", "Cover", { amount: cover.amount })
          : place("bet", word, { amount: bet && amount, pulse: guard.pulse, onDo: pay })
      }
    </div>
  </${Bar}>`;
}
