// @ts-check
/**
 * Owns the bets I prepare before they are placed, and what they cost. The settings keep those of
 * this hand and the last ones placed. The server decides what may be placed.
 */
import { choose, settings } from "../../settings.js";
import { handSeat, mySeat } from "../store.js";

const SIDES = ["pair_plus", "six_card", "tie_bet"];

/** The side bets that may be made here. @param {any} view @returns {string[]} */
export const sidesOf = ({ stakes, pay_table }) =>
  SIDES.filter((side) => stakes.side_bet_max && pay_table.lines.some(({ bet }) => bet === side));

/** A multiple as the server writes it: "1", "3/2". @param {string} text */
export function multiple(text) {
  const [over, under = 1] = text.split("/").map(Number);
  return over / under;
}

/** The raise that goes with an ante. */
export const raiseOf = (ante, view) => Math.ceil(ante * multiple(view.stakes.raise_multiple));

/** The total of some bets, in chips. */
export const staked = (bets) => Object.values(bets).reduce((sum, amount) => sum + amount, 0);

/**
 * Chips that bets need: the raise is held ready with the ante.
 * @param {Record<string, number>} bets
 */
export const cost = (bets, view) => staked(bets) + raiseOf(bets.ante, view);

/** The least and the most that one bet can be beside the others. @returns {[number, number]} */
export function bounds(bet, bets, view, funds) {
  const { ante_min, ante_max, side_bet_max } = view.stakes;
  const left = funds - cost({ ...bets, [bet]: 0 }, view);
  if (bet !== "ante") return [0, Math.max(0, Math.min(side_bet_max, left))];
  let most = Math.min(ante_max, Math.floor(left / (1 + multiple(view.stakes.raise_multiple))));
  while (most + raiseOf(most, view) > left && most > ante_min) most -= 1;
  return [ante_min, Math.max(ante_min, most)];
}

/** The bets with one of them changed as near to a wish as the limits allow. */
export function put(bet, wish, bets, view, funds) {
  const [least, most] = bounds(bet, bets, view, funds);
  const amount = Math.max(least, Math.min(most, Math.round(wish) || 0));
  return { ...bets, [bet]: amount };
}

/**
 * Other bets as far as chips and limits allow, the ante first.
 * @param {Record<string, number>} wish
 */
export const fit = (wish, view, funds) =>
  ["ante", ...sidesOf(view)].reduce(
    (bets, bet) => put(bet, wish[bet] ?? 0, bets, view, funds),
    /** @type {any} */ ({ ante: 0 }),
  );

/**
 * The actions, in order, that turn the bets already placed into the wanted ones.
 * @returns {[string, {amount: number}][]}
 */
export const steps = (bets, placed) =>
  [...SIDES, "ante"]
    .filter((bet) => (bets[bet] ?? 0) !== (placed[bet] ?? 0))
    .map((bet) => [bet, { amount: bets[bet] ?? 0 }]);

/** My bets of this hand, prepared or placed; null once betting is over. */
export function useBets(state) {
  const { hand } = state;
  const me = handSeat(state, mySeat(state));
  if (!me || hand.view.phase !== "betting" || me.status !== "betting") return null;
  const { view } = hand;
  const funds = me.stack + staked(me.bets);
  const laid = settings.laid?.hand === hand.id ? settings.laid.bets : me.bets;
  const bets = fit(laid, view, funds);
  const lay = (next) => choose({ laid: { hand: hand.id, bets: next } });
  return {
    bets,
    placed: me.bets,
    cost: cost(bets, view),
    raise: raiseOf(bets.ante, view),
    funds,
    last: settings.placed && fit(settings.placed, view, funds),
    bounds: (bet) => bounds(bet, bets, view, funds),
    put: (bet, wish) => lay(put(bet, wish, bets, view, funds)),
    lay,
  };
}
