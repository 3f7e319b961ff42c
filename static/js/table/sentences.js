// @ts-check
/**
 * Owns the lines of the log: events as sentences, made of the catalogue's messages as
 * games/records/sentences.py makes them on the server. Must not know the events of any game.
 */
import { cardsInWords, cardsShort } from "../faces.js";
import { has, text } from "../messages.js";
import { aHand } from "./hand_name.js";

/**
 * The game's messages, names by seat, my seat, and the hand's number.
 * @typedef {object} Speaker
 * @property {string} subject @property {(seat: number) => string} name
 * @property {number | null} mine @property {number} [number]
 */

/** The fields that name seats. */
const SEATS = ["seat", "button", "first", "asker", "asked"];
/** The fields with the seats that these events are about; of others it is the first of SEATS. */
const SUBJECTS = { side_show_asked: "asker", side_show_answer: "asked" };
const OBJECTS = { side_show_asked: "asked" };
const BALANCES = ["net", "house"];
/** The kinds of lines by which style sheets colour a result. */
const BALANCE_KINDS = { won: "win", lost: "fold", even: "even" };

const subjectField = (event) => SUBJECTS[event.kind] ?? SEATS.find((field) => field in event);

/** Which reader of an event I am. @returns {import("../messages.js").Reader} */
function readerOf(event, mine) {
  if (mine === null) return "spectator";
  if (event[subjectField(event)] === mine) return "me";
  return event[OBJECTS[event.kind]] === mine ? "to_me" : "other";
}

/** won, lost or even. @param {number} net */
export const balanceOf = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

/** A code with its name where it has one. @param {string} key */
export const named = (key, code) => (has(key) ? { code: String(code), text: text(key) } : code);

/** The arguments of an event's message: its fields, with names for seats and codes. */
function argumentsOf(subject, event, name, cards) {
  const nameOf = (seat) => (seat === undefined || seat === null ? "" : name(seat));
  const args = { name: nameOf(event[subjectField(event)]) };
  for (const [field, value] of Object.entries(event)) {
    if (SEATS.includes(field)) args[field] = nameOf(value);
    else if (field === "cards") args[field] = cards(value);
    else if (field === "hand_value") args.value = value && aHand(value);
    else if (field === "seats") args.dealt_in = value.includes(event.button);
    else if (field === "lines") args[field] = lines(subject, event.kind, value);
    else args[field] = named(`${subject}.${field}.${value}`, value);
    if (BALANCES.includes(field) && Number.isInteger(value)) args.balance = balanceOf(value);
  }
  return args;
}

/** The results of several bets as one argument; its code is their number. */
function lines(subject, kind, items) {
  const key = `${subject}.event.${kind}.lines`;
  const texts = items.map((item) => text(key, argumentsOf(subject, item, String, String)));
  return { code: String(items.length), text: texts.join(text("common.list_separator")) };
}

/**
 * One event as a sentence, "" when it needs no words.
 * @param {HandEvent} event @param {Speaker} who @param {(codes: string[]) => string} cards
 */
export function sentence(event, who, cards) {
  const key = `${who.subject}.event.${event.kind}`;
  if (!has(key)) return "";
  const args = argumentsOf(who.subject, event, who.name, cards);
  args.number = String(who.number ?? "");
  const said = text(key, args, readerOf(event, who.mine));
  return said && event.auto ? text(`common.auto.${event.auto}`, { sentence: said }) : said;
}

/**
 * One event as a line of the log, null when it is not told.
 * @param {any} game @param {HandEvent} event @param {Speaker} who
 */
export function say(game, event, who) {
  const { quiet = [], cards = cardsShort, order } = game;
  if (quiet.includes(event.kind)) return null;
  const told = event.cards && order ? { ...event, cards: order(event.cards, event.kind) } : event;
  const line = sentence(told, who, cards);
  if (!line) return null;
  const kind = Number.isInteger(event.net) ? BALANCE_KINDS[balanceOf(event.net)] : event.kind;
  const ranks = cards !== cardsShort && !told.cards?.includes("??");
  const spoken = sentence(told, who, ranks ? cards : cardsInWords);
  return { text: line, spoken, kind, seat: event[subjectField(event)], auto: event.auto };
}
