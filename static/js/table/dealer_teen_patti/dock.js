// @ts-check
/**
 * Owns the action bar against the dealer: place bets and deal, then raise or fold.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { chips } from "../../chips.js";
import { choose } from "../../settings.js";
import { html, useLayoutEffect } from "../../view.js";
import { arrowKeys, notNow, places, usePriceGuard } from "../dock/action_button.js";
import { Refusal } from "../dock/refusal.js";
import { Stepper } from "../dock/stepper.js";
import { NextHandIn } from "../felt/clock.js";
import { handTitle } from "../hand_name.js";
import { balanceOf } from "../sentences.js";
import { blockedText, handSeat, legalByKind, mySeat, nextHandAt, playing } from "../store.js";
import { sidesOf, staked, steps, useBets } from "./bets.js";
import { betName, dealerPlays } from "./words.js";

/** Sends actions one after the other; each names the state after the previous one. */
async function inOrder(actions, list) {
  let seq = {};
  for (const [kind, extra] of list) {
    const answer = await actions.act(kind, { ...extra, ...seq });
    if (!answer?.ok) return;
    seq = { seq: answer.seq };
  }
}

/** One bet: its name, its amount, less and more. */
function Bet({ laid, bet, unit, children }) {
  const amount = laid?.bets[bet] ?? 0;
  const [least, most] = laid?.bounds(bet) ?? [0, 0];
  const to = (wish) => laid.put(bet, wish);
  return html`<div class=${`bet-row ${bet}`}><span class="what" aria-hidden="true">${betName(bet)}
    </span>
    <${Stepper} label=${betName(bet)} value=${amount} min=${least} max=${most} on=${Boolean(laid)}
    onCommit=${to} onStep=${(way) => to(amount + way * unit)} />
    ${children}
  </div>`;
}

/** All bets that can be placed; the layout keeps its size while others bet. */
function Bets({ laid, view }) {
  const unit = view.stakes.ante_min;
  const quick = [
    ["Min", unit],
    ["×2", (laid?.bets.ante ?? 0) * 2],
    ["Max", view.stakes.ante_max],
  ];
  return html`<div class="bet-rows">
    <${Bet} laid=${laid} bet="ante" unit=${unit}>${quick.map(
      ([word, wish]) =>
        html`<button type="button" class="quick" aria-label=${`Ante: ${word}`}
          aria-disabled=${!laid} onClick=${() => laid?.put("ante", wish)}>${word}
          </button>`,
    )}</${Bet}>
    ${sidesOf(view).map((bet) => html`<${Bet} key=${bet} laid=${laid} bet=${bet} unit=${unit} />`)}
  </div>`;
}

/** The state of my own hand, shown in place of the bets. */
function Mine({ view, me }) {
  const hand = handTitle(me.hand_value);
  if (view.phase !== "settled")
    return html`<p class="mine-now">${hand && html`<b>${hand}</b>`}<span>${
      me.status === "raised"
        ? "You raised. The dealer shows last."
        : me.status === "folded"
          ? "You folded and lost the ante."
          : "Raise to stay in, or fold and lose the ante."
    }</span></p>`;
  const { dealer } = view;
  const word = me.net > 0 ? "You win" : me.net < 0 ? "You lose" : "You are even";
  return html`<p class=${`mine-now ${balanceOf(me.net)}`}>
    <b>${word}${me.net ? html` <span class="num">${chips(Math.abs(me.net))}</span>` : ""}</b>
    ${
      dealer.hand_value &&
      html`<span>Dealer: ${[handTitle(dealer.hand_value), dealerPlays(view)]
        .filter(Boolean)
        .join(", ")}</span>`
    }</p>`;
}

function statusText(state, { turn, me, laid, deciding }, name) {
  const view = state.hand?.view;
  if (!view || !me) return "Waiting for the next hand.";
  if (view.phase === "settled") {
    const next = nextHandAt(state);
    return html`The hand is over.${next && html` <${NextHandIn} until=${next} state=${state} />`}`;
  }
  if (turn)
    return html`<b class="your-turn">Your turn</b> ${
      deciding
        ? "Raise or fold?"
        : html`Place your
      bets${
        laid?.raise > 0 &&
        html`<span class="kept"> · ${chips(laid.raise)} reserved for the raise</span>`
      }`
    }`;
  if (me.status === "out") return "You're sitting this hand out.";
  if (me.status === "folded") return "You folded. Next hand soon.";
  return view.turn === null ? "…" : `${name(view.turn)} ${deciding ? "to decide" : "is betting"}`;
}

export function Dock({ state, name, actions }) {
  const { hand, sending } = state;
  const view = hand?.view;
  const mine = mySeat(state);
  const me = handSeat(state, mine);
  const legal = legalByKind(state);
  const running = playing(state);
  const laid = /** @type {any} */ (useBets(state));
  const turn = Boolean(running && me && view.turn === mine && Object.keys(legal).length);
  const deciding = running && view.phase === "decision";
  const betting = turn && !deciding && Boolean(laid);
  const guard = usePriceGuard(hand && `${hand.id}/${view.phase}`);
  const { explain } = actions;

  const short = betting && laid.cost > laid.funds;
  const gone = {
    folded: "You have folded.",
    out: "You're sitting this hand out.",
    raised: "You have raised.",
  };
  const poor =
    short &&
    `The ante and its raise need ${chips(laid.cost)} chips; you have ${chips(laid.funds)}.`;
  const why = (kind) =>
    (turn && blockedText(state, kind)) || notNow({ running, folded: gone[me?.status], inHand: me });
  const whyDeal = poor || (deciding ? "The cards are dealt." : why("ante"));
  const whyAgain = betting && !laid.last ? "You have not placed a bet yet." : whyDeal;
  const may = {
    deal: Boolean(legal.ante && betting && !short),
    raise: Boolean(turn && legal.raise),
    fold: Boolean(turn && legal.fold),
  };
  const again = may.deal && laid.last;

  /** A button's action, ignored just after the phase has changed under the finger. */
  const guarded = (on, what, reason) => () => (on ? guard.guarded() || what() : explain(reason));
  const placeAll = (bets) => {
    choose({ placed: bets, laid: { hand: hand.id, bets } });
    inOrder(actions, steps(bets, laid.standing));
  };
  const leave = () => inOrder(actions, [...steps({}, laid.standing), ["pass", {}]]);
  const deal = guarded(may.deal, () => placeAll(laid.bets), whyDeal);
  const same = guarded(again, () => placeAll(laid.last), whyAgain);
  const out = guarded(betting, leave, whyDeal);
  const raise = guarded(may.raise, () => actions.act("raise"), why("raise"));
  const fold = guarded(may.fold, () => actions.act("fold"), why("fold"));
  useLayoutEffect(() => {
    const on = (what) => () => turn && what();
    actions.keys.now = deciding
      ? { r: on(raise), f: on(fold) }
      : {
          enter: on(deal),
          d: on(deal),
          r: on(same),
          f: on(out),
          ...arrowKeys((way) => laid?.put("ante", laid.bets.ante + way * view.stakes.ante_min)),
        };
  });

  const place = places(state, actions, why);
  const button = (kind, props) => place(kind, { pulse: guard.pulse, ...props });
  return html`<section class=${`dock dealer ${turn ? "turn" : ""}`} aria-label="Your actions">
    <${Refusal} state=${state} />
    <p class="status">${statusText(state, { turn, me, laid, deciding }, name)}</p>
    <div class="dock-body">
    ${
      view &&
      (me && view.phase !== "betting" && me.status !== "out"
        ? html`<${Mine} view=${view}
    me=${me} />`
        : html`<${Bets} laid=${laid} view=${view} />`)
    }</div>
    ${
      deciding
        ? html`<div class="places two">
          ${button("fold", {
            tone: "fold",
            icon: "pack",
            label: "Fold",
            hotkey: "F",
            on: may.fold,
            onDo: fold,
          })}
          ${button("raise", {
            tone: "raise",
            icon: "up",
            label: "Raise",
            amount: legal.raise?.amount,
            hotkey: "R",
            on: may.raise,
            onDo: raise,
          })}</div>`
        : html`<div class="places">
          ${button("pass", {
            tone: "pack",
            icon: "pack",
            label: "Sit this hand out",
            hotkey: "F",
            on: betting,
            why: whyDeal,
            onDo: out,
          })}
          ${button("again", {
            tone: "show",
            icon: "turn",
            label: "Same again",
            amount: again ? staked(laid.last) : undefined,
            hotkey: "R",
            on: Boolean(again),
            why: whyAgain,
            onDo: same,
          })}
          ${button("deal", {
            tone: "chaal",
            icon: "chip",
            label: "Deal",
            amount: laid ? staked(laid.bets) : undefined,
            hotkey: "D",
            on: may.deal,
            busy: Boolean(sending && sending !== "pass"),
            why: whyDeal,
            onDo: deal,
          })}</div>`
    }
  </section>`;
}
