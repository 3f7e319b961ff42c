// @ts-check
/**
 * Owns the guard of one table: it checks all that a connection says of its decks, message after
 * message. `seen` is what the device keeps of the table; it is plain data. A failure throws
 * `ProofFailed` and names its check; ambers say what could not be checked, or is worth telling.
 */
import { ProofFailed } from "../failed.js";
import { checkDeck, checkLock, Deal } from "./deal.js";
import { readPlan } from "./deal_map.js";
import { chainAfter, checkEnd, dealtEnd } from "./ends.js";
import { bySeat, field, hexBytes, hexIn, listIn, seatsIn, whole, wholeIn } from "./forms.js";
import { NO_CHAIN, need } from "./hashes.js";
import { BLAME_DECKS, NOT_ASKED_DECKS, OwnSeat, recent } from "./own_seat.js";
import { checkThrownDeck, REASONS } from "./thrown.js";

/** More decks than `UNUSUAL_MAX` thrown away after their lock, in so many, are unusual. */
const UNUSUAL_DECKS = 20;
const UNUSUAL_MAX = 3;
/** For so long a check may wait for an answer while the connection lives. */
const CANNOT_CHECK_S = 60;

/** Whether unusually many of the last decks were thrown away after their lock. */
export const isUnusual = ({ afterLock, last }) =>
  recent(afterLock, last ?? 0, UNUSUAL_DECKS).length > UNUSUAL_MAX;

export class Guard extends OwnSeat {
  /** @type {Deal | null} */
  deal = null;
  /** The last deal that has ended: its hand is shown until the next. @type {Deal | null} */
  past = null;
  /** @type {[number, string] | null} */
  linked = null;
  mayBeLate = true;
  /** The last deck that ended before this connection. */
  cameAfter = 0;
  waitedS = 0;

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

  /** Lets the deal go, whose hand is still shown. */
  finish() {
    this.past = this.deal ?? this.past;
    this.deal = null;
  }

  // -- the connection and this seat ----------------------------------------------------------

  on_hello(message) {
    const no = wholeIn(message, "no");
    const chain = hexIn(message, "chain");
    const { seen } = this;
    if (seen.last === null) {
      seen.since = no;
      const begins = no > 0 || chain === NO_CHAIN || message.tfair1 === true;
      need(begins, "chain", "the chain does not begin");
    } else {
      const [at, known] = this.linked ?? [seen.last, seen.chain];
      need(no === at, "gap", `deck ${no} has ended, and those after ${at} are not known`);
      need(chain === known, "chain", "it is not the chain that was seen before");
      seen.unseen += no - seen.last;
    }
    this.linked = null;
    if (this.mayBeLate) this.cameAfter = no;
    seen.last = no;
    seen.chain = chain;
    if (this.deal && this.deal.no <= no) this.finish();
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

  on_offline() {
    this.mayBeLate = true;
    this.upSinceLock = 0;
    this.hadGap = true;
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
    if (!this.waitedS) this.amber("request", (this.seen.last ?? 0) + 1);
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

  on_lock(message) {
    const no = wholeIn(message, "no", 1);
    const plan = readPlan(field(message, "plan"));
    const lock = checkLock(message, this.noted(no, message), plan);
    this.locked(no, lock, message, plan);
  }

  /**
   * The commit that was published for a deck, null once for a reader who was late. A deck that
   * nobody cuts may be published, locked and dealt at once, so that a reader sees the last of it
   * alone; it proves no more if it was seen before.
   */
  noted(no, locked) {
    const commit = this.seen.commits[no];
    if (commit !== undefined) return commit;
    if (!this.seen.late.includes(no)) {
      const isCut = listIn(locked, "cut_commits").length > 0;
      need(this.mayBeLate || !isCut, "noted", `deck ${no} was never published`);
      if (isCut) this.mayBeLate = false;
      this.seen.late.push(no);
      this.amber("late", no);
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
    this.upSinceLock = no;
    if (this.seat === null || this.hasLeft || this.seen.commits[no] === undefined) return;
    const mine = bySeat(deck, "cut_commits").find(([seat]) => seat === this.seat);
    this.checkMyHash(no, mine?.[1], plan.seats.includes(this.seat));
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
    this.checkNumber(number, again);
    const commit = this.noted(no, fair);
    const known = commit === null || commit === hexIn(fair, "commit");
    need(known, "noted", "another deck is dealt than was published");
    const lock = seen.locks[no];
    const same = lock === undefined || lock === hexIn(fair, "lock");
    need(same, "relock", "the deal has another lock than was shown");
    const deal = new Deal(fair);
    this.sameTable(fair);
    const wasHere = this.wasHere(no);
    this.locked(no, deal.lock, fair, deal.plan);
    this.checkAbsent(deal, wasHere);
    if (again) {
      need(deal.digest === seen.dealt?.[1], "relock", "the hand was dealt otherwise before");
      if (this.deal) return;
    }
    this.deal = deal;
    this.past = null;
    this.isDealt();
    Object.assign(seen, { number, unseen: 0, dealt: [no, deal.digest] });
  }

  checkNumber(number, again) {
    const { seen } = this;
    if (seen.number === null) return;
    const [first, more] = again ? [seen.number, 0] : [seen.number + 1, seen.unseen];
    const follows = number >= first && number <= first + more;
    need(follows, "gap", `hand ${number} comes after hand ${seen.number}`);
  }

  /** Another window, or the player who had the seat before, may have left. @param {Deal} deal */
  checkAbsent(deal, wasHere) {
    if (this.seat === null || this.hasLeft || !deal.absent.includes(this.seat)) return;
    need(!wasHere, "mine", "you are said to have left, and did not");
    this.amber("absent", deal.no);
  }

  on_cards(message) {
    const openings = listIn(message, "openings");
    const shown = listIn(message, "shown");
    const deal = message.ended === true ? this.past : this.deal;
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

  /**
   * The place "best1" or "best2" is a seat's cards with those of a board; its index is the seat.
   * @param {Deal} deal @param {any[]} entry place, index on a board, cards, common cards
   */
  checkPlace(deal, [place, index, cards, common = 0]) {
    const isBoard = place === "board1" || place === "board2";
    const isBest = place === "best1" || place === "best2";
    const own = deal.at(isBest ? whole(index, "seat", 0, 255) : isBoard ? "board" : place);
    need(own, "place", `nothing was dealt to ${isBest ? index : place}`);
    const second = place === "board2" || place === "best2";
    if (second) whole(common, "common", 0, 5);
    const board = second ? deal.secondBoard(common) : (deal.at("board") ?? []);
    need(new Set(cards).size === cards.length, "card", `a card is shown twice at ${place}`);
    cards.forEach((card, i) => {
      const p = deal.positions.get(whole(card, "card"));
      need(p !== undefined, "opening", `card ${card} was shown without its opening`);
      const fits = isBoard ? board[whole(index, "index") + i] === p : own.includes(p);
      const good = fits || (isBest && board.includes(p));
      need(good, "place", `card ${card} was not dealt to ${place}`);
    });
  }

  // -- how a deck ends -----------------------------------------------------------------------

  on_end(message) {
    const no = wholeIn(message, "no", 1);
    const { deal } = this;
    need(deal?.no === no, "gap", `deck ${no} ends and was not in play`);
    this.ended(message, dealtEnd(/** @type {Deal} */ (deal).digest, hexIn(message, "play_hash")));
    this.finish();
  }

  /**
   * The deal of a hand that is shown though its deck has ended: it ended before this page came, or
   * at once. `end` is what was said of its end, null if that is not known here.
   */
  on_ended_deal(message) {
    const fair = field(message, "fair");
    need(field(fair, "scheme") === "TFAIR2", "downgrade", "another scheme is used");
    const no = wholeIn(fair, "no", 1);
    const { seen } = this;
    need(seen.last !== null && no <= seen.last, "gap", `deck ${no} has not ended`);
    const wasBefore = no <= Math.max(this.cameAfter, seen.since ?? 0);
    const noted = wasBefore ? (seen.commits[no] ?? null) : this.noted(no, fair);
    const known = noted === null || noted === hexIn(fair, "commit");
    need(known, "noted", "another deck was dealt than was published");
    const same = (seen.locks[no] ?? hexIn(fair, "lock")) === hexIn(fair, "lock");
    need(same, "relock", "the deal has another lock than was shown");
    const deal = new Deal(fair);
    this.sameTable(fair);
    const { dealt } = seen;
    const again = dealt?.[0] === no;
    need(!again || dealt[1] === deal.digest, "relock", "the hand was dealt otherwise before");
    const end = field(message, "end");
    const ends =
      end === null || dealtEnd(deal.digest, hexIn(end, "play_hash")) === hexIn(end, "end");
    need(ends, "end", "it is not the hash of what ended");
    this.past = deal;
    if (wasBefore && noted === null) this.amber("late", no);
    if (wasBefore) return;
    this.checkAbsent(deal, this.wasHere(no));
    this.checkNumber(deal.number, again);
    Object.assign(seen, { number: deal.number, unseen: 0, dealt: [no, deal.digest] });
  }

  ended(deck, end) {
    const chain = checkEnd(deck, end);
    const follows = hexIn(deck, "chain_before") === this.seen.chain;
    need(follows, "chain", "it does not follow from the deck before");
    this.seen.last = deck.no;
    this.seen.chain = chain;
    for (const kept of [this.seen.commits, this.seen.locks, this.seen.cuts])
      for (const no of Object.keys(kept)) if (Number(no) <= deck.no - BLAME_DECKS) delete kept[no];
    this.seen.late = this.seen.late.filter((no) => no > deck.no - BLAME_DECKS);
  }

  on_thrown(message) {
    const deck = field(message, "deck");
    need(field(deck, "scheme") === "TFAIR2", "downgrade", "another scheme is used");
    const no = wholeIn(deck, "no", 1);
    const next = (this.seen.last ?? 0) + 1;
    need(no === next, "gap", `deck ${no} ended instead of deck ${next}`);
    // One that was fetched may have come and gone while this page was away.
    const commit =
      message.fetched === true ? (this.seen.commits[no] ?? null) : this.noted(no, deck);
    const known = commit === null || commit === hexIn(deck, "commit");
    need(known, "noted", "another deck is thrown away than was published");
    const isLocked = field(deck, "lock") !== null;
    const lock = this.seen.locks[no];
    const same = lock === undefined || (isLocked && lock === hexIn(deck, "lock"));
    need(same, "relock", "the deck that was thrown away had a lock");
    const left = this.blamesMe(deck) && field(deck, "reason") === REASONS.tooFewLeft;
    need(!left || message.fetched === true, "mine", "you are said to have left, and did not");
    this.ended(deck, checkThrownDeck(deck));
    const { seen } = this;
    const blamed = seatsIn(deck, "blamed");
    seen.thrown = seen.thrown.filter(([one]) => one > no - NOT_ASKED_DECKS);
    seen.thrown.push([no, deck.reason, blamed]);
    if (isLocked) this.thrownAfterLock(no, deck);
    this.hadGap = false;
  }

  /** Counts a deck that was thrown away after its lock, and looks at who is blamed. */
  thrownAfterLock(no, deck) {
    const { seen } = this;
    if (this.blamesMe(deck)) {
      this.blamed(no);
    } else if (deck.reason === REASONS.closed || deck.reason === REASONS.other) {
      seen.byTheHouse = recent([...seen.byTheHouse, no], no, BLAME_DECKS);
      need(seen.byTheHouse.length < 2, "thrown", "the house throws locked decks away");
      this.amber("house", no);
    }
    seen.afterLock = recent([...seen.afterLock, no], no, UNUSUAL_DECKS);
    if (isUnusual(seen)) this.amber("unusual", no);
  }
}

const KINDS = new Set(
  [OwnSeat, Guard]
    .flatMap((one) => Object.getOwnPropertyNames(one.prototype))
    .filter((name) => name.startsWith("on_"))
    .map((name) => name.slice(3)),
);
