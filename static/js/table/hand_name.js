// @ts-check
/** Owns the names of hands, made from their values in codes. Must not rank hands. */
import { has, text } from "../messages.js";

/** The arguments of a hand's message: a form of the name of one of its ranks. */
const FORMS = /** @type {const} */ ({
  first: ["rank", 0],
  second: ["rank", 1],
  firsts: ["many", 0],
  seconds: ["many", 1],
  title: ["title", 0],
});

/** @param {string} group @param {{kind: string, ranks: string[]}} value */
function name(group, { kind, ranks }) {
  const args = { ranks: ranks.join("-").replaceAll("T", "10"), count: ranks.length };
  for (const [argument, [form, at]] of Object.entries(FORMS)) {
    const key = `cards.${form}.${ranks[at]}`;
    if (has(key)) args[argument] = text(key);
  }
  return text(`cards.${group}.${kind}`, args);
}

/** The name of a hand on its own, "Pair of nines"; empty without a value. @param {any} value */
export const handTitle = (value) => (value ? name("hand", value) : "");

/** The same in a sentence: "a pair of nines". @param {any} value */
export const aHand = (value) => name("with", value);
