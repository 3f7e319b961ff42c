// @ts-check
/**
 * Owns the guard of one table: it checks all that a connection says of its decks, message after
 * message. `seen` is what the device keeps of the table; it is plain data. A failure throws
 * `ProofFailed` and names its check; ambers say what could not be checked, or is worth telling.
 */
import { ProofFailed } from "../tfair1.js";
import { checkDeck, checkLock, cutCommitOf, Deal } from "./deal.js";
import { readPlan } from "./deal_map.js";
import { chainAfter, checkEnd, dealtEnd } from "./ends.js";
import { bySeat, field, hexBytes, hexIn, listIn, seatsIn, whole, wholeIn } from "./forms.js";
import { NO_CHAIN, need } from "./hashes.js";
import { checkThrownDeck, REASONS } from "./thrown.js";

/** Over how many decks a blame, or a deck thrown away by the house, is remembered. */
const BLAME_DECKS = 50;
/** More decks than `UNUSUAL_MAX` thrown away after their lock, in so many, are unusual. */
const UNUSUAL_DECKS = 20;
const UNUSUAL_MAX = 3;
/** So many cuts running that did not arrive are no bad line any more. */
const NOT_ARRIVED_MAX = 3;
/** For so long a check may wait for an answer while the connection lives. */
const CANNOT_CHECK_S = 60;

/** @typedef {"ok" | "other" | null} Answer what the server said, or that another window has cut */
/** @typedef {{seat: number, hash: string, committed: Answer, shown: Answer}} MyCut */

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
});

const recent = (decks, no, span) => decks.filter((one) => one > no - span);

export class Guard {
  /** @type {Deal | null} */
  deal = null;
  /** @type {number | null} */
  seat = null;
  /** @type {string[]} */
  ambers = [];
  seatedAfter = 0;
  hasLeft = false;
  /** @type {[number, string] | null} */
  linked = null;
  mayBeLate = true;
  upSinceLock = false;
  waitedS = 0;

  /** @param {ReturnType<typeof nothingSeen>} seen */
  constructor(seen) {
    this.seen = seen;
  }

  /** Checks one message, whose kind is `t`. */
  take(message) {
    try {
      const kind = field(message, "t");
      need(typeof kind === "string" && KINDS.has(kind), "form", "this is no message");
      this[`on_${kind}`](message);
    } catch (error) {
      if (error instanceof ProofFailed) throw error;
      // Any exception that a message causes in the guard is a failure.
      throw new ProofFailed("form", `the message cannot be read: ${error}`);
    }
  }

  // -- the connection and this seat ----------------------------------------------------------

  on_hello(message) {
    const no = wholeIn(message, "no");
    const chain = hexIn(message, "chain");
    const { seen } = this;
    if (seen.last === null) {
      need(no > 0 || chain === NO_CHAIN, "chain", "the chain does not begin");
    } else {
      const [at, known] = this.linked ?? [seen.last, seen.chain];
      need(no === at, "gap", `deck ${no} has ended, and those after ${at} are not known`);
      need(chain === known, "chain", "it is not the chain that was seen before");
      seen.unseen += no - seen.last;
    }
    this.linked = null;
    seen.last = no;
    seen.chain = chain;
    if (this.deal && this.deal.no <= no) this.deal = null;
  }

  on_links(message) {
    need(this.seen.last !== null, "gap", "there is nothing to link to");
    let [no, chain] = [this.seen.last ?? 0, this.seen.chain];
    for (const pair of listIn(message, "ends")) {
      need(Array.isArray(pair) && pair.length === 2, "form", "an end is a pair");
      need(whole(pair[0], "no") === no + 1, "gap", `the end of deck ${no + 1} is missing`);
      hexBytes(pair[1], 32);
      no += 1;
      chain = chainAfter(chain, no, pair[1]);
    }
    this.linked = [no, chain];
  }

  on_seated(message) {
    this.seat = wholeIn(message, "seat", 0, 255);
    this.hasLeft = false;
    this.seatedAfter = Math.max(0, ...Object.keys(this.seen.commits).map(Number));
  }

  on_left() {
    this.hasLeft = true;
  }

  on_offline() {
    this.mayBeLate = true;
    this.upSinceLock = false;
  }

  on_reload() {
    this.on_offline();
    this.deal = null;
  }

  on_request(message) {
    if (field(message, "ok") === true) {
      this.waitedS = 0;
      return;
    }
    if (!this.waitedS) this.ambers.push("request");
    this.waitedS += wholeIn(message, "seconds");
    need(this.waitedS < CANNOT_CHECK_S, "request", "a check had no answer for a minute");
  }

  // -- decks before the deal -----------------------------------------------------------------

  on_deck(message) {
    const deck = field(message, "deck");
    need(field(deck, "scheme") === "TFAIR2", "downgrade", "another scheme is used");
    const commit = checkDeck(deck, field(message, "game") ?? "");
    const no = wholeIn(deck, "no", 1);
    this.sameTable(deck);
    const known = this.seen.commits[no];
    if (known !== undefined) {
      need(known === commit, "noted", "another deck was published before");
      return;
    }
    const next = (this.seen.last ?? 0) + (this.deal ? 2 : 1);
    need(no === next, "gap", `deck ${no} was published instead of deck ${next}`);
    this.seen.commits[no] = commit;
    this.mayBeLate = false;
  }

  sameTable(deck) {
    const id = hexIn(deck, "table_id", 16);
    need((this.seen.tableId ?? id) === id, "noted", "this is another table's deck");
    this.seen.tableId = id;
  }

  on_commit_sent(message) {
    const no = wholeIn(message, "no", 1);
    const commit = this.seen.commits[no];
    const possible = commit !== undefined && this.seat !== null;
    need(possible, "noted", "a cut was made for a deck that was never published");
    const seat = /** @type {number} */ (this.seat);
    const hash = cutCommitOf(commit, seat, hexIn(message, "cut"));
    this.seen.cuts[no] = { seat, hash, committed: field(message, "ack"), shown: null };
  }

  on_cut_sent(message) {
    const own = this.seen.cuts[wholeIn(message, "no", 1)];
    if (own) own.shown = field(message, "ack");
  }

  on_lock(message) {
    const no = wholeIn(message, "no", 1);
    const plan = readPlan(field(message, "plan"));
    const lock = checkLock(message, this.noted(no), plan);
    this.locked(no, lock, message, plan);
  }

  /** The commit that was published for a deck, null once for a reader who was late. */
  noted(no) {
    const commit = this.seen.commits[no];
    if (commit !== undefined) return commit;
    if (!this.seen.late.includes(no)) {
      need(this.mayBeLate, "noted", `deck ${no} was never published`);
      this.mayBeLate = false;
      this.seen.late.push(no);
      this.ambers.push("late");
    }
    return null;
  }

  locked(no, lock, deck, plan) {
    const known = this.seen.locks[no];
    if (known !== undefined) {
      need(known === lock, "relock", `deck ${no} was locked otherwise before`);
      return;
    }
    this.seen.locks[no] = lock;
    this.upSinceLock = true;
    if (this.seat === null || this.seen.commits[no] === undefined) return;
    const mine = bySeat(deck, "cut_commits").find(([seat]) => seat === this.seat);
    this.checkMyHash(no, mine?.[1], plan.seats.includes(this.seat));
  }

  /** @param {number} no @param {string | undefined} listed @param {boolean} dealtIn */
  checkMyHash(no, listed, dealtIn) {
    const { seen } = this;
    const own = seen.cuts[no];
    if (!own || own.seat !== this.seat) {
      const tookOver = this.seatedAfter >= no;
      need(listed === undefined || tookOver, "mine", "somebody has cut in your name");
      if (listed !== undefined) this.ambers.push("other window");
    } else if (listed === undefined) {
      need(own.committed !== "ok", "mine", "your cut was left out of the lock");
      if (own.committed !== null || !dealtIn) return;
      seen.notArrived += 1;
      need(seen.notArrived < NOT_ARRIVED_MAX, "mine", "your cuts do not arrive");
      this.ambers.push("not arrived");
    } else if (listed !== own.hash) {
      need(own.committed === "other", "mine", "the lock has another cut in your name");
      this.ambers.push("other window");
    } else {
      seen.notArrived = 0;
    }
  }

  // -- the deal ------------------------------------------------------------------------------

  on_deal(message) {
    const fair = field(message, "fair");
    need(field(fair, "scheme") === "TFAIR2", "downgrade", "another scheme is used");
    const no = wholeIn(fair, "no", 1);
    const number = wholeIn(fair, "number", 1);
    const { seen } = this;
    const next = seen.last === null ? no : seen.last + 1;
    need(no === next, "gap", `deck ${no} was dealt instead of deck ${next}`);
    const again = seen.dealt?.[0] === no;
    if (seen.number !== null) {
      const [first, more] = again ? [seen.number, 0] : [seen.number + 1, seen.unseen];
      const follows = number >= first && number <= first + more;
      need(follows, "gap", `hand ${number} comes after hand ${seen.number}`);
    }
    const commit = this.noted(no);
    const known = commit === null || commit === hexIn(fair, "commit");
    need(known, "noted", "another deck is dealt than was published");
    const lock = seen.locks[no];
    const same = lock === undefined || lock === hexIn(fair, "lock");
    need(same, "relock", "the deal has another lock than was shown");
    const deal = new Deal(fair);
    this.sameTable(fair);
    this.locked(no, deal.lock, fair, deal.plan);
    const gone = this.seat !== null && deal.absent.includes(this.seat) && !this.hasLeft;
    need(!gone, "mine", "you are said to have left, and did not");
    if (again) {
      need(deal.digest === seen.dealt?.[1], "relock", "the hand was dealt otherwise before");
      if (this.deal) return;
    }
    this.deal = deal;
    Object.assign(seen, { number, unseen: 0, dealt: [no, deal.digest] });
  }

  on_cards(message) {
    const openings = listIn(message, "openings");
    const shown = listIn(message, "shown");
    const { deal } = this;
    need(deal, "opening", "cards are shown, and no hand is in play");
    deal.open(openings);
    if (message.landlord !== undefined && message.landlord !== null)
      deal.landlord = wholeIn(message, "landlord", 0, 255);
    for (const entry of shown) {
      const good = Array.isArray(entry) && (entry.length === 3 || entry.length === 4);
      need(good && Array.isArray(entry[2]), "form", "this is no place");
      this.checkPlace(deal, entry);
    }
  }

  /** @param {Deal} deal @param {any[]} entry place, index on a board, cards, common cards */
  checkPlace(deal, [place, index, cards, common = 0]) {
    const isBoard = place === "board1" || place === "board2";
    let positions = deal.at(isBoard ? "board" : place);
    if (positions && place === "board2")
      positions = deal.secondBoard(whole(common, "common", 0, 5));
    need(positions, "place", `nothing was dealt to ${place}`);
    const all = positions;
    need(new Set(cards).size === cards.length, "card", `a card is shown twice at ${place}`);
    cards.forEach((card, i) => {
      const p = deal.positions.get(whole(card, "card"));
      need(p !== undefined, "opening", `card ${card} was shown without its opening`);
      const allowed = isBoard ? [all[whole(index, "index") + i]] : all;
      need(allowed.includes(p), "place", `card ${card} was not dealt to ${place}`);
    });
  }

  // -- how a deck ends -----------------------------------------------------------------------

  on_end(message) {
    const no = wholeIn(message, "no", 1);
    const { deal } = this;
    need(deal?.no === no, "gap", `deck ${no} ends and was not in play`);
    this.ended(message, dealtEnd(/** @type {Deal} */ (deal).digest, hexIn(message, "play_hash")));
    this.deal = null;
  }

  ended(deck, end) {
    const chain = checkEnd(deck, end);
    const follows = hexIn(deck, "chain_before") === this.seen.chain;
    need(follows, "chain", "it does not follow from the deck before");
    this.seen.last = deck.no;
    this.seen.chain = chain;
    for (const kept of [this.seen.commits, this.seen.locks, this.seen.cuts])
      for (const no of Object.keys(kept)) if (Number(no) <= deck.no - BLAME_DECKS) delete kept[no];
  }

  on_thrown(message) {
    const deck = field(message, "deck");
    need(field(deck, "scheme") === "TFAIR2", "downgrade", "another scheme is used");
    const no = wholeIn(deck, "no", 1);
    const next = (this.seen.last ?? 0) + 1;
    need(no === next, "gap", `deck ${no} ended instead of deck ${next}`);
    const commit = this.noted(no);
    const known = commit === null || commit === hexIn(deck, "commit");
    need(known, "noted", "another deck is thrown away than was published");
    const isLocked = field(deck, "lock") !== null;
    const lock = this.seen.locks[no];
    const same = lock === undefined || (isLocked && lock === hexIn(deck, "lock"));
    need(same, "relock", "the deck that was thrown away had a lock");
    const left = this.blamesMe(deck) && field(deck, "reason") === REASONS.tooFewLeft;
    need(!left, "mine", "you are said to have left, and did not");
    this.ended(deck, checkThrownDeck(deck));
    if (isLocked) this.thrownAfterLock(no, deck);
  }

  /** Counts a deck that was thrown away after its lock, and looks at who is blamed. */
  thrownAfterLock(no, deck) {
    const { seen } = this;
    if (this.blamesMe(deck)) {
      this.blamed(no);
    } else if (deck.reason === REASONS.closed || deck.reason === REASONS.other) {
      seen.byTheHouse = recent([...seen.byTheHouse, no], no, BLAME_DECKS);
      need(seen.byTheHouse.length < 2, "thrown", "the house throws locked decks away");
      this.ambers.push("house");
    }
    seen.afterLock = recent([...seen.afterLock, no], no, UNUSUAL_DECKS);
    if (seen.afterLock.length > UNUSUAL_MAX) this.ambers.push("unusual");
  }

  blamesMe(deck) {
    return this.seat !== null && !this.hasLeft && seatsIn(deck, "blamed").includes(this.seat);
  }

  blamed(no) {
    const { seen } = this;
    const arrived = seen.cuts[no]?.shown === "ok";
    need(!arrived, "mine", "your cut had arrived and is said to be missing");
    if (this.upSinceLock) {
      seen.blamed = recent([...seen.blamed, no], no, BLAME_DECKS);
      need(seen.blamed.length < 2, "mine", "your cuts are said to be missing");
    }
    this.ambers.push("blamed");
  }
}

const KINDS = new Set(
  Object.getOwnPropertyNames(Guard.prototype)
    .filter((name) => name.startsWith("on_"))
    .map((name) => name.slice(3)),
);
