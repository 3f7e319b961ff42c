// @ts-check
/** Owns the labels of seats in a hand of Teen Patti: one action as a word or two. */
import { text } from "../../messages.js";

const TONES = {
  boot: "boot",
  bet: "bet",
  cover: "bet",
  show: "bet",
  side_show_asked: "bet",
  side_show_answer: "see",
  see: "see",
  forced_see: "see",
  variant: "see",
  fold: "fold",
};
/** The actions of a view by the events that they are. */
const EVENTS = {
  side_show: "side_show_asked",
  accept: "side_show_answer",
  refuse: "side_show_answer",
};

/** The name of a variant that a dealer may choose. @param {string} variant */
export const variantName = (variant) => text(`teen_patti.variant.${variant}`);

/** @param {string} kind @param {any} event */
function labelOf(kind, event) {
  const variant = event.variant ? variantName(event.variant) : "";
  const args = { amount: 0, reason: "", ...event, variant };
  return { text: text(`teen_patti.label.${kind}`, args), tone: TONES[kind] };
}

/** The labels of all seats after an event. */
export function labels(labels, event) {
  if (!TONES[event.kind]) return labels;
  const seat = event.seat ?? (event.kind === "side_show_asked" ? event.asker : event.asked);
  return { ...labels, [seat]: labelOf(event.kind, event) };
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ status, blind, last }) {
  if (status === "folded") return labelOf("fold", {});
  if (!last) return null;
  const kind = EVENTS[last.kind] ?? last.kind;
  return TONES[kind] ? labelOf(kind, { ...last, blind, accepted: last.kind === "accept" }) : null;
}
