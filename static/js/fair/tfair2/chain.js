// @ts-check
/** Owns a table's chain of decks, and the chain of days over all tables. */
import { Deal } from "./deal.js";
import { checkEnd, checkOwnDay, dayLeaf, dealtEnd, headAfter } from "./ends.js";
import { ascending, hexBytes, hexIn, listIn, wholeIn } from "./forms.js";
import { hexOf, NO_CHAIN, need, rootOf } from "./hashes.js";
import { checkThrownDeck } from "./thrown.js";

/** Checks all decks of a table from the first on, dealt or thrown away. @param {any[]} decks */
export function checkChain(decks) {
  /** @type {string | null} */
  let chain = null;
  let last = 0;
  for (const deck of decks) {
    const no = wholeIn(deck, "no", 1);
    need(no === last + 1, "gap", `after deck ${last} comes deck ${no}`);
    const follows = chain === null || hexIn(deck, "chain_before") === chain;
    need(follows, "chain", `deck ${no} does not follow`);
    const end = Object.hasOwn(deck, "reason")
      ? checkThrownDeck(deck)
      : dealtEnd(new Deal(deck).digest, hexIn(deck, "play_hash"));
    chain = checkEnd(deck, end);
    last = no;
    checkOwnDay(deck);
  }
}

/** Checks days with all their leaves; gives the head of each day. @param {any[]} days */
export function checkDays(days, before = NO_CHAIN) {
  /** @type {Map<number, string>} */
  const heads = new Map();
  const slots = new Set();
  let head = before;
  for (const one of days) {
    const [day, leaves] = [wholeIn(one, "day"), wholeIn(one, "leaves")];
    need(!heads.size || heads.has(day - 1), "day", `the day before ${day} is missing`);
    const items = listIn(one, "items").map(([slot, chain]) => [
      hexBytes(slot, 32),
      hexBytes(chain, 32),
    ]);
    const own = one.items.map(([slot]) => slot);
    const holds = ascending(own) && own.length === leaves;
    need(holds, "day", `the leaves of day ${day} are out of order or not all there`);
    need(!own.some((slot) => slots.has(slot)), "day", `a deck of day ${day} ended before`);
    for (const slot of own) slots.add(slot);
    const root = rootOf(items.map(([slot, chain]) => dayLeaf(slot, chain)));
    need(hexOf(root) === hexIn(one, "root"), "day", `the root of day ${day} is another`);
    head = headAfter(head, day, leaves, root);
    need(head === hexIn(one, "head"), "day", `day ${day} does not follow`);
    heads.set(day, head);
  }
  return heads;
}
