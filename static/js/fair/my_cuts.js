// @ts-check
/**
 * Owns this browser's part in the dealing: it commits to a cut of the next deck once the hand is
 * over, and shows the cut once the lock lists it. Only the window that plays the seat commits.
 */
import { cutCommitOf } from "./tfair2/deal.js";
import { hexOf } from "./tfair2/hashes.js";

/** Refusals that say that another window or device of mine has cut. */
const OTHERS = new Set(["CUT_ALREADY", "PLAYED_ELSEWHERE"]);
/** Answers after which the same may be sent again. */
const LOST = new Set([undefined, "NO_ANSWER"]);
const AGAIN_MS = 500;

/** @typedef {import("./kept.js").OwnCut} OwnCut */
/** @typedef {{ok: boolean, code?: string, signature?: string}} Answer */

export class MyCuts {
  /** What was sent over this connection, and when. @type {Map<string, number>} */
  sent = new Map();

  /**
   * @param {{command: (body: any) => Promise<Answer>, note: (trace: any) => void,
   *   answered: (kind: number, own: OwnCut, hash: string, answer: Answer) => void}} tools
   */
  constructor(tools) {
    this.tools = tools;
  }

  /** What is sent is sent again over the next connection. */
  offline() {
    this.sent.clear();
  }

  /** Does what is due. @param {import("./follower.js").Follower} follower */
  sync({ guard, seen, next }, kept) {
    if (!next?.deck || !kept) return;
    if (next.lock) this.show(next, seen, kept);
    else if (this.isDue(guard, seen, next)) this.commit(next.deck, guard.seat, seen, kept);
  }

  /** Whether the hand is over, this window has the seat, and the table asks it. */
  isDue({ seat, hasLeft, deal }, { last, commits, cuts }, { deck, not_asked: notAsked = [] }) {
    const isNext = !deal && deck.no === (last ?? 0) + 1 && commits[deck.no] === deck.commit;
    const asked = seat !== null && !hasLeft && !notAsked.includes(seat);
    return isNext && asked && !(cuts[deck.no]?.seat === seat && cuts[deck.no].committed);
  }

  /** Whether something is to be sent now; notes that it is. */
  isNew(key) {
    if (performance.now() < (this.sent.get(key) ?? 0)) return false;
    this.sent.set(key, Number.POSITIVE_INFINITY);
    return true;
  }

  async commit({ no, commit }, seat, { cuts }, kept) {
    const key = `${commit}/${seat}`;
    if (!this.isNew(key)) return;
    const mine = kept.cuts().find((one) => one.commit === commit && one.seat === seat);
    const cut = mine?.cut ?? hexOf(crypto.getRandomValues(new Uint8Array(32)));
    const own = { no, seat, cut, commit };
    if (!mine) kept.addCut(own);
    const hash = cutCommitOf(commit, seat, cut);
    const sent = (ack) => this.tools.note({ t: "commit_sent", no, cut, ack });
    if (cuts[no]?.hash !== hash) sent(null);
    const answer = await this.tools.command({ type: "cut_commit", commit, hash });
    if (answer.ok) {
      this.tools.answered(2, own, hash, answer);
      sent("ok");
    } else if (OTHERS.has(answer.code ?? "")) sent("other");
    else if (LOST.has(answer.code)) this.sent.delete(key);
  }

  /** Shows each cut of this browser that the lock lists; again while the table misses it. */
  show({ deck, lock, missing = [] }, seen, kept) {
    const listed = new Map(lock.cut_commits);
    for (const own of kept.cuts()) {
      if (own.commit !== deck.commit) continue;
      if (listed.get(own.seat) !== cutCommitOf(own.commit, own.seat, own.cut)) continue;
      const arrived = seen.cuts[own.no]?.shown === "ok";
      if (!arrived || missing.includes(own.seat)) this.showOne(own, lock.lock);
    }
  }

  async showOne(own, lock) {
    const key = `${lock}/${own.seat}`;
    if (!this.isNew(key)) return;
    const { no, cut, commit } = own;
    const answer = await this.tools.command({ type: "cut", commit, cut });
    this.sent.set(key, performance.now() + AGAIN_MS);
    if (!answer.ok) return;
    this.tools.answered(3, own, lock, answer);
    this.tools.note({ t: "cut_sent", no, ack: "ok" });
  }
}
