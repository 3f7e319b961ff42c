// @ts-check
/**
 * Owns the action bar against the dealer: place bets and deal, then raise or fold.
 * Legal actions come from the server's view; nothing here knows the rules.
 */
import { text } from "../../messages.js";
import { choose } from "../../settings.js";
import { html } from "../../view.js";
import { arrowKeys, off } from "../dock/action_button.js";
import { Stepper } from "../dock/stepper.js";
import { asked, Bar, useTurn } from "../dock/turn.js";
import { NextHandIn } from "../felt/clock.js";
import { handTitle } from "../hand_name.js";
import { balanceOf } from "../sentences.js";
import { nextHandAt } from "../store.js";
import { sidesOf, staked, steps, useBets } from "./bets.js";
import { betName, dealerPlays, netText } from "./words.js";

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
  folded: "table.have_folded",
  out: "dealer_teen_patti.sits_out",
  raised: "dealer_teen_patti.have_raised",
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
function Bet({ laid, bet, unit, why, explain, children }) {
  const amount = laid?.bets[bet] ?? 0;
  const [least, most] = laid?.bounds(bet) ?? [0, 0];
  const to = (wish) => laid.put(bet, wish);
  return html`<div class=${`bet-row ${bet}`}><span class="what" aria-hidden="true">${betName(bet)}
    </span>
    <${Stepper} label=${betName(bet)} value=${amount} min=${least} max=${most}
    why=${why} explain=${explain} onCommit=${to} onStep=${(way) => to(amount + way * unit)} />
    ${children}
  </div>`;
}

/** All bets that can be placed; the layout keeps its size while others bet. */
function Bets({ laid, view, ...reason }) {
  const { why, explain } = reason;
  const unit = view.stakes.ante_min;
  const quick = [
    [text("table.amount.min"), unit],
    ["×2", (laid?.bets.ante ?? 0) * 2],
    [text("table.amount.max"), view.stakes.ante_max],
  ];
  return html`<div class="bet-rows">
    <${Bet} laid=${laid} bet="ante" unit=${unit} ...${reason}>${quick.map(
      ([word, wish]) =>
        html`<button type="button" class="quick"
          aria-label=${text("dealer_teen_patti.quick_ante", { amount: word })}
          ...${off(why)}
          onClick=${() => (why ? explain(why) : laid.put("ante", wish))}>${word}
          </button>`,
    )}</${Bet}>
    ${sidesOf(view).map(
      (bet) => html`<${Bet} key=${bet} laid=${laid} bet=${bet} unit=${unit}
      ...${reason} />`,
    )}
  </div>`;
}

/** What a player has decided by their status; of others the raise is asked. */
const MINE = ["raised", "folded"];

/** The state of my own hand, shown in place of the bets. */
function Mine({ view, me }) {
  const hand = handTitle(me.hand_value);
  const decided = MINE.includes(me.status) ? me.status : "asked";
  if (view.phase !== "settled")
    return html`<p class="mine-now">${hand && html`<b>${hand}</b>`}<span>
      ${text(`dealer_teen_patti.mine.${decided}`)}</span></p>`;
  const { dealer } = view;
  return html`<p class=${`mine-now ${balanceOf(me.net)}`}>
    <b>${netText(me.net)}</b>
    ${
      dealer.hand_value &&
      html`<span>${text("dealer_teen_patti.dealer_has", {
        hand: handTitle(dealer.hand_value),
        plays: dealerPlays(view) || null,
      })}</span>`
    }</p>`;
}

function statusText(state, { turn, me, laid, deciding }, name) {
  const view = state.hand?.view;
  if (!view || !me) return text("table.next_hand_waits");
  if (view.phase === "settled") {
    const next = nextHandAt(state);
    return html`${text("table.hand_over_now")} ${
      next && html`<${NextHandIn} until=${next} state=${state} />`
    }`;
  }
  if (turn)
    return asked(
      deciding
        ? text("dealer_teen_patti.raise_or_fold")
        : html`${text("dealer_teen_patti.place_bets")}${
            laid?.raise > 0 &&
            html`<span class="kept"> · ${text("dealer_teen_patti.reserved", laid)}</span>`
          }`,
    );
  if (me.status === "out") return text("dealer_teen_patti.sits_out");
  if (me.status === "folded") return text("table.you_folded");
  if (view.turn === null) return "…";
  return text("dealer_teen_patti.acts", { name: name(view.turn), deciding });
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
  const poor = short && text("dealer_teen_patti.too_poor", laid);
  const whyDeal = poor || (deciding ? text("dealer_teen_patti.dealt") : why("ante"));
  const whyAgain = betting && !laid.last ? text("dealer_teen_patti.no_last_bets") : whyDeal;
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
  const button = (kind, what, props = {}) =>
    place(kind, text(`dealer_teen_patti.button.${kind}`), {
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
        : html`<${Bets} laid=${laid} view=${view} why=${laid ? "" : why("ante")}
    explain=${actions.explain} />`)
    }</div>
    ${
      deciding
        ? html`<div class="places two">
          ${button("fold", () => actions.act("fold"))}
          ${button("raise", () => actions.act("raise"), {
            on: turn && Boolean(legal.raise),
            amount: legal.raise?.amount,
          })}</div>`
        : html`<div class="places">
          ${button("pass", leave, { on: betting, why: whyDeal })}
          ${button("again", () => placeAll(laid.last), {
            on: Boolean(again),
            why: whyAgain,
            amount: again ? staked(laid.last) : undefined,
          })}
          ${button("deal", () => placeAll(laid.bets), {
            on: may,
            why: whyDeal,
            amount: laid ? staked(laid.bets) : undefined,
            busy: Boolean(sending && sending !== "pass"),
          })}</div>`
    }
  </${Bar}>`;
}
