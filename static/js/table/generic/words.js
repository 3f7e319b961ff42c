// @ts-check
/** Owns the labels of seats in any game: what they did, for how much. */
import { chips } from "../../chips.js";
import { has, text } from "../../messages.js";

/** The name of an action; its code where no message knows it. @param {string} kind */
export const named = (kind) => {
  const key = `table.action.${kind}`;
  return has(key) ? text(key) : kind;
};

const cardsOf = (event) => event.cards ?? (event.card ? [event.card] : []);

const tone = (event) => (event.kind === "fold" ? "fold" : event.amount ? "bet" : "see");

/**
 * The labels of all seats after an event.
 * @param {Record<number, any>} labels
 * @param {any} event
 */
export function labels(labels, event) {
  if (event.seat === undefined || event.kind === "win" || cardsOf(event).length) return labels;
  const amount = event.amount ? ` ${chips(event.amount)}` : "";
  const label = { seat: event.seat, text: named(event.kind) + amount, tone: tone(event) };
  return { ...labels, [event.seat]: label };
}

/** The label for a seat when no event was seen (after a reconnection). */
export const labelFromView = (seat) =>
  seat.status === "folded" ? { text: text("table.folded"), tone: "fold" } : null;
