// @ts-check
/**
 * Owns which command a typed line means: words of the reader's language and of English, and
 * beginnings of them. Must not know what a command does.
 */
import { has, text } from "../../messages.js";

/**
 * A command and its words, the first of which is shown; `can`: an action that is possible now.
 * @typedef {{kind: string, words: string[], action: boolean, can: boolean}} Command
 */
/** @typedef {{kind: string, rest: string, taken: number}} Found */

const HAN = /\p{Script=Han}$/u;

/** A typed line in its plainest form. @param {string} typed */
export const plain = (typed) =>
  typed
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[.!?。।]+$/u, "")
    .replace(/\s+/g, " ")
    .trim();

const list = (words) =>
  words
    .split(/[,，、]/)
    .map(plain)
    .filter(Boolean);

/**
 * The words of a command: those of its game, else those of all games; first the reader's.
 * @param {{subject: string, english: Record<string, string>}} boot @param {string} kind
 */
export function wordsOf({ subject, english }, kind) {
  const keys = [`text.own.${subject}.${kind}`, `text.word.${kind}`];
  const key = keys.find(has);
  if (!key) return [kind.replaceAll("_", " ")];
  return [...new Set([...list(text(key)), ...list(english[key] ?? "")])];
}

/** Whether a line begins with a word; Chinese has no spaces after one. */
const begins = (line, word) =>
  line.startsWith(word) &&
  (line === word || HAN.test(word) || /[\s\d]/.test(line[word.length] ?? ""));

/** Those of some commands that are possible, if any is. @param {any[]} found */
const possible = (found) => {
  const can = found.filter(({ command }) => command.can);
  return can.length ? can : found;
};

/** Commands of which a head begins a word: the words that are shown go before the others. */
function begun(each, head) {
  const all = each.filter(({ word }) => word.startsWith(head));
  const shown = all.filter(({ command, word }) => command.words[0] === word);
  const one = new Map((shown.length ? shown : all).map((found) => [found.command, found]));
  return [...one.values()];
}

/**
 * The command of a line, the words of several that it could begin, or null.
 * @param {string} line @param {Command[]} commands
 * @returns {Found | {several: string[]} | null}
 */
export function find(line, commands) {
  const each = commands.flatMap((command) => command.words.map((word) => ({ command, word })));
  const whole = each.filter(({ word }) => begins(line, word));
  const longest = Math.max(...whole.map(({ word }) => word.length));
  const [exact] = possible(whole.filter(({ word }) => word.length === longest));
  if (exact) return { ...exact.command, ...after(line, exact.word) };
  for (const head of new Set([line.split(/\d/)[0].trim(), line.split(" ")[0]])) {
    const found = head ? begun(each, head) : [];
    const able = found.filter(({ command }) => command.can);
    const sure = able.length === 1 && found.every(({ command }) => command.action);
    const [one, ...more] = sure ? able : found;
    if (more.length) return { several: found.map(({ word }) => word) };
    if (one) return { ...one.command, ...after(line, head) };
  }
  return null;
}

const after = (line, head) => ({
  rest: line.slice(head.length).trim(),
  taken: head.split(" ").length,
});

/** The first whole number of a text: "1,200", "2k"; null without one. @param {string} rest */
export function numberIn(rest) {
  const [, digits, thousands] = /(\d[\d,]*)\s?(k?)/.exec(rest) ?? [];
  return digits ? Number(digits.replaceAll(",", "")) * (thousands ? 1000 : 1) : null;
}
