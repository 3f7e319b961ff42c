// @ts-check
/** Owns what beats what at this table in words, a line each, the highest first. */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { addressOf, marksOf } from "../dialogs/ranking_card.js";
import { read } from "../net/post.js";

const joined = (parts) => parts.join(text("common.list_separator"));

/** The lines of the card with the ranking. @returns {Promise<string[]>} */
export async function ranking({ state }) {
  const card = await read(addressOf(state));
  if (!card) return [text("table.no_answer")];
  const marks = marksOf(state);
  const runs = card.order[0]?.length > 1;
  const order = card.order.map(cardsInWords);
  const head = text("table.ranking.order", { runs });
  return [
    ...card.notes.map((note) => `${text("table.ranking.note", note)}. ${note.text}`),
    text("text.from_high"),
    ...card.hands.map(({ kind, name, text: about }) => {
      const mark = marks[kind] ? text(marks[kind]) : null;
      return text("text.rank", { name, about, mark });
    }),
    ...(runs ? [head, ...order] : order.length ? [`${head} ${joined(order)}`] : []),
  ];
}
