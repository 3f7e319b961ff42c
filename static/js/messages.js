// @ts-check
/**
 * Owns the texts of this page in its language: messages by key, with arguments put in, as
 * core/messages/ makes them on the server. Must not know what any message is about.
 */

/**
 * A text, or a list of texts and arguments [name, type, detail].
 * @typedef {string | any[]} Message
 */
/** @typedef {"me" | "to_me" | "other" | "spectator"} Reader */

let language = "en";
/** @type {Record<string, any>} */
let messages = {};
/** @type {Record<string, Intl.NumberFormat>} */
let numbers = {};
/** @type {Record<string, Intl.PluralRules>} */
let plurals = {};

/**
 * Takes a catalogue as the server writes it.
 * @param {{language: string, messages: any}} catalogue
 */
export function take(catalogue) {
  ({ language, messages } = catalogue);
  const figures = { maximumFractionDigits: 0 };
  numbers = {
    "": new Intl.NumberFormat(language, figures),
    "::+?": new Intl.NumberFormat(language, { ...figures, signDisplay: "exceptZero" }),
    "::+_": new Intl.NumberFormat(language, { ...figures, signDisplay: "never" }),
  };
  plurals = {
    plural: new Intl.PluralRules(language),
    selectordinal: new Intl.PluralRules(language, { type: "ordinal" }),
  };
}

/** Loads the catalogue of the page. @param {string} url */
export const load = async (url) => take(await (await fetch(url)).json());

/** Whether there is a message. @param {string} key */
export const has = (key) => Object.hasOwn(messages, key);

/**
 * The text of a message; "" if it says nothing to this reader. A key that does not exist, or
 * arguments that do not fit, are an error that nobody catches, and the key stands for the text.
 * @param {string} key @param {Record<string, any>} [args] @param {Reader} [reader]
 */
export function text(key, args = {}, reader = "other") {
  try {
    if (!has(key)) throw new Error("no such message");
    return format(forReader(messages[key], reader), args);
  } catch (error) {
    queueMicrotask(() => {
      throw new Error(`Message ${key} in ${language}: ${error}`);
    });
    return key;
  }
}

/** The message of an entry for one reader. @param {any} entry @param {Reader} reader */
function forReader(entry, reader) {
  if (typeof entry === "string" || Array.isArray(entry)) return entry;
  return (reader in entry ? entry[reader] : entry.other) ?? "";
}

/** A whole number with its digits in groups; style "::+?": +5, −5. @param {number} number */
export const number = (number, style = "") => numbers[style].format(number).replace("-", "−");
/** A change of chips or points: +5, −5, 0. @param {number} change */
export const signed = (change) => number(change, "::+?");

/** @param {Message} message @param {Record<string, any>} args @returns {string} */
export function format(message, args) {
  if (typeof message === "string") return message;
  return message.map((part) => (typeof part === "string" ? part : argument(part, args))).join("");
}

/** @param {any[]} part @param {Record<string, any>} args */
function argument([name, type, detail], args) {
  const value = args[name];
  const shown = type ? value : (value?.text ?? value);
  const fits =
    type === "select"
      ? value !== undefined
      : type
        ? Number.isInteger(value)
        : typeof shown === "string";
  if (!fits) throw new Error(`argument ${name}`);
  if (!type) return shown;
  if (type === "select") return format(choice(detail, codeOf(value)), args);
  if (type === "number") return number(value, detail);
  return format(detail[`=${value}`] ?? choice(detail, plurals[type].select(value)), args);
}

const choice = (choices, code) => (Object.hasOwn(choices, code) ? choices[code] : choices.other);

/** The choice of a select that stands for a value. */
const codeOf = (value) => (value === null ? "none" : String(value.code ?? value));
