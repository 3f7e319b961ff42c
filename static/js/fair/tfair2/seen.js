// @ts-check
/** Owns what a device keeps of a table: plain data, by the number of the deck. */
import { NO_CHAIN } from "./hashes.js";

/** @typedef {"ok" | "other" | null} Answer what the server said, or that another window has cut */
/**
 * `listed`: whether the lock has this hash, undefined before it was seen.
 * @typedef {{seat: number, hash: string, committed: Answer, shown: Answer, listed?: boolean}} MyCut
 */
/** @typedef {{name: string, no: number}} Amber what is worth telling, and of which deck */

/** The memory of a device about a table, by the number of the deck. */
export const nothingSeen = () => ({
  /** The last deck that ended; null before the first message. @type {number | null} */
  last: null,
  chain: NO_CHAIN,
  /** The number of the last hand. @type {number | null} */
  number: null,
  /** The last deck that was dealt, and its digest. @type {[number, string] | null} */
  dealt: null,
  /** How many decks ended while this connection was down. */
  unseen: 0,
  /** @type {string | null} */
  tableId: null,
  /** @type {Record<number, string>} */
  commits: {},
  /** @type {Record<number, string>} */
  locks: {},
  /** @type {Record<number, MyCut>} */
  cuts: {},
  /** Decks that were sealed before this window came. @type {number[]} */
  late: [],
  /** Decks for which this seat was blamed while its connection was up. @type {number[]} */
  blamed: [],
  /** @type {number[]} */
  byTheHouse: [],
  /** @type {number[]} */
  afterLock: [],
  notArrived: 0,
  /** The deck after which this memory begins. @type {number | null} */
  since: null,
  /** Decks that were thrown away: number, reason, blamed. @type {[number, number, number[]][]} */
  thrown: [],
  /** The hand of the older scheme that was in play before deck 1. @type {string | null} */
  older: null,
});
