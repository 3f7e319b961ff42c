// @ts-check
/** Owns how a deck ends: its end, the table's chain after it, and its place in its day. */
import { bytesIn, field, hexBytes, hexIn, listIn, wholeIn } from "./forms.js";
import { bytesOf, climb, hexOf, NO_CHAIN, need, tagged, u32 } from "./hashes.js";

/** @param {string} digest @param {string} playHash */
export const dealtEnd = (digest, playHash) => hexOf(tagged(10, bytesOf(digest), bytesOf(playHash)));
/** A table's chain after deck `no`. @param {string} chain @param {string} end */
export const chainAfter = (chain, no, end) =>
  hexOf(tagged(5, bytesOf(chain), u32(no), bytesOf(end)));
/** @param {Uint8Array} slot @param {Uint8Array} chain */
export const dayLeaf = (slot, chain) => tagged(7, slot, chain);
/** The head of the chain of days after a day. @param {string} before @param {Uint8Array} root */
export const headAfter = (before, day, leaves, root) =>
  hexOf(tagged(8, bytesOf(before), u32(day), u32(leaves), root));

/** Checks end and chain of a deck; gives the chain. @param {any} deck @param {string} end */
export function checkEnd(deck, end) {
  need(end === hexIn(deck, "end"), "end", "it is not the hash of what ended");
  const before = hexIn(deck, "chain_before");
  const no = wholeIn(deck, "no", 1);
  const begins = no > 1 || before === NO_CHAIN || deck.tfair1 === true;
  need(begins, "chain", "the first deck does not begin the chain");
  const chain = chainAfter(before, no, end);
  need(chain === hexIn(deck, "chain"), "chain", "it does not follow from the deck's end");
  return chain;
}

/** Checks the place of an ended deck in its day; gives the day, null before it is closed. */
export function checkOwnDay(deck) {
  const own = field(deck, "day");
  if (own === null) return null;
  const slot = tagged(14, bytesIn(deck, "table_id", 16), u32(wholeIn(deck, "no", 1)));
  const leaves = wholeIn(own, "leaves");
  const place = wholeIn(own, "place");
  const path = listIn(own, "path").map((node) => hexBytes(node, 32));
  const root = bytesIn(own, "root");
  const found = place < leaves && climb(dayLeaf(slot, bytesIn(deck, "chain")), place, leaves, path);
  need(found && hexOf(found) === own.root, "day", "the deck is not in the root of its day");
  const day = wholeIn(own, "day");
  const head = headAfter(hexIn(own, "before"), day, leaves, root);
  need(head === hexIn(own, "head"), "day", "the head does not follow from the root");
  return day;
}
