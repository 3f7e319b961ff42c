// @ts-check
/**
 * Owns an action chosen before my turn: when it dies, and what it does when my turn comes.
 * Draws nothing.
 */
import { useEffect } from "../../view.js";

/** @typedef {{wish: string, label: string, price: number, at: string}} Armed */

/**
 * Whether a choice still holds: an exact price dies when the price moves, all die with the street.
 * @param {Armed} armed @param {{price: number | null, at: string}} now
 */
export function holds(armed, { price, at }) {
  if (armed.at !== at) return false;
  return armed.wish === "check_fold" || armed.wish === "call_any" || armed.price === price;
}

/**
 * What a choice that holds does on my turn.
 * @param {Armed} armed
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

/**
 * Acts after a little while, which differs so that it tells nobody that the choice was made ahead.
 */
export function Armed({ ahead, now, turn, legal, act }) {
  const { armed } = ahead;
  const alive = holds(armed, now);
  useEffect(() => {
    if (!alive)
      ahead.die(armed.at === now.at ? `“${armed.label}” is off: the price has changed.` : "");
  }, [alive]);
  useEffect(() => {
    if (!alive || !turn) return undefined;
    const does = () => {
      const kind = actionOf(armed, legal);
      ahead.drop();
      if (kind) act(kind);
    };
    const timer = setTimeout(does, 150 + Math.random() * 450);
    return () => clearTimeout(timer);
  }, [alive, turn, armed.wish]);
  return null;
}
