// The browser's fair-dealing modules in Node: a task by name, JSON from stdin, JSON to stdout;
// with `lines`, an answer for each line as it arrives.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

if (process.env.OWN_HASHES)
  Object.defineProperty(globalThis, "crypto", { value: undefined, configurable: true });

const modules = new URL("../../../static/js/fair/", import.meta.url);
const fair = await import(new URL("tfair1.js", modules));
const { hashes, byOurselves } = await import(new URL("hashes.js", modules));
const { bytesOf, hexOf } = fair;
if (Boolean(process.env.OWN_HASHES) !== (hashes === byOurselves)) throw Error("wrong hashes");

const hex = (texts, size) => texts.map((one) => bytesOf(one, size));

/** Returns all values that follow from a deck, its cuts and a hand. */
async function computed({ n, deck_id, hand_id, masters, cuts }) {
  const id = bytesOf(deck_id, 16);
  const keys = hex(masters, 32);
  const roots = await Promise.all(keys.map((key, k) => fair.rootOfMaster(id, k, key, n)));
  const commit = await fair.commitOf(id, n, roots);
  const bytes = cuts.map(([seat, cut]) => [seat, bytesOf(cut, 32)]);
  const key = await fair.publicKeyOf(id, commit, bytes);
  const pick = await fair.pickOf(key, keys.length);
  const places = await fair.placesOf(key, n);
  const order = await fair.secretOrder(keys[pick], n);
  const digest = await fair.digestOf(bytesOf(hand_id, 16), id, commit, key, pick);
  const salts = await fair.saltsOf(keys[0], n);
  const first = await fair.secretOrder(keys[0], n);
  return {
    secret_order_0: first,
    salt_0_0: hexOf(salts[0]),
    leaf_0_0: hexOf(await fair.leafOf(id, 0, 0, first[0], salts[0])),
    roots: roots.map(hexOf),
    commit: hexOf(commit),
    promises: await Promise.all(
      bytes.map(async ([seat, cut]) => hexOf(await fair.cutCommitOf(id, seat, cut))),
    ),
    public_key: hexOf(key),
    pick,
    public_perm: places,
    dealt: places.map((t) => order[t]),
    hand_digest: hexOf(digest),
    chain1: hexOf(await fair.chainAfter(new Uint8Array(32), digest)),
  };
}

/** Returns the name of the failed check, null if all hold. */
const failing = (check) => async (told) => {
  try {
    await check(told);
    return null;
  } catch (error) {
    if (error.check) return error.check;
    throw error;
  }
};
const holds = async (proof) =>
  fair.checkOpenings(proof, proof.openings, await fair.checkDeal(proof));

const { checkDay } = await import(new URL("days.js", modules));
const { sha256, hmac } = await import(new URL("sha256.js", modules));
const tasks = {
  computed,
  verdict: failing(holds),
  unplayed: failing(fair.checkUnplayed),
  day: failing(checkDay),
  sha256: (text) => hexOf(sha256(Uint8Array.from(Buffer.from(text, "hex")))),
  hmac: ([key, text]) =>
    hexOf(hmac(Uint8Array.from(Buffer.from(key, "hex")), Uint8Array.from(Buffer.from(text, "hex")))),
};
const task = tasks[process.argv[2]];
if (process.argv[3] === "lines") {
  for await (const line of createInterface({ input: process.stdin }))
    process.stdout.write(`${JSON.stringify(await task(JSON.parse(line)))}\n`);
} else {
  const given = JSON.parse(readFileSync(0, "utf8"));
  const answers = [];
  for (const one of given) answers.push(await task(one));
  process.stdout.write(JSON.stringify(answers));
}
