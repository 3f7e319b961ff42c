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

/** "1 hand", "1,200 hands". */
export const count = (n, one, many = `${one}s`) => `${chips(n)} ${n === 1 ? one : many}`;

const ORDINAL = ["", "1st", "2nd", "3rd"];
export const ordinal = (place) => ORDINAL[place] ?? `${place}th`;
