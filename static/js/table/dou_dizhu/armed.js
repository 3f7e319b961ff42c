// @ts-check
/**
 * Owns automatic passing: chosen ahead for one turn, or whenever I can't beat the last play. Both
 * pass after the same delay, so nobody can tell one from the other.
 */
import { useEffect } from "../../view.js";
import { useArmed } from "../dock/armed.js";

export const PASS_AFTER_MS = [800, 4000];

/**
 * Whether a pass chosen ahead still holds: it is cancelled when there is a new play to beat.
 * @param {import("../dock/ahead.js").Armed} armed @param {{price: string, at: string}} now
 */
export const holds = (armed, { price, at }) => armed.at === at && armed.price === price;

/** @param {any} _armed @param {Record<string, any>} legal @returns {[string] | null} */
export const does = (_armed, legal) => (legal.pass ? ["pass"] : null);

export function Armed(props) {
  useArmed(props, { holds, does, changed: "dou_dizhu.play_changed", after: PASS_AFTER_MS });
  return null;
}

/** Passes once per named state of the hand. @param {string} moment @param {() => void} pass */
export function usePassing(moment, pass) {
  useEffect(() => {
    if (!moment) return undefined;
    const [least, most] = PASS_AFTER_MS;
    const timer = setTimeout(pass, least + Math.random() * (most - least));
    return () => clearTimeout(timer);
  }, [moment]);
}
