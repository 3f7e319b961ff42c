// @ts-check
/**
 * Owns the house of the demonstration: it knows all masters, and seals, locks, deals and opens
 * whatever it is told to, with hashes that fit. It checks nothing.
 */
import { hmac } from "../sha256.js";
import { cutCommitOf } from "../tfair2/deal.js";
import { chainAfter } from "../tfair2/ends.js";
import {
  bytesOf,
  canonical,
  hexOf,
  leafOf,
  NO_CHAIN,
  permutation,
  rootOf,
  stream,
  tagged,
  u32,
} from "../tfair2/hashes.js";

/** A secret deck. @typedef {{order: number[], salts: Uint8Array[], leaves: any[]}} Candidate */
/** By seat. @typedef {[number, string][]} BySeat */

const SALT = new TextEncoder().encode("TFAIR2/salt");

/** The salts of a candidate. @param {any} master */
const saltsOf = (master, n) =>
  Array.from({ length: n }, (_, t) => hmac(master, Uint8Array.from([...SALT, t])).slice(0, 16));

/** Candidate `k`, in the order that its master gives or in another one. */
export function candidateOf(
  deckId,
  k,
  master,
  n,
  order = permutation(bytesOf(master), "/shuffle", n),
) {
  const salts = saltsOf(bytesOf(master), n);
  const leaves = order.map((card, t) => leafOf(bytesOf(deckId), k, t, card, salts[t]));
  return { order, salts, leaves };
}

/** The published part of a deck. @param {any} deck table_id, no, deck_id, n */
export function sealed({ table_id, no, deck_id, n }, candidates) {
  const roots = candidates.map(({ leaves }) => rootOf(leaves));
  const ids = [bytesOf(table_id), u32(no), bytesOf(deck_id), [n, candidates.length]];
  const commit = hexOf(tagged(4, ...ids, ...roots));
  return { scheme: "TFAIR2", table_id, no, deck_id, n, roots: roots.map(hexOf), commit };
}

/** The hashes of cuts. @param {string} commit @param {BySeat} cuts @returns {BySeat} */
export const promised = (commit, cuts) =>
  cuts.map(([seat, cut]) => [seat, cutCommitOf(commit, seat, cut)]);

/** The lock of a deck. @param {any} deck @param {any} plan @param {BySeat} cut_commits */
export function locked({ commit, no, n }, plan, cut_commits) {
  const list = cut_commits.flatMap(([seat, hash]) => [[seat], bytesOf(hash)]);
  const parts = [bytesOf(commit), tagged(13, canonical(plan)), [cut_commits.length], ...list];
  return { no, n, plan, cut_commits, lock: hexOf(tagged(9, ...parts)) };
}

/** What the cuts give. @param {string} lock @param {BySeat} cuts */
export function drawn(lock, plan, cuts, n) {
  const key = tagged(3, bytesOf(lock), ...cuts.map(([, cut]) => bytesOf(cut)));
  return {
    key,
    pick: stream(key, "/pick")(4),
    button: plan.button[stream(key, "/button")(plan.button.length)],
    places: () => permutation(key, "/perm", n),
  };
}

/** The deal of a locked deck. @param {any} deck @param {any} lock @param {BySeat} cuts */
export function dealt(deck, lock, cuts, masters, { hand_id, number, absent }) {
  const { key, pick, button } = drawn(lock.lock, lock.plan, cuts, deck.n);
  const parts = [bytesOf(hand_id), u32(number), key, [absent.length], absent];
  return {
    ...deck,
    ...lock,
    cuts,
    public_key: hexOf(key),
    pick,
    button,
    masters: masters.map((master, k) => (k === pick ? null : master)),
    hand_id,
    number,
    absent,
    digest: hexOf(tagged(6, ...parts)),
  };
}

/**
 * The proof of the card at position `p` of a deal.
 * @param {any} deal @param {Candidate[]} candidates
 */
export function opening({ public_key, pick, n }, candidates, p) {
  const { order, salts, leaves } = candidates[pick];
  const t = permutation(bytesOf(public_key), "/perm", n)[p];
  return { p, card: order[t], salt: hexOf(salts[t]), path: pathOf(leaves, t) };
}

/** From a leaf upwards; a last node without a neighbour moves up. @returns {string[]} */
function pathOf(leaves, t) {
  const path = [];
  let nodes = leaves;
  for (let i = t; nodes.length > 1; i >>= 1) {
    const beside = nodes[i ^ 1];
    if (beside) path.push(hexOf(beside));
    nodes = Array.from({ length: (nodes.length + 1) >> 1 }, (_, j) =>
      rootOf(nodes.slice(2 * j, 2 * j + 2)),
    );
  }
  return path;
}

/** A deck that is thrown away. @param {any} deck @param {any} lock null if the house denies it */
export function thrown(deck, lock, cuts, masters, { reason, chain_before }) {
  const lockBytes = bytesOf(lock?.lock ?? NO_CHAIN);
  const end = hexOf(tagged(12, bytesOf(deck.commit), [reason], lockBytes, [0]));
  return {
    ...deck,
    plan: lock?.plan ?? null,
    cut_commits: lock?.cut_commits ?? [],
    lock: lock?.lock ?? null,
    masters,
    reason,
    cuts,
    blamed: [],
    chain_before,
    end,
    chain: chainAfter(chain_before, deck.no, end),
    day: null,
  };
}
