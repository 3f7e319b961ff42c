// @ts-check
/**
 * Owns the one way by which a table's messages reach its page: what has not passed the guard does
 * not. It finds out what was missed, cuts, and keeps what a failure needs as evidence.
 */
import { ProofFailed } from "./failed.js";
import { Follower, STALE } from "./follower.js";
import { isProved, Kept, noteProved } from "./kept.js";
import { MyCuts } from "./my_cuts.js";
import { isUnusual } from "./tfair2/guard.js";
import { bytesOf, hexOf, need, rootOfMaster, tagged } from "./tfair2/hashes.js";
import { nothingSeen } from "./tfair2/seen.js";

/** When the page has been drawn. */
const WARM_MS = 600;
/** So long without a message is a gap in the connection: a page asleep, a line that was lost. */
const SILENT_MS = 5000;
/** So long after a gap messages may be old ones, in a burst. */
const BURST_MS = 2000;
/** Pauses between two tries to find out what was missed: the first, and the longest. */
const TRY_MS = 500;
const TRY_MS_MAX = 8000;
/** Old messages in a row that are asked for again. */
const STALE_MAX = 5;
/** Notes that are kept for evidence. */
const NOTES_MAX = 400;

/** @typedef {import("./follower.js").Seen} Seen */
/** @typedef {{check: string, why: string, hand: string | null, at: string}} Failure */
/**
 * What the page shows of the checks. `decks`: those thrown away just before this one: number,
 * reason, blamed seats. `missing`: seats whose cut the table waits for.
 * @typedef {{failed: Failure | null, ambers: string[], hand: string | null, older: boolean,
 *   number: number, cutters: number[], players: number[], mine: boolean, cards: number,
 *   decks: [number, number, number[]][], next: number, missing: number[],
 *   signed: number, unsigned: number}} Seal
 */
/**
 * `ends`: what became of the decks after one, null without an answer; `live`: whether the
 * connection lives.
 * @typedef {{command: (body: any) => Promise<any>, resync: () => void,
 *   changed: (seal: Seal) => void, ends: (after: number) => Promise<any>, live: () => boolean,
 *   signed?: (kind: number, hash: string, signature: string) => Promise<boolean | null>}} Tools
 */

export class Door {
  /** @type {Failure | null} */
  failed = null;
  /** @type {Kept | null} */
  kept = null;
  /** @type {Follower | null} */
  real = null;
  /** Goes on in the place of `real` while that misses something. @type {Follower | null} */
  trial = null;
  /** What `real` will take once it knows what it missed. @type {any[]} */
  waiting = [];
  needed = 0;
  /** The hand that was shown last, passed or not. @type {string | null} */
  handId = null;
  plays = true;
  /**
   * Whether this is a teaching table, which proves nothing and says so. Only its first message
   * decides, and only for practice chips: no table that this browser knows can become one.
   */
  teaches = /** @type {boolean | undefined} */ (undefined);
  /** Of the table, and of the way in which it is watched; undefined before the first message. */
  name = /** @type {string | null | undefined} */ (undefined);
  heard = 0;
  lateUntil = 0;
  stale = 0;
  /** Notes for evidence: messages to the guards. @type {any[]} */
  notes = [];
  /** Answers to my cuts, with their signatures. @type {any[]} */
  answers = [];
  /** The last message that was checked, as it came. @type {any} */
  message = null;
  /** The seal that the page was told last. */
  told = "";
  signed = { good: 0, none: 0 };
  checked = new Set();
  tryNow = () => {};

  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    // A browser runs code fast that has run before: the first deal is then as quick as the next.
    setTimeout(() => rootOfMaster(new Uint8Array(16), 0, new Uint8Array(32), 108), WARM_MS);
    this.cuts = new MyCuts({
      command: tools.command,
      note: (trace) => this.guarded(() => this.follow(trace)),
      answered: (kind, own, hash, answer) => this.answered(kind, own, hash, answer),
    });
  }

  /** The guard by which messages pass now. */
  get follower() {
    return this.trial ?? this.real;
  }

  /** Whether a message may reach the page. @param {any} message */
  pass(message) {
    if (this.teaches === undefined && message.table) this.guarded(() => this.meet(message.table));
    if (this.teaches) return !this.failed;
    const passed = this.guarded(() => {
      this.message = message;
      this.handId = message.hand?.id ?? this.handId;
      this.notice();
      return this.enter(message);
    });
    return passed === true && !this.failed;
  }

  /** Decides whether a table teaches. @param {any} table */
  meet({ slug, teaching, unrated }) {
    need(!teaching || (unrated && !isProved(slug)), "downgrade", "a table that cannot teach does");
    this.teaches = teaching === true;
    if (!teaching) noteProved(slug);
  }

  /** Takes what the page itself knows. @param {any} trace */
  know(trace) {
    if (trace.t === "offline") this.cuts.offline();
    if (trace.t === "plays") this.plays = trace.plays;
    this.guarded(() => this.real && this.follow(trace));
  }

  /** @template T @param {() => T} does @returns {T | undefined} */
  guarded(does) {
    if (this.failed) return;
    try {
      const found = does();
      this.settle();
      return found;
    } catch (error) {
      this.fail(error);
    }
  }

  /** A failure is final for this page, and so is any exception. */
  fail(error) {
    const known = error instanceof ProofFailed;
    const { check, why } = known
      ? error
      : { check: "form", why: `a message cannot be read: ${error}` };
    const at = new Date().toISOString();
    this.failed = { check, why, hand: this.handId, at };
    this.tryNow();
    this.tell();
  }

  /** Notices that the line was silent. */
  notice() {
    const now = performance.now();
    if (this.heard && now - this.heard > SILENT_MS) this.lateUntil = now + BURST_MS;
    if (now < this.lateUntil && this.real) this.follow({ t: "offline" });
    this.heard = now;
  }

  enter(message) {
    if (message.table) this.open(message);
    if (!this.real) this.begin(null);
    const stale = this.follow(message) === STALE;
    this.stale = stale ? this.stale + 1 : 0;
    if (!stale) return true;
    if (this.stale > STALE_MAX) throw new ProofFailed("gap", "the table shows decks from before");
    this.tools.resync();
    return false;
  }

  // -- the table ---------------------------------------------------------------------------

  /** Takes up what is kept of the table; late spectators have a memory of their own. */
  open({ type, table, you, hand }) {
    const id = table.next_deck?.deck?.table_id ?? hand?.fair?.table_id;
    if (!id || (this.name && type !== "hello")) return;
    const late = table.spectators === "delayed" && (you?.seat ?? null) === null;
    const name = `${id}${late ? ":late" : ""}`;
    if (name !== this.name) this.begin(name);
  }

  /** @param {string | null} name */
  begin(name) {
    // A table that has no deck of this scheme yet has no name either.
    const before = this.name === null ? this.real : null;
    this.name = name;
    this.kept = name === null ? null : new Kept(name);
    this.real = new Follower(this.kept?.seen() ?? nothingSeen(), (trace) => this.note(trace));
    this.real.plays = this.plays;
    if (before) this.real.goOn(before);
    this.trial = null;
    this.waiting = [];
  }

  // -- following ---------------------------------------------------------------------------

  follow(fact) {
    const real = /** @type {Follower} */ (this.real);
    if (this.trial) {
      this.waiting.push(fact);
      return this.trial.take(fact);
    }
    const missing = real.take(fact);
    if (typeof missing !== "number") return missing;
    this.trial = real.jumping(structuredClone(real.seen));
    this.waiting = [fact];
    this.needed = missing;
    this.catchUp(real);
    return this.trial.take(fact);
  }

  /** Asks what was missed until it is known; the guard fails if that takes too long. */
  async catchUp(real) {
    let pause = TRY_MS;
    for (;;) {
      const began = performance.now();
      const after = real.seen.last ?? 0;
      const found = await this.tools.ends(after).catch(() => null);
      if (this.failed || this.real !== real || !this.trial) return;
      this.guarded(() => found && this.fillIn(real, found));
      if (this.failed || !this.trial) return;
      if ((real.seen.last ?? 0) > after) continue; // an answer has only some of many decks
      await new Promise((done) => {
        this.tryNow = () => done(null);
        setTimeout(done, pause);
      });
      pause = Math.min(2 * pause, TRY_MS_MAX);
      if (this.failed || this.real !== real) return;
      const seconds = this.tools.live() ? Math.ceil((performance.now() - began) / 1000) : 0;
      this.guarded(() => real.tell({ t: "request", ok: false, seconds }));
    }
  }

  /** Lets the guard that missed something take all that came since. */
  fillIn(real, found) {
    real.catchUp(found, this.needed);
    while (this.waiting.length) {
      const missing = real.take(this.waiting[0]);
      if (typeof missing === "number") {
        if (missing === this.needed) return;
        this.needed = missing;
        real.catchUp(found, missing);
        if ((real.seen.last ?? 0) < missing) return;
        continue;
      }
      this.waiting.shift();
    }
    this.trial = null;
    if (real.guard.waitedS) real.tell({ t: "request", ok: true });
  }

  /** After each step: cuts, keeps, and tells the page. */
  settle() {
    const { real, follower } = this;
    if (!real || !follower) return;
    this.cuts.sync(follower, this.kept);
    if (real.dirty) {
      this.kept?.save(real.seen);
      real.dirty = false;
    }
    this.verify(follower.next);
    this.tell();
  }

  // -- what the house signed ---------------------------------------------------------------

  /** Checks the signatures of what a message said of the next deck. */
  verify(next) {
    if (!next || !this.tools.signed) return;
    const { lock, last } = next;
    if (lock) this.check(1, lock.lock, lock.signature);
    if (last) this.check(4, last.chain, last.signature);
  }

  /**
   * Keeps an answer to a cut of mine, with its signature.
   * @param {number} kind @param {any} own @param {string} hash
   * @param {{signature?: string}} answer
   */
  answered(kind, own, hash, { signature }) {
    const { no, seat, cut, commit } = own;
    this.answers.push({
      kind,
      no,
      seat,
      commit,
      cut,
      [kind === 2 ? "hash" : "lock"]: hash,
      signature,
    });
    if (!this.tools.signed) return;
    const parts = kind === 2 ? [commit, hash] : [hash, cut];
    const said = tagged(14 + kind, bytesOf(parts[0]), [seat], bytesOf(parts[1]));
    this.check(kind, hexOf(said), signature);
  }

  async check(kind, hash, signature) {
    const key = `${kind}/${hash}`;
    if (this.checked.has(key)) return;
    this.checked.add(key);
    if (!signature) {
      this.signed.none += 1;
      return;
    }
    const good = await this.tools.signed?.(kind, hash, signature);
    if (good) this.signed.good += 1;
    else if (good === false && !this.failed)
      this.fail(new ProofFailed("signature", "a signature is not that of the house"));
  }

  // -- what the page shows -----------------------------------------------------------------

  note(trace) {
    this.notes.push({ at: Date.now(), ...trace });
    if (this.notes.length > NOTES_MAX) this.notes.splice(0, NOTES_MAX / 4);
  }

  /** Tells the page what was checked, if that is new. */
  tell() {
    const seal = this.seal();
    const told = JSON.stringify(seal);
    if (told === this.told) return;
    this.told = told;
    this.tools.changed(seal);
  }

  /** @returns {Seal} */
  seal() {
    const { failed, follower, signed } = this;
    const empty = { cutters: [], players: [], mine: false, cards: 0, number: 0 };
    const blank = { failed, ambers: [], hand: null, older: false, ...empty, decks: [], next: 0 };
    if (!follower) return { ...blank, missing: [], signed: 0, unsigned: 0 };
    const { guard, seen, handId, next } = follower;
    const deal = [guard.deal, guard.past].find((one) => one?.fair.hand_id === handId) ?? null;
    const coming = (seen.last ?? 0) + 1;
    const no = guard.deal?.no ?? coming;
    const decks = runBefore(seen.thrown, no);
    return {
      ...blank,
      hand: handId,
      older: handId !== null && seen.older === handId,
      ...(deal && factsOf(deal, seen)),
      ambers: this.ambers(guard, deal, no - decks.length),
      decks,
      next: guard.deal ? 0 : coming,
      missing: next?.missing ?? [],
      signed: signed.good,
      unsigned: signed.none,
    };
  }

  /** What is worth telling now. @param {number} from the first deck that it is about */
  ambers(guard, deal, from) {
    const { seen } = guard;
    const first = Math.min(from, deal?.no ?? from);
    const names = new Set(guard.told.filter(({ no }) => no >= first).map(({ name }) => name));
    for (const name of ["request", "unusual", "late"]) names.delete(name);
    if (deal && seen.late.includes(deal.no)) names.add("late");
    if (this.trial && this.real?.guard.told.at(-1)?.name === "request") names.add("request");
    if (isUnusual(seen)) names.add("unusual");
    return [...names];
  }

  /** All that was said and published, as a file proves it. */
  evidence() {
    const { failed, message, notes, answers, kept, real } = this;
    const known = { cuts: kept?.cuts() ?? [], seen: real?.seen };
    return { scheme: "TFAIR2", failed, message, notes, answers, ...known };
  }
}

/** The decks in a row that were thrown away just before one. */
function runBefore(thrown, no) {
  const run = [];
  for (let at = thrown.length - 1; at >= 0; at -= 1) {
    if (thrown[at][0] >= no) continue;
    if (thrown[at][0] !== no - run.length - 1) break;
    run.unshift(thrown[at]);
  }
  return run;
}

function factsOf(deal, seen) {
  const own = seen.cuts[deal.no];
  const listed = deal.fair.cut_commits.find(([seat]) => seat === own?.seat);
  return {
    number: deal.number,
    cutters: deal.cuts.map(([seat]) => seat),
    players: deal.present,
    mine: listed !== undefined && listed[1] === own.hash,
    cards: deal.opened.size,
  };
}
