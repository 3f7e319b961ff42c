// @ts-check
/** Owns what a choice made before my turn is worth in Teen Patti: when it holds, what it does. */
import { useArmed } from "../armed.js";

/**
 * Whether a choice still holds: a bet dies when its price moves, all die with the hand.
 * @param {import("../ahead.js").Armed} armed @param {{price: number | null, at: string}} now
 */
export const holds = (armed, { price, at }) =>
  armed.at === at && (armed.wish === "fold" || armed.price === price);

/**
 * What a choice that holds does on my turn: nothing where its price is not the least to bet.
 * @param {import("../ahead.js").Armed} armed @param {Record<string, any>} legal
 * @returns {[string, any?] | null}
 */
export function does(armed, legal) {
  if (armed.wish === "fold") return legal.fold ? ["fold"] : null;
  return legal.bet?.min === armed.price ? ["bet", { amount: armed.price }] : null;
}

export function Armed(props) {
  useArmed(props, { holds, does });
  return null;
}
