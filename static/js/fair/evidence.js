// @ts-check
/**
 * Owns the reading of a failure's evidence: the file that a page offers when a check has failed. It
 * plays the messages to a guard again, and looks for signed sentences that exclude each other.
 */
import { KIND, signedText } from "./house_keys.js";
import { field, listIn } from "./tfair2/forms.js";
import { Guard } from "./tfair2/guard.js";
import { bytesOf, hexOf, tagged } from "./tfair2/hashes.js";
import { nothingSeen } from "./tfair2/seen.js";

/** @typedef {import("./house_keys.js").Said} Said */

/** What the guard of a page without a memory says of the messages. @param {any[]} notes */
function replayed(notes) {
  const guard = new Guard(nothingSeen());
  for (const { at: _at, ...message } of notes) {
    try {
      guard.take(message);
    } catch (error) {
      const { check, why } = /** @type {any} */ (error);
      return { check: check ?? "form", why: why ?? String(error) };
    }
  }
  return null;
}

/** What the house signed of a message. @param {any} note @returns {Said[]} */
function signedIn({ t, lock, chain, signature, deck }) {
  if (t === "lock") return [[KIND.lock, lock, signature]];
  if (t === "end") return [[KIND.chain, chain, signature]];
  return t === "thrown" ? [[KIND.chain, deck.chain, deck.signature]] : [];
}

/** The receipts for my cuts, and what each was for. @param {any} answer @returns {Said} */
function receipt({ kind, commit, lock, seat, hash, cut, signature }) {
  const isCut = kind === KIND.cut;
  const [first, second] = isCut ? [lock, cut] : [commit, hash];
  const said = tagged(isCut ? 0x11 : 0x10, bytesOf(first), [seat], bytesOf(second));
  return [kind, hexOf(said), signature];
}

/** What excludes something else that was said. @param {any[]} notes @param {any[]} answers */
function contradictions(notes, answers) {
  const found = [];
  const locks = notes.filter(({ t }) => t === "lock");
  const ended = notes.flatMap(({ t, deck, ...end }) => {
    if (t === "thrown") return [deck];
    return t === "end" ? [end] : [];
  });
  const differ = (list, name) =>
    list.some((one) => list.some((other) => one.no === other.no && one[name] !== other[name]));
  if (differ(locks, "lock")) found.push("The house locked one deck twice.");
  if (differ(ended, "chain")) found.push("The house told two chains after one deck.");
  for (const { kind, no, seat, hash, lock } of answers) {
    const own = locks.find((one) => one.no === no);
    const isIn = own?.cut_commits.some(([one, listed]) => one === seat && listed === hash);
    if (kind === KIND.promise && own && !isIn)
      found.push(`The lock of deck ${no} leaves out a cut for which the house gave a receipt.`);
    const thrown = ended.find((one) => one.no === no && one.lock === lock);
    if (kind === KIND.cut && thrown?.blamed?.includes(seat))
      found.push(`Deck ${no} was thrown away for a cut for which the house gave a receipt.`);
  }
  return found;
}

/**
 * What the evidence of a failure shows: the check that fails again, null if the messages alone
 * don't show it. Throws `ProofFailed` for a false signature.
 * @param {any} file @param {string[] | null} keys of the house, from another file
 */
export async function readEvidence(file, keys) {
  const notes = listIn(file, "notes");
  const answers = listIn(file, "answers");
  const failed = field(file, "failed");
  const own = listIn(field(file, "page"), "keys");
  const said = [...notes.flatMap(signedIn), ...answers.map(receipt)];
  const sentences = [...new Set(contradictions(notes, answers))];
  sentences.push(await signedText(keys ?? own, said));
  if (!keys && own.length)
    sentences.push("The keys are those of the file itself: compare them with chain.json.");
  return { found: replayed(notes), claimed: String(field(failed, "check")), sentences };
}
