// @ts-check
/** Owns what a choice made before my turn is worth in hold'em: when it holds, what it does. */
import { useArmed } from "../armed.js";

/**
 * Whether a choice still holds: an exact price dies when the price moves, all die with the street.
 * @param {import("../ahead.js").Armed} armed @param {{price: number | null, at: string}} now
 */
export function holds(armed, { price, at }) {
  if (armed.at !== at) return false;
  return armed.wish === "check_fold" || armed.wish === "call_any" || armed.price === price;
}

/**
 * What a choice that holds does on my turn.
 * @param {import("../ahead.js").Armed} armed
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
