// @ts-check
/**
 * Owns the dealing scheme TFAIR1 as the browser computes it: hashes, trees, the permutation, and
 * the checks of proofs, decks and openings. The same as `games/fair` in Python, byte by byte.
 */
import { ProofFailed } from "./failed.js";
import { hashes } from "./hashes.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */
/** @typedef {{p: number, t: number, card: number, salt: string, path: string[]}} CardOpening */

const text = new TextEncoder();
const TAG = text.encode("TFAIR1");
const PICK = text.encode("/pick");
const PERM = text.encode("/perm");
const SHUFFLE = text.encode("/shuffle");
const SALT = text.encode("/salt");

/** @param {unknown} holds @param {string} check @param {string} why @returns {asserts holds} */
export function need(holds, check, why) {
  if (!holds) throw new ProofFailed(check, why);
}

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (x) => x.toString(16).padStart(2, "0")).join("");

/** @param {string} hex @param {number} size in bytes @returns {Bytes} */
export function bytesOf(hex, size) {
  const good = typeof hex === "string" && /^[0-9a-f]*$/.test(hex) && hex.length === 2 * size;
  need(good, "form", `${size} bytes were expected`);
  return Uint8Array.from({ length: size }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
}

/** @param {...(Uint8Array | number[])} parts @returns {Bytes} */
function join(...parts) {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export const u32 = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
/** The hash of a kind, its tag and its fields. */
export const tagged = (kind, ...parts) => hashes.sha256(join([kind], TAG, ...parts));
const node = (left, right) => hashes.sha256(join([1], left, right));

/** Unbiased numbers from a key. @param {Bytes} key @param {Bytes} label */
async function stream(key, label) {
  const sign = await hashes.hmacWith(key);
  let block = new Uint8Array();
  let counter = 0;
  let at = 0;
  /** @param {number} n at most 256 */
  return async function below(n) {
    const limit = 256 - (256 % n);
    while (true) {
      if (at === block.length) {
        block = await sign(join(TAG, label, u32(counter)));
        counter += 1;
        at = 0;
      }
      const value = block[at];
      at += 1;
      if (value < limit) return value % n;
    }
  };
}

/** @param {Bytes} key @param {Bytes} label @param {number} n @returns {Promise<number[]>} */
async function perm(key, label, n) {
  const below = await stream(key, label);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = await below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** @param {Bytes} key */
export const pickOf = async (key, candidates) => (await stream(key, PICK))(candidates);
/** @param {Bytes} key */
export const placesOf = (key, n) => perm(key, PERM, n);
/** @param {Bytes} master */
export const secretOrder = (master, n) => perm(master, SHUFFLE, n);

/** @param {Bytes} master @returns {Promise<Bytes[]>} */
export async function saltsOf(master, n) {
  const sign = await hashes.hmacWith(master);
  const all = Array.from({ length: n }, (_, t) => sign(join(TAG, SALT, [t])));
  return (await Promise.all(all)).map((mac) => mac.slice(0, 16));
}

export const leafOf = (deckId, k, t, card, salt) => tagged(0, deckId, [k, t, card], salt);
export const cutCommitOf = (deckId, seat, cut) => tagged(2, deckId, [seat], cut);
export const commitOf = (deckId, n, roots) => tagged(4, deckId, [n, roots.length], ...roots);
export const chainAfter = (chain, digest) => tagged(5, chain, digest);
export const digestOf = (handId, deckId, commit, key, pick) =>
  tagged(6, handId, deckId, commit, key, [pick]);

/** @param {[number, Bytes][]} cuts in any order of seats */
export function publicKeyOf(deckId, commit, cuts) {
  const sorted = [...cuts].sort(([one], [other]) => one - other);
  const parts = sorted.flatMap(([seat, cut]) => [[seat], cut]);
  return tagged(3, deckId, commit, [cuts.length], ...parts);
}

/** The largest power of two below `n`. */
const splitOf = (n) => 2 ** (31 - Math.clz32(n - 1));

/** @param {Bytes[]} leaves @returns {Promise<Bytes>} */
export async function rootOf(leaves) {
  if (leaves.length === 1) return leaves[0];
  const split = splitOf(leaves.length);
  const [left, right] = [rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split))];
  return node(await left, await right);
}

/** @param {Bytes} leaf @param {Bytes[]} path from the leaf upwards @returns {Promise<Bytes>} */
export async function rootBy(leaf, index, count, path) {
  need(count > 1 || !path.length, "path", "it is too long");
  if (count === 1) return leaf;
  need(path.length, "path", "it is too short");
  const split = splitOf(count);
  const last = path[path.length - 1];
  const rest = path.slice(0, -1);
  if (index < split) return node(await rootBy(leaf, index, split, rest), last);
  return node(last, await rootBy(leaf, index - split, count - split, rest));
}

/** The root of one candidate from its master. @param {Bytes} deckId @param {Bytes} master */
export async function rootOfMaster(deckId, k, master, n) {
  const [order, salts] = await Promise.all([secretOrder(master, n), saltsOf(master, n)]);
  return rootOf(await Promise.all(order.map((card, t) => leafOf(deckId, k, t, card, salts[t]))));
}

/** A deck as it was published: is its commit that of its roots? Gives id and roots as bytes. */
export async function checkDeck(deck) {
  need(deck.n > 0 && deck.n <= 255, "deck", "the deck does not exist");
  const id = bytesOf(deck.deck_id, 16);
  const roots = deck.roots.map((root) => bytesOf(root, 32));
  const commit = await commitOf(id, deck.n, roots);
  need(hexOf(commit) === deck.commit, "commit", "it is not the hash of the roots");
  return { id, roots, commit };
}

/** @returns {Promise<[number, Bytes][]>} */
async function checkCuts(proof, deckId) {
  const promised = new Map(proof.cut_commits);
  const cuts = new Map(proof.cuts);
  const once = promised.size === proof.cut_commits.length && cuts.size === proof.cuts.length;
  need(once, "cuts", "a seat has cut twice");
  /** @type {[number, Bytes][]} */
  const found = [];
  for (const [seat, cut] of cuts) {
    const bytes = bytesOf(cut, 32);
    const promise = hexOf(await cutCommitOf(deckId, seat, bytes));
    need(promised.get(seat) === promise, "cuts", `seat ${seat} committed to another cut`);
    found.push([seat, bytes]);
  }
  return found;
}

/** The candidates that were not dealt are what the algorithm makes of their masters. */
async function checkOpened(proof, deck) {
  const { masters, pick, n } = proof;
  const all = masters.length === deck.roots.length && masters[pick] === null;
  need(all, "masters", "not all other decks are opened");
  const others = masters.map(async (master, k) => {
    if (k === pick) return;
    need(typeof master === "string", "masters", `deck ${k} is not opened`);
    const root = await rootOfMaster(deck.id, k, bytesOf(master, 32), n);
    need(hexOf(root) === proof.roots[k], "masters", `deck ${k} is not what was sealed`);
  });
  await Promise.all(others);
}

/** Checks all of a proof but its openings; throws `ProofFailed`. Gives the places of the deal. */
export async function checkDeal(proof) {
  need(proof.scheme === "TFAIR1", "scheme", "this is not TFAIR1");
  const deck = await checkDeck(proof);
  const key = await publicKeyOf(deck.id, deck.commit, await checkCuts(proof, deck.id));
  need(hexOf(key) === proof.public_key, "public_key", "it does not match the cuts");
  const pick = await pickOf(key, deck.roots.length);
  need(pick === proof.pick, "pick", "the cuts pick another deck");
  await checkOpened(proof, deck);
  const hand = bytesOf(proof.hand_id, 16);
  const digest = await digestOf(hand, deck.id, deck.commit, key, pick);
  need(hexOf(digest) === proof.digest, "digest", "it does not match the deal");
  const chain = await chainAfter(bytesOf(proof.chain_before, 32), digest);
  need(hexOf(chain) === proof.chain, "chain", "it does not follow from the digest");
  return placesOf(key, proof.n);
}

/**
 * Checks cards of a proof that `checkDeal` has passed; throws `ProofFailed`.
 * @param {any} proof @param {CardOpening[]} openings
 * @param {number[]} [places] what `checkDeal` gave
 */
export async function checkOpenings(proof, openings, places) {
  const { n, pick } = proof;
  const deckId = bytesOf(proof.deck_id, 16);
  const order = places ?? (await placesOf(bytesOf(proof.public_key, 32), n));
  const seen = new Set();
  for (const { p, t, card, salt, path } of openings) {
    const inDeck = Number.isInteger(p) && p >= 0 && p < n && order[p] === t;
    need(inDeck, "permutation", `position ${p} is not place ${t}`);
    need(Number.isInteger(card) && card >= 0 && card < n, "card", `there is no card ${card}`);
    need(!seen.has(card), "card", `card ${card} was dealt twice`);
    seen.add(card);
    const leaf = await leafOf(deckId, pick, t, card, bytesOf(salt, 16));
    const nodes = path.map((one) => bytesOf(one, 32));
    const root = hexOf(await rootBy(leaf, t, n, nodes));
    need(root === proof.roots[pick], "path", `card ${card} is not in the deck`);
  }
}

/** Checks a deck that was opened in full, unplayed: all its masters. Throws `ProofFailed`. */
export async function checkUnplayed(deck) {
  const { id, roots } = await checkDeck(deck);
  need(deck.masters.length === roots.length, "masters", "not all decks are opened");
  const made = deck.masters.map((one, k) => rootOfMaster(id, k, bytesOf(one, 32), deck.n));
  (await Promise.all(made)).forEach((root, k) => {
    need(hexOf(root) === deck.roots[k], "masters", `deck ${k} is not what was sealed`);
  });
}
