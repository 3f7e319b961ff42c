// @ts-check
/** Owns the labels of seats in a hand of hold'em: one action as a word or two. */
import { text } from "../../messages.js";

const TONES = {
  ante: "boot",
  blind: "boot",
  check: "see",
  vote: "see",
  call: "call",
  bet: "bet",
  raise_to: "bet",
  fold: "fold",
  all_in: "allin",
};

/** @param {string} kind @param {any} event */
function labelOf(kind, event) {
  const shown = event.all_in ? "all_in" : kind;
  if (!TONES[shown]) return null;
  const args = { amount: 0, reason: "", ...event };
  const key = shown === "blind" ? event.which : shown;
  return { text: text(`holdem.label.${key}`, args), tone: TONES[shown] };
}

const LASTING = new Set(["fold", "allin"]);

/** The labels of all seats after an event; a new street leaves only folds and all-ins. */
export function labels(labels, event) {
  if (event.kind === "street" || event.kind === "collect")
    return Object.fromEntries(Object.entries(labels).filter(([, { tone }]) => LASTING.has(tone)));
  const label = labelOf(event.kind, event);
  return label ? { ...labels, [event.seat]: label } : labels;
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ status, last }) {
  if (status === "folded") return labelOf("fold", {});
  if (status === "all_in") return labelOf("all_in", {});
  return last ? labelOf(last.kind, last) : null;
}
