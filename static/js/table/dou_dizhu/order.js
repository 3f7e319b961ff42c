// @ts-check
/**
 * Owns the order of cards and what follows from it: sorting, counting, sweeping, readings. Pure.
 */

export const RANKS = "3456789TJQKA2BR";
const SUITS = "cdhs";

/** @param {string} code 0 for a three to 14 for the red joker, -1 for a card face down */
export const rank = (code) => RANKS.indexOf(code[0]);

const higher = (a, b) => rank(b) - rank(a) || SUITS.indexOf(b[1]) - SUITS.indexOf(a[1]);

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

/** The number of cards in each row. @param {number} count @param {boolean} narrow */
export function rows(count, narrow) {
  const first = narrow && count > 10 ? Math.ceil(count / 2) : count;
  return first < count ? [first, count - first] : [first];
}

const same = (a, b) => a.length === b.length && a.every((code) => b.includes(code));

/** The hint after the one that is chosen now. @param {string[][]} hints @param {string[]} chosen */
export const nextHint = (hints, chosen) =>
  hints[(hints.findIndex((hint) => same(hint, chosen)) + 1) % hints.length] ?? [];

export const rankName = (i) => RANKS[i]?.replace("T", "10") ?? "";
