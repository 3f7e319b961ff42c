// @ts-check
/** Owns the check of a saved record by the scheme that dealt it, and what the check says of it. */
import { dateOf } from "./day_chain.js";
import { need } from "./tfair1.js";
import { checkOlderRecord } from "./tfair1_record.js";
import { checkRecord as checkPlacedRecord } from "./tfair2/record.js";

/**
 * `isOlder`: dealt by TFAIR1. `absent`: seats that left between the lock and the deal.
 * @typedef {{isOlder: boolean, cutters: number, withheld: number, players: number, cards: number,
 *   absent: number[], day: string | null}} Found
 */

const SCOPE =
  "Checked here: the sealed decks, the lock, all cuts, the place of each card, the hash of the " +
  "play, the table's chain";
const ENGINE =
  "Not checked here: what each action means by the rules of the game, and the chips between " +
  "actions. The game's engine checks these: manage.py check_record.";
const OLDER_SCOPE = [
  "Checked here: the sealed decks, the cuts, and that each card was in the deck.",
  "The older scheme (TFAIR1) binds neither a card to its seat nor the players, the button, the " +
    "actions and the result.",
];

/** Checks a record of a hand; throws if it fails. @param {any} record @returns {Promise<Found>} */
export async function checkRecord(record) {
  if (record.version === 1) {
    const found = await checkOlderRecord(record);
    return { ...found, isOlder: true, absent: [] };
  }
  need(record.version === 2, "form", "this page does not know this version of a record");
  need(record.fair, "proof", "this hand was dealt before there were proofs");
  const deal = checkPlacedRecord(record);
  const { day } = deal.fair;
  return {
    isOlder: false,
    cutters: deal.cuts.length,
    withheld: 0,
    players: deal.plan.seats.length,
    cards: deal.opened.size,
    absent: deal.absent,
    day: day && dateOf(day.day),
  };
}

/** The result of the check in one line. @param {Found} found */
export function foundText({ isOlder, cutters, withheld, players, cards, day }) {
  const cut = cutters ? `${cutters} of ${players} players cut the deck` : "no player cut the deck";
  const kept = withheld ? `, ${withheld} withheld a cut` : "";
  const how = isOlder ? " by the older, weaker scheme" : ", each at its place";
  const root = day ? `, in the root of ${day}` : "";
  return `${cards} cards checked${how} (${cut}${kept})${root}`;
}

/**
 * Which check did what: sentences about what was checked here and what was not.
 * @param {Found} found @param {boolean} compared with a copy of the chain of days
 */
export function scopeOf({ isOlder, absent, day }, compared = false) {
  const sentences = isOlder ? [...OLDER_SCOPE] : [`${SCOPE}${day ? " and the day" : ""}.`, ENGINE];
  if (absent.length) {
    const seats = absent.join(", ");
    sentences.push(`Left after the lock, with cards that nobody received or saw: seat ${seats}.`);
  }
  if (!day) sentences.push("Its day isn't closed yet.");
  else if (!compared) sentences.push("Its day's root was not compared with a copy of yours.");
  return sentences;
}
