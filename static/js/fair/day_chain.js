// @ts-check
/** Owns a copy of the chain of days (`/fair/chain.json`), of both schemes, and lists of days. */
import { tagged as olderTagged } from "./tfair1.js";
import { dayLeaf, headAfter } from "./tfair2/ends.js";
import { ascending, bytesIn, field, hexBytes, hexIn, listIn, wholeIn } from "./tfair2/forms.js";
import { bytesOf, hexOf, NO_CHAIN, need, rootOf, u32 } from "./tfair2/hashes.js";

/** @typedef {{leaves: number, root: string, head: string}} Closed */

const DAY_MS = 86_400_000;
/** The first day after which no date has an ISO text of ten letters. */
const DAYS_MAX = 2_932_896;

/** The date of a day that is counted from 1970-01-01. @param {number} day */
export function dateOf(day) {
  need(day <= DAYS_MAX, "day", "there is no such day");
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The number of a date. @param {unknown} date */
function dayOf(date) {
  const day = typeof date === "string" ? Date.parse(date) / DAY_MS : Number.NaN;
  need(Number.isInteger(day) && dateOf(day) === date, "form", "a date cannot be read");
  return day;
}

/** The name of a day in a copy. @param {boolean} isOlder @param {string} date */
export const nameOf = (isOlder, date) => `${isOlder ? "TFAIR1" : "TFAIR2"} ${date}`;

/**
 * The closed days of a copy by name, after a check that each follows from the one before.
 * @param {any} copy @returns {Promise<Map<string, Closed>>}
 */
export async function checkCopy(copy) {
  /** @type {Map<string, Closed>} */
  const days = new Map();
  let head = NO_CHAIN;
  /** @type {{day: number, isOlder: boolean} | null} */
  let last = null;
  for (const one of listIn(copy, "days")) {
    const scheme = one?.scheme ?? field(copy, "scheme");
    need(scheme === "TFAIR1" || scheme === "TFAIR2", "scheme", "a day has an unknown scheme");
    const isOlder = scheme === "TFAIR1";
    const day = isOlder ? dayOf(field(one, "day")) : wholeIn(one, "day");
    need(!last || follows(last, day, isOlder), "day", `the day before ${dateOf(day)} is missing`);
    const leaves = wholeIn(one, isOlder ? "hands" : "leaves");
    const root = bytesIn(one, "root");
    head = isOlder
      ? hexOf(await olderTagged(8, bytesOf(head), u32(day), u32(leaves), root))
      : headAfter(head, day, leaves, root);
    need(head === hexIn(one, "head"), "day", `${dateOf(day)} does not follow from the day before`);
    days.set(nameOf(isOlder, dateOf(day)), { leaves, root: hexOf(root), head });
    last = { day, isOlder };
  }
  return days;
}

/** The day of the change is closed by both schemes; no day of the older one comes after it. */
function follows(last, day, isOlder) {
  if (last.isOlder === isOlder) return day === last.day + 1;
  return last.isOlder && (day === last.day || day === last.day + 1);
}

/**
 * The root over the list of a day: pairs of slot and chain, or digests of the older scheme.
 * @param {any[]} items
 */
export async function rootOfList(items) {
  const isOlder = items.length > 0 && items.every((one) => typeof one === "string");
  const keys = isOlder ? items : items.map((pair) => pairOf(pair)[0]);
  need(ascending(keys), "day", "the list of the day is out of order or has something twice");
  const leaves = isOlder
    ? await Promise.all(items.map((digest) => olderTagged(7, hexBytes(digest, 32))))
    : items.map((pair) => dayLeaf(hexBytes(pair[0], 32), hexBytes(pair[1], 32)));
  return { isOlder, root: hexOf(rootOf(leaves)) };
}

function pairOf(pair) {
  need(Array.isArray(pair) && pair.length === 2, "form", "a line of the list is no pair");
  return pair;
}
