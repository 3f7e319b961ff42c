// @ts-check
/**
 * Owns actions chosen before my turn: which are offered, when one dies, what it does. Pure.
 */

/** @typedef {"check_fold" | "check" | "call" | "call_any"} Wish */
/** @typedef {{wish: Wish, price: number, at: string}} Armed */

/** What a choice belongs to: this street of this hand. */
export const moment = (hand) => `${hand.id}/${hand.view.phase}`;

/** The choices for a price. @param {number} price chips it would cost now to stay @returns {[Wish, string][]} */
export function wishes(price, figure = String) {
  return price > 0
    ? [
        ["check_fold", "Fold"],
        ["call", `Call ${figure(price)}`],
        ["call_any", "Call any"],
      ]
    : [
        ["check_fold", "Check/Fold"],
        ["check", "Check"],
        ["call_any", "Call any"],
      ];
}

/**
 * Whether a choice still holds: an exact price dies when the price moves, all die with the street.
 * @param {Armed} armed @param {{price: number, at: string}} now
 */
export function holds(armed, { price, at }) {
  if (armed.at !== at) return false;
  return armed.wish === "check_fold" || armed.wish === "call_any" || armed.price === price;
}

/** The action of a choice that holds, once it is my turn. @param {Armed} armed @param {Record<string, any>} legal */
export function actionOf(armed, legal) {
  const kind = {
    check_fold: legal.check ? "check" : "fold",
    check: "check",
    call: "call",
    call_any: legal.call ? "call" : "check",
  }[armed.wish];
  return legal[kind] ? kind : null;
}
