// @ts-check
/**
 * Owns the order of cards and what follows from it: sorting, counting, sweeping, readings. Pure.
 */

export const RANKS = "3456789TJQKA2BR";
const SUITS = "cdhs";

/** @param {string} code 0 for a three to 14 for the red joker, -1 for a card face down */
export const rank = (code) => RANKS.indexOf(code[0]);

const suit = (code) => SUITS.indexOf(code[1].toLowerCase());

/** By rank, then by suit; equal cards of two packs lie together. */
const higher = (a, b) => rank(b) - rank(a) || suit(b) - suit(a) || (a < b ? -1 : 1);

/** The number of cards of each of the 15 ranks. @param {string[]} codes */
export function counts(codes) {
  const many = Array(15).fill(0);
  for (const code of codes) if (rank(code) >= 0) many[rank(code)] += 1;
  return many;
}

/** Highest first. @param {string[]} codes */
export const byRank = (codes) => [...codes].sort(higher);

/** The rocket, fours, trios, pairs, single cards; each highest first. @param {string[]} codes */
export function byCount(codes) {
  const many = counts(codes);
  if (many[13] && many[14]) many[13] = many[14] = 5;
  return [...codes].sort((a, b) => many[rank(b)] - many[rank(a)] || higher(a, b));
}

/**
 * The selection after a swipe from one card of a row to another: it toggles each card crossed.
 */
export function sweep(base, row, from, to) {
  const [first, last] = from < to ? [from, to] : [to, from];
  const crossed = new Set(row.slice(first, last + 1));
  return [...base.filter((c) => !crossed.has(c)), ...[...crossed].filter((c) => !base.includes(c))];
}

/** The most cards of one row, and of two, by the width of the window. */
const MOST = { narrow: [10, 22], middle: [22, 44], wide: [26, 52] };

/**
 * The number of cards in each row, at most three rows.
 * @param {number} count @param {"narrow" | "middle" | "wide"} width
 */
export function rows(count, width) {
  const [one, two] = MOST[width];
  const many = count <= one ? 1 : count <= two ? 2 : 3;
  const each = Math.ceil(count / many);
  return Array.from({ length: many }, (_, i) => Math.min(each, count - i * each));
}

const same = (a, b) => a.length === b.length && a.every((code) => b.includes(code));

/** The hint after the one that is chosen now. @param {string[][]} hints @param {string[]} chosen */
export const nextHint = (hints, chosen) =>
  hints[(hints.findIndex((hint) => same(hint, chosen)) + 1) % hints.length] ?? [];

export const rankName = (i) => RANKS[i]?.replace("T", "10") ?? "";

/** The target of a pass chosen ahead: the bidding or the last play; null if there is none. */
export function passable(view, seat) {
  if (view.phase === "bidding")
    return view.seats.some((one) => one.seat === seat && one.said) ? null : "bidding";
  if (view.phase !== "play" || !view.last || view.last.seat === seat) return null;
  return `${view.last.seat} ${view.last.cards.join(" ")}`;
}
