// @ts-check
/** Owns the check of a saved record: its proof, its openings, and every card it names. */
import { CARDS, cardsIn } from "./cards.js";
import { checkDay } from "./days.js";
import { checkDeal, checkOpenings, need } from "./tfair1.js";

/**
 * Checks a record of a hand; throws `ProofFailed`.
 * @param {any} record @returns {Promise<{cuts: number, withheld: number, players: number,
 *   cards: number, day: string | null}>}
 */
export async function checkRecord(record) {
  const { fair, seats } = record;
  need(fair, "proof", "this hand was dealt before there were proofs");
  const same = record.hand.id.replaceAll("-", "") === fair.hand_id;
  need(same, "hand", "the proof is of another hand");
  await checkOpenings(fair, fair.openings, await checkDeal(fair));
  await checkDay(fair);
  /** @type {Map<number, number>} */
  const opened = new Map(fair.openings.map(({ p, card }) => [p, card]));
  const dealt = record.deck.split(" ").map((name, p) => [p, CARDS.get(name)]);
  const known = dealt.filter(([, card]) => card !== undefined);
  const right = known.length === opened.size && known.every(([p, card]) => opened.get(p) === card);
  need(right, "card", "the cards of the record are not those that were opened");
  const cards = new Set(opened.values());
  const named = cardsIn([seats, record.deal, record.actions, record.result]);
  const all = [...named].every((card) => cards.has(card));
  need(all, "card", "a card of the record was not opened");
  const cuts = fair.cuts.length;
  const withheld = fair.cut_commits.length - cuts;
  return { cuts, withheld, players: seats.length, cards: cards.size, day: fair.day?.day ?? null };
}

/** The result of the check in one line. */
export function foundText({ cuts, withheld, players, cards, day }) {
  const cut = cuts ? `${cuts} of ${players} players cut the deck` : "no player cut the deck";
  const root = day ? `, in the root of ${day}` : "";
  return `${cards} cards checked (${cut}${withheld ? `, ${withheld} withheld a cut` : ""})${root}`;
}
