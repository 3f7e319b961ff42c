// @ts-check
/** Owns the log of the hands before this one, which a page reads when its log is first seen. */
import { text } from "../../messages.js";
import { read } from "../net/post.js";

/** How many hands before the present one the log has on arrival. */
const HANDS_READ = 2;

/** @type {Promise<Omit<LogLine, "id">[]> | undefined} */
let reading;

/** The lines of one hand, as its record has them for this reader. @param {any} record */
const linesOf = (record) => [
  {
    kind: "hand_start",
    text: text("table.hand_number", { number: String(record.number) }),
    hand: record.id,
  },
  ...record.lines.map(({ kind, text: words }) => ({ kind, text: words, hand: record.id })),
];

async function readHands({ boot, log }) {
  const hands = await read(`/api/v1/tables/${boot.slug}/hands?size=${HANDS_READ + 1}`);
  const known = new Set(log.map(({ hand }) => hand));
  const missing = (hands?.items ?? []).filter(({ id }) => !known.has(id)).slice(0, HANDS_READ);
  const records = await Promise.all(missing.map(({ id }) => read(`/api/v1/hands/${id}`)));
  return records.reverse().filter(Boolean).flatMap(linesOf);
}

/** The lines of the hands before, oldest first; once. @param {any} state */
export function earlierLines(state) {
  if (reading) return Promise.resolve([]);
  reading = readHands(state);
  return reading;
}
