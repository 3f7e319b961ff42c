// @ts-check
/**
 * Owns the action bar against the dealer: place bets and deal, then raise or fold.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { chips } from "../../chips.js";
import { choose } from "../../settings.js";
import { html } from "../../view.js";
import { arrowKeys } from "../dock/action_button.js";
import { Stepper } from "../dock/stepper.js";
import { asked, Bar, useTurn } from "../dock/turn.js";
import { NextHandIn } from "../felt/clock.js";
import { handTitle } from "../hand_name.js";
import { balanceOf } from "../sentences.js";
import { nextHandAt } from "../store.js";
import { sidesOf, staked, steps, useBets } from "./bets.js";
import { betName, dealerPlays } from "./words.js";

/** Tone, icon and key of each action. */
const LOOKS = {
  fold: ["fold", "pack", "F"],
  raise: ["raise", "up", "R"],
  pass: ["pack", "pack", "F"],
  again: ["show", "turn", "R"],
  deal: ["chaal", "chip", "D"],
};
/** Why a player no longer acts, by what they have decided. */
const GONE = {
  folded: "You have folded.",
  out: "You're sitting this hand out.",
  raised: "You have raised.",
};

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
    return asked(
      "Your turn",
      deciding
        ? "Raise or fold?"
        : html`Place your bets${
            laid?.raise > 0 &&
            html`<span class="kept"> · ${chips(laid.raise)} reserved for the raise</span>`
          }`,
    );
  if (me.status === "out") return "You're sitting this hand out.";
  if (me.status === "folded") return "You folded. Next hand soon.";
  return view.turn === null ? "…" : `${name(view.turn)} ${deciding ? "to decide" : "is betting"}`;
}

export function Dock({ state, name, actions }) {
  const { hand, sending } = state;
  const game = { looks: LOOKS, gone: GONE, price: hand && `${hand.id}/${hand.view.phase}` };
  const bar = useTurn({ state, actions }, game);
  const { legal, view, me, turn, guard, why, place, useKeys } = bar;
  const laid = /** @type {any} */ (useBets(state));
  const deciding = view?.phase === "decision";
  const betting = turn && !deciding && Boolean(laid);

  const short = betting && laid.cost > laid.funds;
  const poor =
    short &&
    `The ante and its raise need ${chips(laid.cost)} chips; you have ${chips(laid.funds)}.`;
  const whyDeal = poor || (deciding ? "The cards are dealt." : why("ante"));
  const whyAgain = betting && !laid.last ? "You have not placed a bet yet." : whyDeal;
  const may = Boolean(legal.ante && betting && !short);
  const again = may && laid.last;
  const placeAll = (bets) => {
    choose({ placed: bets, laid: { hand: hand.id, bets } });
    inOrder(actions, steps(bets, laid.placed));
  };
  const leave = () => inOrder(actions, [...steps({}, laid.placed), ["pass", {}]]);
  useKeys((taps) => ({
    ...(!deciding && {
      enter: taps.d,
      ...arrowKeys((way) => laid?.put("ante", laid.bets.ante + way * view.stakes.ante_min)),
    }),
  }));

  /** A button that ignores a press just after the phase has changed under the finger. */
  const button = (kind, label, what, props = {}) =>
    place(kind, label, {
      pulse: guard.pulse,
      onDo: () => guard.guarded() || what(),
      ...props,
    });
  return html`<${Bar} look="dealer" state=${state} turn=${turn}>
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
          ${button("fold", "Fold", () => actions.act("fold"))}
          ${button("raise", "Raise", () => actions.act("raise"), {
            on: turn && Boolean(legal.raise),
            amount: legal.raise?.amount,
          })}</div>`
        : html`<div class="places">
          ${button("pass", "Sit this hand out", leave, { on: betting, why: whyDeal })}
          ${button("again", "Same again", () => placeAll(laid.last), {
            on: Boolean(again),
            why: whyAgain,
            amount: again ? staked(laid.last) : undefined,
          })}
          ${button("deal", "Deal", () => placeAll(laid.bets), {
            on: may,
            why: whyDeal,
            amount: laid ? staked(laid.bets) : undefined,
            busy: Boolean(sending && sending !== "pass"),
          })}</div>`
    }
  </${Bar}>`;
}
