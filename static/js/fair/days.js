// @ts-check
/** Owns the check of a hand's position in the tree of its day (`games/fair/days.py`). */
import { bytesOf, hexOf, need, rootBy, tagged, u32 } from "./tfair1.js";

/** Checks the day in a proof; throws `ProofFailed`. Null means that the day is not over. */
export async function checkDay({ day, digest }) {
  if (!day) return;
  const { hands, place, path } = day;
  const inDay = Number.isInteger(place) && place >= 0 && place < hands;
  need(inDay, "day", "the hand has no such position in its day");
  const leaf = await tagged(7, bytesOf(digest, 32));
  const nodes = path.map((one) => bytesOf(one, 32));
  const root = await rootBy(leaf, place, hands, nodes);
  need(hexOf(root) === day.root, "day", "the hand is not in the root of its day");
  const number = Date.parse(day.day) / 86_400_000;
  const head = await tagged(8, bytesOf(day.before, 32), u32(number), u32(hands), root);
  need(hexOf(head) === day.head, "day", "the head does not follow from the root of the day");
}
