// @ts-check
/** Owns the order of cards and what follows from it: sorting, counting, sweeping, readings. Pure. */

export const RANKS = "3456789TJQKA2BR";
const SUITS = "cdhs";

/** @param {string} code 0 for a three to 14 for the red joker, -1 for a card face down */
export const rank = (code) => RANKS.indexOf(code[0]);

const higher = (a, b) => rank(b) - rank(a) || SUITS.indexOf(b[1]) - SUITS.indexOf(a[1]);

/** How many cards there are of each of the 15 ranks. @param {string[]} codes */
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
 * How many cards of each rank the others hold. The kitty needs no care: before it is taken nobody
 * knows it, after that it is in a hand or played, and what is played is counted once.
 * @param {{played: number[]}} view @param {string[]} mine
 */
export function stillOut(view, mine) {
  const own = counts(mine);
  return view.played.map((played, i) => Math.max(0, (i < 13 ? 4 : 1) - played - own[i]));
}

/** The choice after a stroke from one card of a row to another: each card crossed is turned over. */
export function sweep(base, row, from, to) {
  const [first, last] = from < to ? [from, to] : [to, from];
  const crossed = new Set(row.slice(first, last + 1));
  return [...base.filter((c) => !crossed.has(c)), ...[...crossed].filter((c) => !base.includes(c))];
}

/** How many cards lie in each row. @param {number} count @param {boolean} narrow */
export function rows(count, narrow) {
  const first = narrow && count > 10 ? Math.ceil(count / 2) : count;
  return first < count ? [first, count - first] : [first];
}

const same = (a, b) => a.length === b.length && a.every((code) => b.includes(code));

/** The hint after the one that is chosen now. @param {string[][]} hints @param {string[]} chosen */
export const nextHint = (hints, chosen) =>
  hints[(hints.findIndex((hint) => same(hint, chosen)) + 1) % hints.length] ?? [];

const EACH = { chain: 1, pair_chain: 2, airplane: 3, airplane_with_solos: 4, airplane_with_pairs: 5 };
const FIRST = { rocket: 3, bomb: 2, airplane: 1 };

function parts(reading, count) {
  const [category, low] = reading.split("@");
  const n = EACH[category] ? count / EACH[category] : 1;
  return { kind: FIRST[category] ?? 0, n, low: RANKS.indexOf(low) };
}

/** What a leading player means if nothing else is said. @param {{reading: string}[]} readings */
export const usual = (readings, count) =>
  [...readings].sort((a, b) => {
    const [x, y] = [parts(a.reading, count), parts(b.reading, count)];
    return y.kind - x.kind || y.n - x.n || y.low - x.low;
  })[0]?.reading ?? "";

export const rankName = (i) => RANKS[i]?.replace("T", "10") ?? "";

/** "Airplane with solos 4–6". @param {{reading: string, name: string}} option */
export function readingName({ reading, name }, count) {
  const { n, low } = parts(reading, count);
  return `${name} ${rankName(low)}${n > 1 ? `–${rankName(low + n - 1)}` : ""}`;
}
