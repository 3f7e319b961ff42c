// @ts-check
/** Owns the words for events of any game: who does what, for how much, with which cards. */
import { chips } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { cardsShort, grammar } from "../words.js";

/** A key in words: "side_show" is "side show". @param {string} key */
export const inWords = (key) => key.replaceAll("_", " ");

/** A key as the name of a button or a label. @param {string} key */
export const title = (key) => {
  const words = inWords(key);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const cardsOf = (event) => event.cards ?? (event.card ? [event.card] : []);

/**
 * One event as a line of the log, or null when it needs no words.
 * @param {any} event @param {import("../words.js").Speaker} who
 */
export function say(event, who) {
  const { subject, line } = grammar(event, who);
  if (event.seat === undefined || event.kind === "deal") return null;
  const amount = event.amount ? ` ${chips(event.amount)}` : "";
  const said = `${subject}: ${inWords(event.kind)}${amount}`;
  const cards = cardsOf(event);
  if (!cards.length) return line(said);
  return line(`${said} ${cardsShort(cards)}`, `${said} ${cardsInWords(cards)}`);
}

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
