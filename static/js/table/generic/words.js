// @ts-check
/** Owns the labels of seats in any game: what they did, for how much. */
import { chips } from "../../chips.js";

/** A key in words: "side_show" is "side show". @param {string} key */
export const inWords = (key) => key.replaceAll("_", " ");

/** A key as the name of a button or a label. @param {string} key */
export const title = (key) => {
  const words = inWords(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
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
  const label = { seat: event.seat, text: title(event.kind) + amount, tone: tone(event) };
  return { ...labels, [event.seat]: label };
}

/** The label for a seat when no event was seen (after a reconnection). */
export const labelFromView = (seat) =>
  seat.status === "folded" ? { text: "Folded", tone: "fold" } : null;
