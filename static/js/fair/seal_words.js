// @ts-check
/** Owns what the seal says. Pure. */
import { listed, text } from "../messages.js";

/** @typedef {import("./door.js").Seal} Seal */

/** The state of the checks in one line. @param {Seal} seal */
export function sealText(seal) {
  const { failed, hand, older, cutters, players, cards, ambers } = seal;
  if (failed) return text("fair.seal.failed");
  if (ambers.includes("request")) return text("fair.seal.waiting");
  if (!hand) return text("fair.seal.next");
  if (older) return text("fair.seal.older");
  // A cut comes from a browser; bots and pages that were closed at the deal make none.
  const late = ambers.includes("late");
  const counts = { cards, cutters: cutters.length, players: players.length, late };
  return text("fair.seal.checked", counts);
}

/** What is worth telling, in sentences. @param {Seal} seal */
export const amberTexts = (seal) =>
  seal.ambers.map((name) => text(`fair.amber.${name.replaceAll(" ", "_")}`));

/** A seat with its player. @param {number} seat @param {(seat: number) => string} name */
function seatNamed(seat, name) {
  const number = seat + 1;
  const [plain, who] = [text("fair.seal.seat", { number }), name(seat)];
  if (who.toLowerCase().includes(plain.toLowerCase())) return plain;
  return text("fair.seal.seat_named", { number, name: who });
}

/** Why a deck was thrown away: 1 to 5 are the house's reasons. */
function whyThrown([, reason, blamed], name) {
  const seats = listed(blamed.map((seat) => seatNamed(seat, name)));
  return text(`fair.thrown.${reason >= 1 && reason <= 5 ? reason : 0}`, {
    seats,
    count: blamed.length,
  });
}

/**
 * Which decks were thrown away before this one, and why; empty for none.
 * @param {Seal} seal @param {(seat: number) => string} name
 */
export function thrownText({ decks, next }, name) {
  if (!decks.length) return "";
  const why = new Set(decks.map((deck) => whyThrown(deck, name)));
  const reasons = [...why].join(text("fair.seal.reasons_separator"));
  return text("fair.seal.thrown", { count: decks.length, next: next > 0, reasons });
}

/** What the house signed. @param {Seal} seal */
export function signedText({ signed, unsigned }) {
  if (!signed) return "";
  return text(unsigned ? "fair.seal.some_unsigned" : "fair.seal.signed");
}
