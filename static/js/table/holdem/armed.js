// @ts-check
/** Owns actions chosen ahead in hold'em: when one holds, and what it does. */
import { useArmed } from "../dock/armed.js";

/**
 * Whether a choice still holds: one with a price is cancelled when the price changes, all are
 * after the street.
 * @param {import("../dock/ahead.js").Armed} armed @param {{price: number | null, at: string}} now
 */
export function holds(armed, { price, at }) {
  if (armed.at !== at) return false;
  return armed.wish === "check_fold" || armed.wish === "call_any" || armed.price === price;
}

/**
 * The action of a choice on my turn; null if it is not legal.
 * @param {import("../dock/ahead.js").Armed} armed
 * @param {Record<string, any>} legal
 */
export function actionOf(armed, legal) {
  const kind = {
    check_fold: legal.check ? "check" : "fold",
    check: "check",
    call: "call",
    call_any: legal.call ? "call" : "check",
  }[armed.wish];
  return kind && legal[kind] ? kind : null;
}

export function Armed(props) {
  const does = (armed, legal) => {
    const kind = actionOf(armed, legal);
    return kind ? /** @type {[string]} */ ([kind]) : null;
  };
  useArmed(props, { holds, does });
  return null;
}
