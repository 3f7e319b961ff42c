// The house's signatures: Ed25519 over "TFAIR2/signed", a byte that says of what, and 32 bytes.
import { createPublicKey, verify } from "node:crypto";
import { NotFair } from "./tfair2.mjs";

// What was signed: a table's chain after a deck, the head of a day, a new key by the key before.
export const [CHAIN, DAY, KEY] = [4, 5, 6];
const SPKI = Buffer.from("302a300506032b6570032100", "hex"); // of any Ed25519 key (RFC 8410)

const hex = (text, size) => {
  const fits = typeof text === "string" && text.length === 2 * size && !/[^0-9a-f]/.test(text);
  if (!fits) throw new NotFair("form", `${size} bytes in hexadecimal digits were expected`);
  return Buffer.from(text, "hex");
};

function holds(key, kind, said, signature) {
  const spki = createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" });
  const signed = Buffer.concat([Buffer.from("TFAIR2/signed"), Buffer.from([kind]), said]);
  return verify(null, signed, spki, signature);
}

/** The keys of /fair/key.json; each but the first is signed by the one before, or by none. */
export function readKeys({ keys }) {
  const found = [];
  for (const { key, from, signature } of keys) {
    const [before, own] = [found.at(-1), { key: hex(key, 32), from }];
    if (before && signature !== null) {
      const follows = from >= before.from && holds(before.key, KEY, own.key, hex(signature, 64));
      if (!follows) throw new NotFair("signature", "a key is not signed by the last");
    }
    found.push(own);
  }
  return found.map((one) => one.key);
}

/** How many keys there are, and whether each vouches for the next, in words. */
export function keysInWords({ keys }) {
  const alone = keys
    .map(({ signature }, i) => (i && signature === null ? i + 1 : 0))
    .filter(Boolean);
  return [`${keys.length} keys`, ...alone.map((n) => `key ${n} not signed by the one before`)].join(
    ", ",
  );
}

/** Checks a signature of 32 bytes; says in words what was found. */
export function checkSigned(keys, kind, said, signature) {
  if ((signature ?? null) === null) return "unsigned";
  const made = hex(signature, 64);
  if (!keys.length) return "signatures not checked (give the house's keys)";
  if (!keys.some((key) => holds(key, kind, hex(said, 32), made)))
    throw new NotFair("signature", "it is by no key of the house");
  return "signed by the house";
}
