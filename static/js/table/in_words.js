// @ts-check
/**
 * Owns the words of what the server tells in codes to everybody at a table: what it waits for,
 * lines of the house and reactions; and of what it tells me about my seat and my limits.
 */
import { text } from "../messages.js";
import { inWords as valueInWords } from "./refusals.js";

/** A moment in UTC within a sentence. @param {number} ms */
function moment(ms) {
  const [year, month, day, time] = new Date(ms).toISOString().split(/[-T]|:\d\d\./);
  return text("refusals.moment", { year, month: `${Number(month)}`, day, time });
}

/** @param {{code: string, args?: any} | null} sentence */
const said = (sentence) => sentence && text(`house.${sentence.code}`, sentence.args);

/** House rules with their new values, in the order of the game's. */
function changesInWords(changes, options) {
  const known = Object.keys(options).filter((name) => name in changes);
  return known
    .map((name) => ({
      label: options[name].label,
      value: valueInWords(options[name].choices, changes[name]),
    }))
    .map((rule) => text("house.change", rule))
    .join(text("house.change_separator"));
}

const lineInWords = (boot) => (line) => {
  const changes = line.args?.changes;
  const args = { ...line.args, changes: changes && changesInWords(changes, boot.options) };
  return {
    ...line,
    who: line.who || text("table.house"),
    text: line.code ? said({ ...line, args }) : line.text,
  };
};

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
});

/**
 * A message of the server with sentences in place of codes.
 * @param {any} message @param {any} boot the page's table-data
 */
export function inWords(message, boot) {
  const { table, you, chat, lines } = message;
  return {
    ...message,
    ...(table && { table: tableInWords(table) }),
    ...(you && { you: youInWords(you) }),
    ...(chat && { chat: chat.map(lineInWords(boot)) }),
    ...(lines && { lines: lines.map(lineInWords(boot)) }),
  };
}
