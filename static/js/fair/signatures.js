// @ts-check
/** Owns the check of what the house signed, where a browser can: Ed25519 of WebCrypto. */

const TAG = new TextEncoder().encode("TFAIR2/signed");

const bytes = (hex, size) => {
  if (!/^[0-9a-f]*$/.test(hex) || hex.length !== 2 * size) throw new TypeError("not digits");
  return Uint8Array.from({ length: size }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
};

/** The keys that a browser can use; null where it knows no Ed25519. @param {string[]} keys */
async function usable(keys) {
  try {
    const take = (key) =>
      crypto.subtle.importKey("raw", bytes(key, 32), { name: "Ed25519" }, false, ["verify"]);
    return await Promise.all(keys.map(take));
  } catch {
    return null;
  }
}

/**
 * Whether one of the house's keys has signed; null where this browser cannot tell.
 * @param {string[]} keys @param {number} kind @param {string} hash @param {string} signature
 */
export async function isSigned(keys, kind, hash, signature) {
  const found = await usable(keys);
  if (!found) return null;
  const message = new Uint8Array([...TAG, kind, ...bytes(hash, 32)]);
  try {
    const signed = bytes(signature, 64);
    for (const key of found)
      if (await crypto.subtle.verify({ name: "Ed25519" }, key, signed, message)) return true;
    return false;
  } catch {
    return false;
  }
}
