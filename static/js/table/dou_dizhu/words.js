// @ts-check
/**
 * Owns the labels of seats in a game of Dou Dizhu: one action as a word or two.
 * Must not draw or send anything.
 */

import { chips } from "../../chips.js";
import { count } from "../words.js";

const JOKERS = { B: "small joker", R: "big joker" };

/** Cards as ranks, suits do not matter: "7 7 7 10". @param {string[]} codes */
export const ranksShort = (codes) =>
  codes.map((code) => JOKERS[code[0]] ?? code[0].replace("T", "10").replace("?", "▮")).join(" ");

/** "trio with a solo" of trio_with_solo. @param {string} category */
export const combination = (category) =>
  category === "pair_chain"
    ? "chain of pairs"
    : category.replaceAll("_", " ").replace(/with (solo|pair)$/, "with a $1");

/** "Trio with a solo". @param {string} category */
export const combinationTitle = (category) => {
  const words = combination(category);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** An amount with its sign, as scores are written. @param {number} amount */
export const signed = (amount) =>
  amount > 0 ? `+${chips(amount)}` : amount < 0 ? `−${chips(-amount)}` : "0";

const SAID = { call: "Call", rob: "Rob", pass: "Pass", double: "Double", decline: "No double" };
const TONES = { pass: "pass", decline: "pass", call: "bet", rob: "bet", double: "bet" };

/** The labels of all seats after an event: bids, and at the end the losses. */
export function labels(labels, event) {
  const { kind, seat } = event;
  if (kind === "landlord" || kind === "play") return { playing: true };
  if (kind === "hand_end")
    return Object.fromEntries(
      (event.net ?? []).flatMap(([who, net]) =>
        net < 0 ? [[who, { text: signed(net), tone: "lost" }]] : [],
      ),
    );
  if (kind === "bid") return { ...labels, [seat]: { text: `Bid ${event.amount}`, tone: "bet" } };
  if (!SAID[kind] || (kind === "pass" && labels.playing)) return labels;
  return { ...labels, [seat]: { text: SAID[kind], tone: TONES[kind] } };
}

/** The label for a bid that a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ said, role }) {
  if (role || !said) return null;
  return { text: SAID[said] ?? `Bid ${said}`, tone: TONES[said] ?? "bet" };
}

/** The text shown while players are missing. */
export function waiting({ table }) {
  const here = table.seats.filter((seat) => seat?.name).length;
  const all = table.max_seats;
  if (here >= all || table.state !== "open") return null;
  return `Waiting for ${count(all - here, "more player")} (${here} of ${all})`;
}
