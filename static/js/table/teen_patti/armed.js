// @ts-check
/** Owns actions chosen ahead in Teen Patti: when one holds, and what it does. */
import { useArmed } from "../dock/armed.js";

/**
 * Whether a choice still holds: a bet is cancelled when its price changes, all are after the hand.
 * @param {import("../dock/ahead.js").Armed} armed @param {{price: number | null, at: string}} now
 */
export const holds = (armed, { price, at }) =>
  armed.at === at && (armed.wish === "fold" || armed.price === price);

/**
 * The action of a choice on my turn; null if its price is not the minimum bet.
 * @param {import("../dock/ahead.js").Armed} armed @param {Record<string, any>} legal
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
