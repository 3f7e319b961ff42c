// @ts-check
/** Owns what TFAIR2 hashes: tagged hashes, streams, trees, and its one JSON text of a value. */
import { ProofFailed } from "../failed.js";
import { hmacOf, sha256 } from "../sha256.js";

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const text = new TextEncoder();
const TAG = text.encode("TFAIR2");
const SALT = text.encode("/salt");
export const NO_CHAIN = "0".repeat(64);

/** @param {unknown} holds @param {string} check @param {string} why @returns {asserts holds} */
export function need(holds, check, why) {
  if (!holds) throw new ProofFailed(check, why);
}

const DIGITS = Array.from({ length: 256 }, (_, x) => x.toString(16).padStart(2, "0"));
/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  let hex = "";
  for (let i = 0; i < bytes.length; i += 1) hex += DIGITS[bytes[i]];
  return hex;
}

/** The value of a checked digit, by its character. @param {number} code */
const digit = (code) => (code < 58 ? code - 48 : code - 87);

/** @param {string} hex checked digits @returns {Bytes} */
export function bytesOf(hex) {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i += 1)
    bytes[i] = (digit(hex.charCodeAt(2 * i)) << 4) | digit(hex.charCodeAt(2 * i + 1));
  return bytes;
}

export const u32 = (n) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

/** Where what is hashed is put together: nothing here runs at the same time as itself. */
let joined = new Uint8Array(512);

/** All parts in a row, until the next call. @param {...ArrayLike<number>} parts */
function join(...parts) {
  let size = 0;
  for (let i = 0; i < parts.length; i += 1) size += parts[i].length;
  if (size > joined.length) joined = new Uint8Array(2 * size);
  let at = 0;
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i];
    for (let k = 0; k < part.length; k += 1) joined[at + k] = part[k];
    at += part.length;
  }
  return joined.subarray(0, size);
}

/** The hash of a kind and its fields. @param {number} kind @param {...ArrayLike<number>} parts */
export const tagged = (kind, ...parts) => sha256(join([kind], TAG, ...parts));

/** The SHA-256 of a value's JSON, in hexadecimal. */
export const jsonHash = (value) => hexOf(sha256(canonical(value)));

/** The one JSON text of a value, as bytes; what has none fails. @returns {Bytes} */
export function canonical(value) {
  return text.encode(written(value));
}

function written(value) {
  if (value === null || typeof value === "boolean") return String(value);
  if (typeof value === "number") {
    need(Number.isSafeInteger(value), "form", "a number is not whole or too large");
    return String(value);
  }
  if (typeof value === "string") {
    need(/^[ !#-[\]-~]*$/.test(value), "form", "a text is not printable ASCII");
    return `"${value}"`;
  }
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`;
  need(typeof value === "object", "form", "this value has no JSON");
  const names = Object.keys(value).sort((one, other) => (one < other ? -1 : 1));
  return `{${names.map((name) => `${written(name)}:${written(value[name])}`).join(",")}}`;
}

/** Unbiased numbers from a key. @param {Bytes} key @param {string} label */
export function stream(key, label) {
  const name = text.encode(label);
  const hmac = hmacOf(key);
  let block = new Uint8Array();
  let counter = 0;
  let at = 0;
  /** @param {number} bound at most 256 */
  return (bound) => {
    const limit = 256 - (256 % bound);
    for (;;) {
      if (at === block.length) {
        block = hmac(join(TAG, name, u32(counter)));
        counter += 1;
        at = 0;
      }
      const value = block[at];
      at += 1;
      if (value < limit) return value % bound;
    }
  };
}

/** @param {Bytes} key @param {string} label @param {number} n @returns {number[]} */
export function permutation(key, label, n) {
  const below = stream(key, label);
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const node = (left, right) => tagged(1, left, right);

/** @param {Bytes} deckId @param {ArrayLike<number>} salt */
export const leafOf = (deckId, k, t, card, salt) => tagged(0, deckId, [k, t, card], salt);

/** The root of a tree; a last node without a neighbour moves up. @param {Bytes[]} leaves */
export function rootOf(leaves) {
  let nodes = leaves;
  if (!nodes.length) return sha256(new Uint8Array());
  while (nodes.length > 1) {
    /** @type {Bytes[]} */
    const above = [];
    for (let i = 0; i < nodes.length; i += 2)
      above.push(i + 1 < nodes.length ? node(nodes[i], nodes[i + 1]) : nodes[i]);
    nodes = above;
  }
  return nodes[0];
}

/** The root that a path leads to, null if its length is wrong. @param {Bytes[]} path */
export function climb(leaf, index, count, path) {
  let found = leaf;
  let used = 0;
  for (let [i, n] = [index, count]; n > 1; i >>= 1, n = (n + 1) >> 1) {
    if (!(i & 1) && i + 1 === n) continue;
    if (used === path.length) return null;
    found = i & 1 ? node(path[used], found) : node(found, path[used]);
    used += 1;
  }
  return used === path.length ? found : null;
}

/** The root of the candidate that a master gives. @param {Bytes} deckId @param {Bytes} master */
export function rootOfMaster(deckId, k, master, n) {
  const hmac = hmacOf(master);
  const leaves = permutation(master, "/shuffle", n).map((card, t) =>
    leafOf(deckId, k, t, card, hmac(join(TAG, SALT, [t])).subarray(0, 16)),
  );
  return rootOf(leaves);
}
