// @ts-check
/**
 * Owns the action bar: fixed places, prices on the buttons, the amount stepper, refusals in words.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { chips } from "../chips.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { Countdown } from "./clock.js";
import { Icon } from "./icons.js";
import { rungs, snap, stepFrom } from "./ladder.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "./store.js";

/** A click within this time after the price changed was meant for the old price. */
const PRICE_GUARD_MS = 500;

/** Which of show and side show stands in the middle. */
function middleKind(state, legal) {
  if (legal.show) return "show";
  if (legal.side_show) return "side_show";
  const able = state.hand?.view.seats.filter((seat) => seat.status === "in").length ?? 0;
  return able === 2 ? "show" : "side_show";
}

/** The amount chosen for a bet; back to the minimum at each new turn. */
export function useAmount(state) {
  const bet = legalByKind(state).bet;
  const turn = bet ? `${state.hand.id}/${state.hand.seq}/${bet.min}` : "";
  const [chosen, setChosen] = useState({ turn, amount: bet?.min ?? 0 });
  const amount = bet ? snap(chosen.turn === turn ? chosen.amount : bet.min, bet) : 0;
  return { bet, amount, setAmount: (value) => setChosen({ turn, amount: value }) };
}

/** Notes when the price moved while the button was already live. */
function usePriceGuard(bet) {
  const last = useRef({ min: 0, since: 0 });
  const [pulse, setPulse] = useState(0);
  const price = bet?.min ?? 0;
  if (last.current.min !== price)
    last.current = { min: price, since: last.current.min && price ? performance.now() : 0 };
  const guarded = () => {
    if (performance.now() - last.current.since > PRICE_GUARD_MS || !last.current.since)
      return false;
    setPulse((n) => n + 1);
    return true;
  };
  return { guarded, pulse };
}

function turnText(state, legal, name) {
  const view = state.hand?.view;
  const mine = mySeat(state);
  const me = handSeat(state, mine);
  if (!view || !me) return null;
  if (view.phase === "settled") return "The hand is over.";
  if (me.status === "folded") return "You packed. Next hand soon.";
  if (me.status === "covered") return "You have covered the pot and wait for the show.";
  if (legal.accept) return html`<b class="your-turn">Your answer</b>`;
  if (view.turn === mine && (legal.bet || legal.cover || legal.fold)) {
    const price = legal.bet
      ? `${me.blind ? "blind" : "seen"} ${chips(legal.bet.min)}–${chips(legal.bet.max)}`
      : "you cannot pay the minimum";
    return html`<b class="your-turn">Your turn</b> <span class="num">${price}</span>`;
  }
  if (view.phase === "side_show" && view.side_show)
    return `${name(view.side_show.asked)} decides on ${view.side_show.asker === mine ? "your" : "the"} side show…`;
  return view.turn === null ? "…" : html`<span>${name(view.turn)} to act</span>`;
}

function Stepper({ bet, amount, setAmount, blind }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const many = bet && rungs(bet).length > 1;
  const move = (direction) => {
    setTyped(null);
    setAmount(stepFrom(amount, direction, bet));
  };
  const commit = () => {
    if (typed !== null && typed !== "") setAmount(snap(Number(typed), bet));
    setTyped(null);
  };
  return html`<div class=${`stepper ${bet ? "" : "off"}`} role="group" aria-label=${blind ? "Blind amount" : "Chaal amount"}>
    <button type="button" aria-label="Less" aria-disabled=${!many || amount <= bet.min ? "true" : "false"} onClick=${() => bet && move(-1)}>−</button>
    <input type="text" inputmode="numeric" aria-label="Amount" autocomplete="off" disabled=${!bet} value=${bet ? (typed ?? String(amount)) : "–"}
      onFocus=${(e) => e.target.select()} onInput=${(e) => setTyped(e.target.value.replace(/\D/g, ""))} onBlur=${commit}
      onKeyDown=${(e) => {
        if (e.key === "Enter") {
          e.preventDefault();
          commit();
          e.target.blur();
        }
        if (e.key === "ArrowUp") {
          e.preventDefault();
          move(1);
        }
        if (e.key === "ArrowDown") {
          e.preventDefault();
          move(-1);
        }
      }} />
    <button type="button" aria-label="More" aria-disabled=${!many || amount >= bet.max ? "true" : "false"} onClick=${() => bet && move(1)}>+</button>
  </div>`;
}

/** One place of the bar: never moves; when off, a tap says why. */
function Place({ tone, icon, label, amount, hotkey, on, why, busy, onDo, onExplain, pulse = 0 }) {
  return html`<button type="button" key=${`${tone}${pulse}`} class=${`place ${tone} ${on ? "" : "off"} ${busy ? "busy" : ""} ${pulse ? "pulse" : ""}`}
      aria-disabled=${on ? "false" : "true"} title=${on ? "" : why} onClick=${() => (on ? onDo() : onExplain(why))}>
    <${Icon} name=${icon} /><span class="what">${label}${amount !== undefined && html` <b class="num">${chips(amount)}</b>`}</span><kbd>${hotkey}</kbd>
  </button>`;
}

/** The question of a side show, with its clock. */
function Asked({ state, name, actions }) {
  const { side_show: request } = state.hand.view;
  const until = state.hand.clock?.bank_until ?? state.hand.clock?.until;
  return html`<div class="asked" role="alertdialog" aria-label="Side show">
    <p><b>${name(request.asker)}</b> asks you for a side show. ${until && html`<span class="left"><${Countdown} until=${until} state=${state} /> s</span>`}</p>
    <p class="fine">Only you two compare; the lower hand packs.</p>
    <div class="answers">
      <button type="button" class="button quiet" onClick=${() => actions.act("refuse")}>Refuse <kbd>R</kbd></button>
      <button type="button" class="button green" onClick=${() => actions.act("accept")}>Accept <kbd>A</kbd></button>
    </div>
  </div>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any, amount: ReturnType<typeof useAmount>}} props */
export function Dock({ state, name, actions, amount: { bet, amount, setAmount } }) {
  const legal = legalByKind(state);
  const me = handSeat(state, mySeat(state));
  const guard = usePriceGuard(bet);
  const middle = middleKind(state, legal);
  const busy = state.sending;
  const turn =
    playing(state) && me && (state.hand.view.turn === mySeat(state) || Boolean(legal.accept));
  const notNow = !playing(state)
    ? "There is no hand in progress."
    : me?.status === "folded"
      ? "You have packed."
      : !me
        ? "You are not in this hand."
        : "It is not your turn.";
  const why = (kind) => (turn ? blockedText(state, kind) : null) ?? notNow;
  const amountOf = (kind) => legal[kind]?.amount;
  useEffect(() => {
    actions.keys.bet = () =>
      legal.cover
        ? actions.act("cover")
        : legal.bet && !guard.guarded() && actions.act("bet", { amount });
    actions.keys.step = (direction) => bet && setAmount(stepFrom(amount, direction, bet));
    actions.keys.middle = () =>
      legal[middle] ? actions.act(middle) : actions.explain(why(middle));
  });
  return html`<section class=${`dock ${turn ? "turn" : ""}`} aria-label="Your actions">
    ${state.refusal && html`<p class="refusal" role="alert" key=${state.refusal.at}>${state.refusal.text}</p>`}
    ${legal.accept && html`<${Asked} state=${state} name=${name} actions=${actions} />`}
    <div class="dock-top">
      <p class="status">${turnText(state, legal, name) ?? "Waiting for the next hand."}</p>
      <${Stepper} bet=${bet} amount=${amount} setAmount=${setAmount} blind=${me?.blind} />
    </div>
    <div class="places">
      <${Place} tone="pack" icon="pack" label="Pack" hotkey="F" on=${Boolean(legal.fold)} busy=${busy === "fold"} why=${why("fold")} onDo=${() => actions.act("fold")} onExplain=${actions.explain} />
      <${Place} tone="show" icon="show" label=${middle === "show" ? "Show" : "Side show"} amount=${amountOf(middle)} hotkey="Q" on=${Boolean(legal[middle])} busy=${busy === middle} why=${why(middle)}
        onDo=${() => actions.act(middle)} onExplain=${actions.explain} />
      ${
        legal.cover
          ? html`<${Place} tone="chaal" icon="chip" label="Cover" amount=${amountOf("cover")} hotkey="C" on busy=${busy === "cover"} onDo=${() => actions.act("cover")} />`
          : html`<${Place} tone="chaal" icon="chip" label=${me?.blind ? "Blind" : "Chaal"} amount=${bet ? amount : undefined} hotkey="C" on=${Boolean(bet)} busy=${busy === "bet"} why=${why("bet")} pulse=${guard.pulse}
          onDo=${() => !guard.guarded() && actions.act("bet", { amount })} onExplain=${actions.explain} />`
      }
    </div>
  </section>`;
}

/** In place of the bar for those who only watch. */
export function WatcherDock({ state, actions }) {
  const { table, you, boot } = state;
  const free = Array.from({ length: table.max_seats }, (_, i) => i).filter(
    (i) => !table.seats.some((s) => s?.seat === i && s.name),
  );
  return html`<section class="dock watcher" aria-label="Watching">
    ${state.refusal && html`<p class="refusal" role="alert" key=${state.refusal.at}>${state.refusal.text}</p>`}
    <p class="status"><${Icon} name="eye" /> ${boot.replay ? "Replay" : "You are watching."} ${free.length ? `${free.length} ${free.length === 1 ? "seat is" : "seats are"} free.` : "The table is full."}</p>
    ${free.length > 0 && html`<button type="button" class="button primary big" onClick=${() => actions.sit(free[0])}>${you ? "Take a seat" : "Play as guest"}</button>`}
    ${!you && html`<a class="button quiet" href=${boot.login_url ?? "/accounts/login/"}>Log in</a>`}
  </section>`;
}
