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
/** @type {Record<string, any>} Formats by style, made when they are first read: that takes long. */
let made = {};
/** @type {Record<string, any>} */
const OPTIONS = {
  short: { notation: "compact", maximumSignificantDigits: 4, roundingMode: "trunc" },
  selectordinal: { type: "ordinal" },
};
let digits = "auto";
/** A choice of two letters is a language that groups so. @param {string} wanted */
export function groupDigits(wanted) {
  digits = wanted;
  made = {};
}
/** @param {string} style @returns {Intl.NumberFormat} */
const numbers = (style) =>
  (made[style] ??= new Intl.NumberFormat(style === "short" || digits[2] ? language : digits, {
    maximumFractionDigits: 0,
    ...(digits === "none" && { useGrouping: false }),
    ...OPTIONS[style],
  }));
/** @param {string} type @returns {Intl.PluralRules} */
const plurals = (type) => (made[type] ??= new Intl.PluralRules(language, OPTIONS[type]));

/**
 * Takes a catalogue as the server writes it.
 * @param {{language: string, messages: any}} catalogue
 */
export function take(catalogue) {
  ({ language, messages } = catalogue);
  made = {};
}

/** @type {Promise<void> | undefined} */
let loading;

/** Loads the page's messages, once. */
export function load() {
  /** The file that the page's head names. @type {any} */
  const { href } = document.getElementById("messages");
  loading ??= read(href);
  return loading;
}

/** @type {Record<string, Promise<void>>} */
const later = {};

/**
 * Loads the messages of a part of the page that comes later, once; the page's own are among them.
 * @param {string} href
 */
export function loadLater(href) {
  later[href] ??= load().then(() => read(href));
  return later[href];
}

/** @param {string} href */
async function read(href) {
  const answer = await fetch(href).catch(() => null);
  if (!answer?.ok) throw new TypeError("no messages");
  take(await answer.json());
}

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

let inFull = false;
/** Whether the reader wants all digits in tight places too. @param {boolean} wanted */
export const writeInFull = (wanted) => {
  inFull = wanted;
};
/**
 * A large number for tight places, cut off and not rounded: 123.4k; 1.234 लाख, 12.34万.
 * @param {number} large
 */
export const short = (large) =>
  inFull ? number(large) : numbers("short").format(large).replace("K", "k");
/** The signs of numbers below and above 0 in a style. @type {Record<string, [string, string]>} */
const SIGNS = { "::+?": ["−", "+"], "::+_": ["", ""] };
/** Below it there is nothing to group: the first format of a page takes a browser long. */
const GROUPED = 1000;
/** A whole number with its digits in groups; style "::+?": +5, −5. @param {number} number */
export function number(number, style = "") {
  const size = Math.abs(number);
  const [below, above] = SIGNS[style] ?? ["−", ""];
  const sign = number < 0 ? below : number > 0 ? above : "";
  return sign + (size < GROUPED ? Math.round(size) : numbers("").format(size));
}
/** A change of chips or points: +5, −5, 0. @param {number} change */
export const signed = (change) => number(change, "::+?");

/**
 * Names in a sentence: "Asha and Ravi".
 * @param {string[]} names @param {Intl.ListFormatType} [type] "disjunction" for "Asha or Ravi"
 */
export const listed = (names, type) => new Intl.ListFormat(language, { type }).format(names);

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
  return format(detail[`=${value}`] ?? choice(detail, plurals(type).select(value)), args);
}

/** @param {Record<string, Message>} choices @param {string} code */
const choice = (choices, code) => (Object.hasOwn(choices, code) ? choices[code] : choices.other);

/** The choice of a select that stands for a value. @param {any} value */
const codeOf = (value) => (value === null ? "none" : String(value.code ?? value));
