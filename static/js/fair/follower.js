// @ts-check
/**
 * Owns what a table's messages mean to its guard: decks, locks, deals, cards by place, ends. A
 * message has passed when `take` returns null.
 */
import { Boards, shownIn } from "./shown.js";
import { chainAfter } from "./tfair2/ends.js";
import { field, hexIn, listIn, wholeIn } from "./tfair2/forms.js";
import { Guard } from "./tfair2/guard.js";
import { NO_CHAIN, need } from "./tfair2/hashes.js";

/** The message is older than what has been seen. */
export const STALE = "stale";

/** @typedef {ReturnType<typeof import("./tfair2/seen.js").nothingSeen>} Seen */
/** @typedef {{t: string, [field: string]: any} | {type: string, [field: string]: any}} Fact */

const plain = (id) => String(id).replaceAll("-", "");

export class Follower {
  /** Whether it was told of what must be kept on the device. */
  dirty = false;
  plays = true;
  /** @type {number | null} */
  mySeat = null;
  /** @type {any[]} */
  seats = [];
  /** The last deck for which I was told that I am not asked. */
  notAsked = 0;
  /** What was last said of the next deck. @type {any} */
  next = null;
  boards = new Boards();
  /** @type {string | null} */
  handId = null;
  /** How the last decks ended that were not seen in play, by number. @type {Map<number, any>} */
  ends = new Map();

  /**
   * @param {Seen} seen @param {(trace: any) => void} log
   * @param {boolean} jumps whether it goes on where it cannot know what came between
   */
  constructor(seen, log, jumps = false) {
    this.guard = new Guard(seen);
    this.log = log;
    this.jumps = jumps;
    if (seen.last !== null && !jumps) this.tell({ t: "reload" });
  }

  get seen() {
    return this.guard.seen;
  }

  /** Another one that goes on without what came between. @param {Seen} seen a copy of this one's */
  jumping(seen) {
    const other = new Follower(seen, this.log, true);
    const { guard, mySeat, plays, seats, boards, handId } = this;
    Object.assign(other, { mySeat, plays, seats, boards, handId });
    const { seat, hasLeft, seatedAfter, lockedBefore, isNew, deal, past } = guard;
    const { mayBeLate, excused } = guard;
    const known = { seat, hasLeft, seatedAfter, lockedBefore, isNew, deal, past };
    Object.assign(other.guard, { ...known, mayBeLate, excused });
    return other;
  }

  /** Goes on after another one, from before the table's first deck. @param {Follower} before */
  goOn({ mySeat, seats, handId, seen: { older } }) {
    Object.assign(this, { mySeat, seats, handId });
    this.seen.older ??= older;
  }

  /** @param {any} trace */
  tell(trace) {
    this.log(trace);
    this.guard.take(trace);
    if (trace.t !== "cards" && trace.t !== "request") this.dirty = true;
  }

  /**
   * Takes a message, or what the page itself knows. Gives the number of a deck if the ends of all
   * decks up to it must be known first, `STALE`, or null.
   * @param {any} fact @returns {number | "stale" | null}
   */
  take(fact) {
    if (fact.t === undefined) return this.hear(fact);
    if (fact.t === "plays") this.plays = fact.plays;
    else if (fact.t !== "commit_sent" || this.mayCommit(fact.no)) this.tell(fact);
    this.checkSeat();
    return null;
  }

  /** Whether a cut of mine is still one for a published deck. */
  mayCommit(no) {
    return this.seen.commits[no] !== undefined && this.guard.seat !== null;
  }

  hear(message) {
    // A whole state is sent where others were not, or could not be.
    if (message.type === "hello") this.tell({ t: "offline" });
    if (message.you !== undefined) this.mySeat = message.you?.seat ?? null;
    if (message.table) this.seats = message.table.seats;
    const next = message.table ? field(message.table, "next_deck") : message.next_deck;
    this.checkSeat(this.dealIsComing(next ?? this.next));
    if (next) {
      const missing = this.takeNext(next);
      if (missing !== null) return missing;
      this.next = next;
    }
    if (message.hand) {
      const { hand, events = [], type } = message;
      const missing = this.takeHand(hand, events, type === "hello" && events.length > 0);
      if (missing !== null) return missing;
    }
    this.checkSeat(this.dealIsComing(this.next));
    if (this.next) this.takeDeck(this.next);
    return null;
  }

  // -- my seat -----------------------------------------------------------------------------

  /** Whether I am to be dealt in, as far as the table says. */
  get sitsReady() {
    const own = this.seats?.find((one) => one?.seat === this.mySeat);
    return this.mySeat !== null && own?.status === "ready";
  }

  /** Whether a deck that has been followed by the next was dealt, and its deal not seen yet. */
  dealIsComing(next) {
    return next?.deck?.no === next?.ended?.no + 2 && this.guard.deal?.no !== next?.ended?.no + 1;
  }

  /** @param {boolean} waits whether a seat became ready after a deal that is still to be seen */
  checkSeat(waits = false) {
    const { guard, mySeat, sitsReady } = this;
    const holds = guard.seat !== null && !guard.hasLeft;
    if (!this.plays) {
      if (guard.seat !== null) this.tell({ t: "elsewhere" });
    } else if (sitsReady) {
      if (waits) return;
      if (!holds || guard.seat !== mySeat) this.tell({ t: "seated", seat: mySeat });
    } else if (holds) {
      this.tell({ t: "left" });
    }
  }

  // -- decks -------------------------------------------------------------------------------

  takeNext(next) {
    const { seen } = this;
    const ended = field(next, "ended");
    const no = wholeIn(ended, "no");
    const chain = hexIn(ended, "chain");
    const beyond = seen.last !== null && no > seen.last;
    const last = field(next, "last");
    if (last?.no === no) this.ends.set(no, last);
    if (this.jumps) this.jumpTo(no, chain);
    else if (beyond && no === (seen.last ?? 0) + 1 && last?.no === no) this.endOf(last);
    else if (beyond) return no;
    else if (seen.last !== null && no < seen.last) return STALE;
    if (no !== seen.last || chain !== seen.chain)
      this.tell({ t: "hello", no, chain, tfair1: ended.tfair1 === true });
    return null;
  }

  jumpTo(no, chain = "") {
    if (no !== this.seen.last || chain !== this.seen.chain)
      Object.assign(this.seen, { last: null, number: null });
  }

  /** The deck after the last one has ended. */
  endOf(last) {
    const deck = { tfair1: this.goesOn(last.no), ...last };
    if (Object.hasOwn(last, "reason")) this.tell({ t: "thrown", deck });
    else if (this.guard.deal?.no === last.no) this.tell({ t: "end", ...deck });
    else this.link([last.no, last.end]);
  }

  /** Whether this deck goes on from the chain of the older scheme, as the table said at first. */
  goesOn(no) {
    return no === 1 && this.seen.chain !== NO_CHAIN;
  }

  link(pair) {
    const chain = chainAfter(this.seen.chain, pair[0], hexIn({ end: pair[1] }, "end"));
    this.tell({ t: "links", ends: [pair] });
    this.tell({ t: "hello", no: pair[0], chain });
  }

  /**
   * Takes the ends of decks that were missed, up to one.
   * @param {any} found the answer of the table @param {number} upTo
   */
  catchUp(found, upTo) {
    const thrown = new Map(listIn(found, "thrown").map((deck) => [wholeIn(deck, "no", 1), deck]));
    const ends = new Map([
      ...listIn(found, "ends"),
      ...[...thrown].map(([no, { end }]) => [no, end]),
    ]);
    for (const [no, end] of [...ends].sort(([one], [other]) => one - other)) {
      if (no > upTo) return;
      if (no <= (this.seen.last ?? 0)) continue;
      need(no === (this.seen.last ?? 0) + 1, "gap", `the end of a deck before ${no} is missing`);
      const deck = thrown.get(no);
      if (deck)
        this.tell({ t: "thrown", deck: { tfair1: this.goesOn(no), ...deck }, fetched: true });
      else this.link([no, end]);
    }
  }

  takeDeck(next) {
    const { guard, seen } = this;
    const { deck, lock, game } = next;
    if (!deck) return;
    const no = wholeIn(deck, "no", 1);
    if (no === guard.deal?.no) {
      // A message from before the deal.
      need(deck.commit === guard.deal.commit, "noted", "another deck is dealt than was published");
      return;
    }
    // The deal of the deck before it is still to come, or not for this reader.
    if (!guard.deal && no === (seen.last ?? 0) + 2) return;
    const isLate = lock && seen.commits[no] === undefined;
    if (!isLate && seen.commits[no] !== deck.commit) this.tell({ t: "deck", game, deck });
    const { seat, hasLeft } = guard;
    if (no > this.notAsked && !hasLeft && next.not_asked?.includes(seat)) {
      this.tell({ t: "not_asked", no });
      this.notAsked = no;
    }
    if (!lock) return;
    need(lock.no === no, "lock", "the lock is that of another deck");
    if (seen.locks[no] !== lock.lock) this.tell({ t: "lock", ...lock });
  }

  // -- the hand ----------------------------------------------------------------------------

  takeHand(hand, events, all) {
    const { fair, view } = hand;
    const { seen } = this;
    const id = plain(hand.id);
    if (fair && fair.scheme === "TFAIR1") return this.takeOlder(id, view);
    if (seen.older === id && !fair) return null;
    if (fair) {
      const missing = this.takeDeal(hand, id);
      if (missing !== null) return missing;
    }
    const { guard } = this;
    const deal = [guard.deal, guard.past].find((one) => one?.fair.hand_id === id);
    need(deal, "opening", "a hand is shown without its deal");
    if (this.handId !== id) this.boards = new Boards();
    this.handId = id;
    this.boards.take(view, events, all);
    const shown = shownIn(view, events, this.boards.common ?? 0);
    const { landlord = null } = view;
    const openings = listIn(hand, "openings");
    this.tell({ t: "cards", openings, shown, landlord, ended: deal !== guard.deal });
    return null;
  }

  takeDeal({ fair, number }, id) {
    const { seen, guard } = this;
    const same = hexIn(fair, "hand_id", 16) === id && wholeIn(fair, "number", 1) === number;
    need(same, "digest", "this is the deal of another hand");
    const no = wholeIn(fair, "no", 1);
    if (seen.last !== null && no > seen.last + 1) {
      if (this.jumps) this.jumpTo(no - 1);
      if (!this.jumps) return no - 1;
      this.tell({ t: "hello", no: no - 1, chain: NO_CHAIN });
    }
    if (seen.last === null || no > seen.last) this.tell({ t: "deal", fair });
    else if (guard.past?.digest !== fair.digest)
      this.tell({ t: "ended_deal", fair, end: this.ends.get(no) ?? null });
    this.ends.clear();
    return null;
  }

  /** A hand that was in play when the table changed to this scheme: the first that is shown. */
  takeOlder(id, view) {
    const { seen, next } = this;
    const over = view.phase === "settled";
    const first = seen.older === null || seen.older === id || over;
    const before = over || next === null || next.ended.tfair1 === true;
    const holds = seen.dealt === null && first && before;
    need(holds, "downgrade", "a hand was dealt by the older scheme");
    if (seen.older !== id) this.dirty = true;
    seen.older = id;
    this.handId = id;
    return null;
  }
}
