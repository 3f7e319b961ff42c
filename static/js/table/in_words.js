// @ts-check
/**
 * Owns the words of what the server tells in codes to everybody at a table: what it waits for,
 * lines of the house and quick phrases; and of what it tells me about my seat and my limits.
 */
import { text } from "../messages.js";

/** A moment in UTC within a sentence. @param {number} ms */
function moment(ms) {
  const [year, month, day, time] = new Date(ms).toISOString().split(/[-T]|:\d\d\./);
  return text("refusals.moment", { year, month: `${Number(month)}`, day, time });
}

/** @param {{code: string, args?: any} | null} sentence */
const said = (sentence) => sentence && text(`house.${sentence.code}`, sentence.args);

const lineInWords = (line) => ({
  ...line,
  who: line.who || text("table.house"),
  text: line.code ? said(line) : line.text,
});

const youInWords = ({ seat_given_back: back, rests, ...you }) => ({
  ...you,
  seat_given_back: said(back),
  rests: rests && {
    ...rests,
    text: text(`refusals.${rests.code}`, { ...rests, until: moment(rests.until) }),
  },
});

const tableInWords = (table) => ({
  ...table,
  waiting: said(table.waiting),
  phrases: table.phrases?.map((phrase) => text(`house.phrase.${phrase}`)),
});

/** A message of the server with sentences in place of codes. @param {any} message */
export function inWords(message) {
  const { table, you, chat, lines } = message;
  return {
    ...message,
    ...(table && { table: tableInWords(table) }),
    ...(you && { you: youInWords(you) }),
    ...(chat && { chat: chat.map(lineInWords) }),
    ...(lines && { lines: lines.map(lineInWords) }),
  };
}
