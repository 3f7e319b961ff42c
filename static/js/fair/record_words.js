// @ts-check
/** Owns what the site's pages say of a record that was checked. Pure. */
import { text } from "../messages.js";

/** @typedef {import("./record.js").Found} Found */

/** The result of the check in a sentence. @param {Found} found */
export const foundWords = ({ isOlder, cutters, withheld, players, cards, day }) =>
  text("fair.record.found", {
    cards,
    older: isOlder,
    cutters,
    players,
    withheld,
    closed: day !== null,
    day: day ?? "",
  });

/** Which check did what: sentences about what was checked and what was not. @param {Found} found */
export function scopeWords({ isOlder, absent, day }) {
  const closed = day !== null;
  const sentences = isOlder
    ? [text("fair.record.older_scope"), text("fair.record.older_limits")]
    : [text("fair.record.scope", { closed }), text("fair.record.engine")];
  const seats = absent.join(text("common.list_separator"));
  if (seats) sentences.push(text("fair.record.absent", { seats }));
  return [...sentences, text(closed ? "fair.record.not_compared" : "fair.record.open_day")];
}
