// @ts-check
/**
 * Owns the labels of seats in a hand of hold'em: one action as a word or two.
 * Must not draw or send anything.
 */

import { chips } from "../../chips.js";

const WORDS = {
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise_to: "Raise to",
  small: "SB",
  big: "BB",
  straddle: "Straddle",
  post: "Posts",
  dead: "Dead blind",
  ante: "Ante",
};

/** @param {string} kind @param {any} event */
function labelOf(kind, { amount, all_in, which, reason, twice }) {
  if (all_in) return { text: amount ? `All-in ${chips(amount)}` : "All-in", tone: "allin" };
  if (kind === "fold") return { text: reason === "left" ? "Left" : "Fold", tone: "fold" };
  if (kind === "vote") return { text: twice ? "Twice" : "Once", tone: "see" };
  const word = WORDS[which ?? kind] ?? WORDS[kind];
  if (!word) return null;
  const tone = { check: "see", blind: "boot", ante: "boot", call: "call" }[kind] ?? "bet";
  return { text: amount ? `${word} ${chips(amount)}` : word, tone };
}

const LASTING = new Set(["fold", "allin"]);

/** The labels of all seats after an event; a new street leaves only folds and all-ins. */
export function labels(labels, event) {
  if (event.kind === "street" || event.kind === "collect")
    return Object.fromEntries(Object.entries(labels).filter(([, { tone }]) => LASTING.has(tone)));
  if (event.seat === undefined || event.kind === "returned" || event.kind === "win") return labels;
  const label = labelOf(event.kind, event);
  return label ? { ...labels, [event.seat]: label } : labels;
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ status, last }) {
  if (status === "folded") return labelOf("fold", {});
  if (status === "all_in") return labelOf("all_in", { all_in: true });
  return last ? labelOf(last.kind, last) : null;
}
