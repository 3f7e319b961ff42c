// @ts-check
/** Owns the house's keys in files, and the check of what it signed, in sentences for the reader. */
import { isSigned } from "./signatures.js";
import { field, hexIn, listIn, wholeIn } from "./tfair2/forms.js";
import { need } from "./tfair2/hashes.js";

/** What a signature is over. */
export const KIND = { lock: 1, promise: 2, cut: 3, chain: 4, day: 5, key: 6 };
const UNCHECKED = "This browser can't check signatures (it knows no Ed25519).";

/** One thing that the house said. @typedef {[kind: number, hash: string, signature: any]} Said */

/**
 * The keys of a file, from the oldest on; each but the first is signed by the one before, unless
 * that was lost.
 * @param {any} file with `keys` @returns {Promise<{keys: string[], notes: string[]}>}
 */
export async function keysIn(file) {
  /** @type {string[]} */
  const keys = [];
  const notes = new Set();
  for (const one of listIn(file, "keys")) {
    const key = hexIn(one, "key");
    wholeIn(one, "from");
    const signature = field(one, "signature");
    if (keys.length && signature === null)
      notes.add("No older key of the house vouches for one of its keys.");
    else if (keys.length) {
      const good = await isSigned(keys.slice(-1), KIND.key, key, signature);
      need(good !== false, "signature", "a key is not signed by the one before it");
      if (good === null) notes.add(UNCHECKED);
    }
    keys.push(key);
  }
  return { keys, notes: [...notes] };
}

/** Of two files' keys one begins with the other. @param {string[]} one @param {string[]} other */
export function compareKeys(one, other, name) {
  const both = Math.min(one.length, other.length);
  const same = one.slice(0, both).join() === other.slice(0, both).join();
  need(same, "signature", `the keys of the house are not those of ${name}`);
}

/**
 * Checks what the house said, and tells the result in a sentence; a false signature fails.
 * @param {string[] | null} keys null if no file has any @param {Said[]} said
 */
export async function signedText(keys, said) {
  const signed = said.filter(([, , signature]) => signature !== undefined && signature !== null);
  if (!signed.length) return "It has no signature of the house.";
  if (!keys?.length)
    return "Its signatures were not checked: choose chain.json too, which has the keys.";
  for (const [kind, hash, signature] of signed) {
    const good = await isSigned(keys, kind, hash, signature);
    if (good === null) return UNCHECKED;
    need(good, "signature", "a signature is not one of the house");
  }
  const missing = said.length - signed.length;
  return `Signed by the house${missing ? `, but for ${missing} of ${said.length}` : ""}.`;
}
