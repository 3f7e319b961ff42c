// @ts-check
/** Owns the check of a record that was dealt by TFAIR1: its proof, openings, and cards it names. */
import { CARDS, cardsIn } from "./cards.js";
import { checkDay } from "./days.js";
import { checkDeal, checkOpenings, need } from "./tfair1.js";

/**
 * Checks a record of a hand; throws `ProofFailed`.
 * @param {any} record @returns {Promise<{cutters: number, withheld: number, players: number,
 *   cards: number, day: string | null}>}
 */
export async function checkOlderRecord(record) {
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
  const cutters = fair.cuts.length;
  const withheld = fair.cut_commits.length - cutters;
  return {
    cutters,
    withheld,
    players: seats.length,
    cards: cards.size,
    day: fair.day?.day ?? null,
  };
}
