// @ts-check
/**
 * Owns the part of a table's guard that is about this seat: its cuts, the locks that list them, and
 * what the table says that it missed.
 */
import { cutCommitOf } from "./deal.js";
import { field, hexIn, seatsIn, wholeIn } from "./forms.js";
import { need } from "./hashes.js";
import { REASONS } from "./thrown.js";

/** @typedef {import("./seen.js").Amber} Amber */

/** Over how many decks a blame, or a deck thrown away by the house, is remembered. */
export const BLAME_DECKS = 50;
/** So many cuts running that did not arrive are no bad line any more. */
const NOT_ARRIVED_MAX = 3;
/** Over so many decks a seat's missed cuts can keep it from being asked. */
export const NOT_ASKED_DECKS = 100;

/** @param {number[]} decks @param {number} no @param {number} span */
export const recent = (decks, no, span) => decks.filter((one) => one > no - span);

export class OwnSeat {
  /** @type {number | null} */
  seat = null;
  /** @type {string[]} */
  ambers = [];
  /** The same, each with its deck. @type {Amber[]} */
  told = [];
  /** The last deck that was published before this window took the seat. */
  seatedAfter = 0;
  /** The last deck that was locked before this window had the seat: perhaps for another player. */
  lockedBefore = 0;
  hasLeft = false;
  /** Decks for which this seat is not asked. @type {Set<number>} */
  excused = new Set();
  /** The deck since whose lock the connection is up. */
  upSinceLock = 0;
  /** Whether the connection was lost since the last deck was dealt. */
  hadGap = false;
  /** Whether no deal was seen yet. */
  isNew = true;

  /** @param {ReturnType<typeof import("./seen.js").nothingSeen>} seen */
  constructor(seen) {
    this.seen = seen;
  }

  /** @param {string} name @param {number} no */
  amber(name, no) {
    this.ambers.push(name);
    this.told.push({ name, no });
  }

  on_seated(message) {
    this.seat = wholeIn(message, "seat", 0, 255);
    this.hasLeft = false;
    this.seatedAfter = Math.max(0, ...Object.keys(this.seen.commits).map(Number));
    this.lockedBefore = Math.max(0, ...Object.keys(this.seen.locks).map(Number));
  }

  on_left() {
    this.hasLeft = true;
  }

  /** Another window plays the seat: this one does not cut. */
  on_elsewhere() {
    this.seat = null;
  }

  on_commit_sent(message) {
    const no = wholeIn(message, "no", 1);
    const commit = this.seen.commits[no];
    const possible = commit !== undefined && this.seat !== null;
    need(possible, "noted", "a cut was made for a deck that was never published");
    const seat = /** @type {number} */ (this.seat);
    const hash = cutCommitOf(commit, seat, hexIn(message, "cut"));
    const committed = field(message, "ack");
    const known = this.seen.cuts[no];
    if (known?.hash !== hash) {
      this.seen.cuts[no] = { seat, hash, committed, shown: null };
      return;
    }
    known.committed = committed;
    const leftOut = committed === "ok" && known.listed === false && !this.hasLeft;
    need(!leftOut, "mine", "your cut was left out of the lock");
  }

  on_cut_sent(message) {
    const no = wholeIn(message, "no", 1);
    const own = this.seen.cuts[no];
    if (!own) return;
    own.shown = field(message, "ack");
    const thrown = this.missed(no - 1).find(([one]) => one === no);
    const arrived = own.shown === "ok" && thrown?.[2].includes(own.seat);
    need(!arrived, "mine", "your cut had arrived and is said to be missing");
  }

  /** The decks after one that were thrown away for a missing cut. @param {number} from */
  missed(from) {
    return this.seen.thrown.filter(([no, why]) => no > from && why === REASONS.cutMissing);
  }

  /** @param {number} no @param {string | undefined} listed @param {boolean} dealtIn */
  checkMyHash(no, listed, dealtIn) {
    const { seen } = this;
    const own = seen.cuts[no];
    if (!own || own.seat !== this.seat) {
      const tookOver = this.seatedAfter >= no;
      need(listed === undefined || tookOver, "mine", "somebody has cut in your name");
      if (listed !== undefined) this.amber("other window", no);
      else if (dealtIn && !tookOver && !this.excused.has(no)) this.amber("not in time", no);
    } else if (listed === undefined) {
      // Who is not dealt in does not cut.
      if (!dealtIn) return;
      own.listed = false;
      need(own.committed !== "ok", "mine", "your cut was left out of the lock");
      if (own.committed !== null) return;
      this.notArrived(no);
    } else if (listed !== own.hash) {
      need(own.committed === "other", "mine", "the lock has another cut in your name");
      this.amber("other window", no);
    } else {
      own.listed = true;
      seen.notArrived = 0;
    }
  }

  /** A page that slept through the end of the hand commits too late; that is no false house. */
  notArrived(no) {
    if (!this.hadGap) this.seen.notArrived += 1;
    need(this.seen.notArrived < NOT_ARRIVED_MAX, "mine", "your cuts do not arrive");
    this.amber("not arrived", no);
  }

  /** The table says that it does not ask this seat for cuts: two misses must be public. */
  on_not_asked(message) {
    const no = wholeIn(message, "no", 1);
    const { since } = this.seen;
    const from = no - NOT_ASKED_DECKS;
    const known = since === 0 || (since !== null && since <= from);
    // Before this window took the seat the player may have had another one.
    const mine = ([one, , blamed]) => one <= this.seatedAfter || blamed.includes(this.seat ?? -1);
    const missed = this.missed(from).filter(mine);
    need(!known || missed.length > 1, "mine", "you are not asked to cut, and missed no two cuts");
    this.excused.add(no);
    this.amber("not asked", no);
  }

  blamesMe(deck) {
    if (this.seat === null || this.hasLeft || this.isOfAnother(deck.no)) return false;
    return seatsIn(deck, "blamed").includes(this.seat);
  }

  /** A deck is dealt: gaps before it are over. */
  isDealt() {
    this.hadGap = false;
    this.isNew = false;
  }

  /** Whether this window knows who sat here from a deck's lock to its deal. */
  wasHere(no) {
    const isKnown = !(this.hadGap || this.isNew) || this.upSinceLock === no;
    return isKnown && !this.isOfAnother(no);
  }

  /** Whether this seat may have been another player's when a deck was locked. */
  isOfAnother(no) {
    return no <= this.lockedBefore && this.seen.cuts[no]?.seat !== this.seat;
  }

  blamed(no) {
    const { seen } = this;
    const arrived = seen.cuts[no]?.shown === "ok";
    need(!arrived, "mine", "your cut had arrived and is said to be missing");
    if (this.upSinceLock === no) {
      seen.blamed = recent([...seen.blamed, no], no, BLAME_DECKS);
      need(seen.blamed.length < 2, "mine", "your cuts are said to be missing");
    }
    this.amber("blamed", no);
  }
}
