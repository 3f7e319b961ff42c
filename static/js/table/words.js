// @ts-check
/** Owns the pieces of sentences that all games share. Must not know the words of any game. */

import { chips } from "../chips.js";

const SUIT = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Cards as short text: "K♠ Q♠ J♠". @param {string[]} codes */
export function cardsShort(codes) {
  return codes
    .map((code) => (code === "??" ? "▮" : code[0].replace("T", "10") + SUIT[code[1]]))
    .join(" ");
}

/** Why the platform acted for a player. */
const AUTO = { timeout: " (out of time)", away: " (automatic)" };

/** @typedef {{name: (seat: number) => string, mine: number | null, number?: number}} Speaker */

/**
 * The subject of an event, and the form of the verb for others and for me.
 * @param {any} event
 * @param {Speaker} who
 */
export function grammar({ kind, seat, auto }, who) {
  const why = AUTO[auto] ?? "";
  const me = (number) => number === who.mine && who.mine !== null;
  return {
    me,
    name: (number) => (me(number) ? "you" : who.name(number)),
    subject: me(seat) ? "You" : seat === undefined ? "" : who.name(seat),
    does: (third, first) => (me(seat) ? first : third),
    line: (text, spoken = text) => ({ text: text + why, spoken: spoken + why, kind, seat, auto }),
  };
}

/** "1 hand", "1,200 hands". */
export const count = (n, one, many = `${one}s`) => `${chips(n)} ${n === 1 ? one : many}`;

const ORDINAL = ["", "1st", "2nd", "3rd"];
export const ordinal = (place) => ORDINAL[place] ?? `${place}th`;

export const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);
