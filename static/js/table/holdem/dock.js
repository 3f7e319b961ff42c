// @ts-check
/**
 * Owns hold'em's action bar: fold, check or call, the size of a bet, what is chosen ahead of a
 * turn.
 * Legal actions and bounds come from the server's view; nothing here knows the rules.
 */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { bound } from "../../settings.js";
import { html, useRef, useState } from "../../view.js";
import { AmountInput, arrowKeys, off } from "../dock/action_button.js";
import { Ahead, useAhead } from "../dock/ahead.js";
import { ends } from "../dock/stepper.js";
import { asked, Bar, useAmount, useTurn } from "../dock/turn.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { fromSlider, inBlinds, keep, presets, SLIDER, toSlider, unitOf } from "./amounts.js";
import { Deck } from "./deck.js";

const TWICE_MS = 1500;
/** Tone, icon and key of each action. */
const STAY = ["call", "check", "C"];
const RUN = ["call", "show"];
const GONE = { folded: "table.have_folded", all_in: "holdem.you_are_all_in" };
const LOOKS = {
  fold: ["fold", "pack", "F"],
  check: STAY,
  call: STAY,
  run_once: RUN,
  run_twice: RUN,
  any: ["raise", "up", "R"],
};

/** The offer of the right button: a bet, a raise, or only all-in. */
function offerOf(state) {
  const legal = legalByKind(state);
  const { kind, amount } = legal.all_in ?? {};
  const shove = amount > state.hand?.view.current_bet ? { kind, min: amount, max: amount } : null;
  return legal.bet ?? legal.raise_to ?? shove;
}

/** The size chosen for this turn. */
function useBet(state) {
  const offer = offerOf(state);
  const [amount, set] = useAmount(state, offer, keep);
  const unit = unitOf(state);
  return {
    offer,
    amount,
    set,
    unit,
    step: (direction) => set(amount + direction * unit),
    presets: offer ? presets(state.hand.view, state.hand.view.you.to_call ?? 0, offer) : [],
  };
}

function BetControl({ bet, why, explain }) {
  const { offer, amount, set, step } = bet;
  const at = offer ? toSlider(amount, offer) : 0;
  const end = ends(why, amount, offer?.min, offer?.max);
  return html`<div class=${`bet-size ${offer ? "" : "off"}`} role="group"
    aria-label=${text("holdem.bet_size")} onWheel=${(e) => {
      e.preventDefault();
      step(e.deltaY > 0 ? -1 : 1);
    }}>
    <button type="button" aria-label=${text("holdem.less")} ...${off(end.less)}
    onClick=${() => (end.less ? explain(end.less) : step(-1))}>−</button>
    <input type="range" aria-label=${text("holdem.bet_size")} min="0" max=${SLIDER}
    disabled=${!offer} aria-valuetext=${chips(amount)}
      value=${at} style=${{ "--at": `${at / 10}%` }}
      onInput=${(e) => offer && set(fromSlider(Number(e.target.value), offer))}
      onKeyDown=${(e) => {
        const does = arrowKeys(step)[e.key.toLowerCase()];
        if (!does) return;
        e.preventDefault();
        e.stopPropagation();
        does();
      }} />
    <button type="button" aria-label=${text("holdem.more")} ...${off(end.more)}
    onClick=${() => (end.more ? explain(end.more) : step(1))}>+</button>
    <${AmountInput} value=${amount} on=${Boolean(offer)} onCommit=${set} onStep=${step} />
  </div>`;
}

/** Bet sizes at one tap. */
const Presets = ({ bet, explain }) =>
  html`<div class="presets" role="group" aria-label=${text("holdem.key.sizes")}>${bet.presets.map(
    ({ label, amount, why }, i) =>
      html`<button type="button" class=${`preset ${bet.amount === amount && !why ? "on" : ""}`}
        ...${off(why)} onClick=${() => (why ? explain(why) : bet.set(amount))}>${label}
        <kbd>${bound(String(i + 1))}</kbd></button>`,
  )}</div>`;

/** The actions that can be chosen ahead at a price. @returns {[string, string][]} */
const wishes = (price) => [
  ["check_fold", text(price > 0 ? "holdem.button.fold" : "holdem.check_fold")],
  price > 0
    ? ["call", text("holdem.label.call", { amount: price })]
    : ["check", text("holdem.button.check")],
  ["call_any", text("holdem.call_any")],
];

/** The price to stay in; null when I have nothing more to pay. */
function priceOf(state) {
  const view = state.hand?.view;
  const me = handSeat(state, mySeat(state));
  if (!playing(state) || state.running || view.phase === "run_vote" || me?.status !== "in")
    return null;
  return view.you?.to_call ?? Math.min(me.stack, Math.max(0, view.current_bet - me.bet));
}

const Armed = later(() => import("./armed.js").then((m) => m.Armed));
const Over = later(() => import("../dock/pause.js").then((m) => m.Over));
const ToAct = later(() => import("../dock/pause.js").then((m) => m.ToAct));

function statusText(state, { view, me, turn, legal }, now, name, actions) {
  const { price, unit, sure, shove, dead } = now;
  if (!view || !me) return text("table.next_hand_waits");
  if (view.phase === "settled") return html`<${Over} state=${state} actions=${actions} timed />`;
  if (state.running) return text("holdem.dealing");
  if (shove) return asked(text("holdem.all_in_again"), "holdem.sure");
  if (sure) return asked(text("holdem.free_check"), "holdem.sure");
  if (legal.run_twice) return asked(text("holdem.run_question"), "holdem.button.all_in");
  if (turn) {
    const blinds = inBlinds(price, unit);
    const cost = price > 0 ? text("holdem.to_call", { price, blinds }) : text("holdem.may_check");
    const stuck = !legal.fold && blockedText(state, "fold");
    return asked(html`<span class="num">${cost}${stuck && ` · ${stuck}`}</span>`);
  }
  if (dead) return html`<span class="dead">${dead}</span>`;
  if (me.status === "folded") return text("table.you_folded");
  if (view.phase === "run_vote") return text("holdem.is_voting", { name: name(view.turn) });
  if (me.status === "all_in") return text("holdem.you_are_all_in");
  return html`<${ToAct} state=${state} name=${name} actions=${actions} />`;
}

/** A second press in a moment. */
function useTwice() {
  const timer = useRef(0);
  const [pending, setPending] = useState(false);
  const hold = (on) => {
    clearTimeout(timer.current);
    timer.current = on ? setTimeout(() => hold(false), TWICE_MS) : 0;
    setPending(on);
  };
  const press = (what) => {
    const again = timer.current;
    hold(!again);
    if (again) what();
  };
  return { pending, press };
}

export function Dock({ state, name, actions }) {
  const bet = useBet(state);
  const { offer, amount, unit } = bet;
  const price = priceOf(state);
  const at = price === null ? "" : `${state.hand.id}/${state.hand.view.phase}`;
  const ahead = useAhead(price, at);
  const shove = useTwice();
  const [sureAt, setSure] = useState("");
  const bar = useTurn(
    { state, actions },
    { looks: LOOKS, gone: GONE, price: at && `${at}/${price}/${state.hand.view.min_raise_to}` },
  );
  const { legal, me, view, turn, guard, why, place, useKeys } = bar;
  const moment = `${state.hand?.id}/${state.hand?.seq}`;
  const sure = turn && sureAt === moment;
  const raiseKind = view?.current_bet > 0 ? "raise_to" : "bet";
  const stay = legal.check ? "check" : "call";
  const cost = legal.call?.amount ?? (legal.check ? 0 : price);

  const fold = () => (legal.check && !sure ? setSure(moment) : actions.act("fold"));
  const doStay = () => guard.guarded() || actions.act(stay);
  const raise = () =>
    guard.guarded() || actions.act(offer.kind, offer.kind === "all_in" ? {} : { amount });
  useKeys((taps) => ({
    enter: taps.r,
    a: () => legal.all_in && shove.press(() => actions.act("all_in")),
    ...Object.fromEntries(
      bet.presets.map((preset, i) => [
        String(i + 1),
        () => (preset.why ? actions.explain(preset.why) : bet.set(preset.amount)),
      ]),
    ),
    ...arrowKeys(bet.step),
  }));

  const now = { price, unit, sure, shove: shove.pending, dead: ahead.cancelled };
  const all = offer && amount === offer.max;
  const button = (kind) => text(`holdem.button.${kind}`);
  return html`<${Bar} look="holdem" state=${state} turn=${turn}>
    ${
      ahead.armed &&
      html`<${Armed} ahead=${ahead} now=${{ price, at }} turn=${turn} legal=${legal}
    act=${actions.act} />`
    }
    <div class="dock-top">
      <p class="status">${statusText(state, bar, now, name, actions)}</p>
      ${
        price !== null && view.turn !== me.seat
          ? html`<${Ahead} ahead=${ahead}
      wishes=${wishes(price)} />`
          : html`<${Presets} bet=${bet} explain=${actions.explain} />`
      }
      <${BetControl} bet=${bet} why=${offer ? "" : why(raiseKind)} explain=${actions.explain} />
    </div>
    ${
      legal.run_twice
        ? html`<div class="places run">
          ${place("run_once", button("run_once"))} ${place("run_twice", button("run_twice"))}</div>`
        : html`<div class="places">
          ${place("fold", button(sure ? "fold_anyway" : "fold"), { onDo: fold })}
          ${place(stay, button(cost ? "call" : "check"), {
            amount: cost || undefined,
            note: legal.call && inBlinds(cost, unit),
            pulse: guard.pulse,
            onDo: doStay,
          })}
          ${place(offer?.kind ?? raiseKind, button(all ? "all_in" : raiseKind), {
            amount: offer ? amount : undefined,
            note: offer && inBlinds(amount, unit),
            pulse: guard.pulse,
            onDo: raise,
          })}
          <${Deck} view=${view} /></div>`
    }
  </${Bar}>`;
}
