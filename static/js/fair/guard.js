// @ts-check
/**
 * Owns this browser's part in the dealing at one table: it cuts the next deck, checks the proof of
 * each hand and the opening of each card, and stops at the first check that fails.
 */
import { cardsIn } from "./cards.js";
import {
  bytesOf,
  checkDeal,
  checkDeck,
  checkOpenings,
  checkUnplayed,
  cutCommitOf,
  hexOf,
  need,
  ProofFailed,
} from "./tfair1.js";

/** @typedef {{check: string, why: string, hand: string | null, evidence: any}} Failure */
/**
 * The state of the checks of the current hand.
 * @typedef {{hand: string | null, number: number, cutters: number[], players: number[],
 *   withheld: number[], cards: number, mine: boolean, older: boolean, failed: Failure | null}} Seal
 */

/** The number of messages that may come before the answer to a resync. */
const PATIENCE = 20;

/** @returns {Seal} */
const nothing = () => ({
  hand: null,
  number: 0,
  cutters: [],
  players: [],
  withheld: [],
  cards: 0,
  mine: false,
  older: false,
  failed: null,
});

export class Guard {
  /**
   * @param {{command: (body: any) => Promise<any>, resync: () => void,
   *   changed: (seal: Seal) => void, opened: (deckId: string) => Promise<any>,
   *   store: Pick<Storage, "getItem" | "setItem">, slug: string}} tools
   */
  constructor(tools) {
    this.tools = tools;
    this.seal = nothing();
    this.seat = /** @type {number | null} */ (null);
    this.proof = /** @type {any} */ (null);
    this.places = /** @type {number[]} */ ([]);
    /** Openings that have passed, by card. @type {Map<number, any>} */
    this.openings = new Map();
    /** Published decks by the number of their hand. @type {Map<number, any>} */
    this.noted = new Map(this.read("decks") ?? []);
    /** My cuts by deck: {seat, cut, hash, promised, shown}. @type {Map<string, any>} */
    this.cuts = new Map(this.read("cuts") ?? []);
    /** Messages since everything was asked for again, 0 while nothing is missing. */
    this.asked = 0;
    /** Whether this table deals with proofs: hands from before there were any are let pass. */
    this.strict = this.noted.size > 0;
    this.work = Promise.resolve();
  }

  read(name) {
    return JSON.parse(this.tools.store.getItem(`fair:${this.tools.slug}:${name}`) ?? "null");
  }

  write(name, entries) {
    const last = [...entries].slice(-4);
    this.tools.store.setItem(`fair:${this.tools.slug}:${name}`, JSON.stringify(last));
  }

  /** Takes in a message of the server, after those before it. @param {any} message */
  hear(message) {
    this.work = this.work.then(() => this.take(message)).catch((error) => this.fail(error));
    return this.work;
  }

  async take(message) {
    if (this.seal.failed) return;
    if (message.you !== undefined) this.seat = message.you?.seat ?? null;
    if (message.hand) await this.takeHand(message);
    if (message.table?.next_deck) await this.takeDeck(message.table.next_deck);
  }

  fail(error) {
    if (!(error instanceof ProofFailed)) throw error;
    const { check, why } = error;
    const hand = this.seal.hand;
    const failed = { check, why, hand, evidence: { proof: this.proof, message: this.last } };
    this.show({ failed });
  }

  /** @param {Partial<Seal>} part */
  show(part) {
    this.seal = { ...this.seal, ...part };
    this.tools.changed(this.seal);
  }

  // -- the next deck -----------------------------------------------------------------------

  async takeDeck(deck) {
    this.last = { deck };
    await checkDeck(deck);
    await this.checkNoted(deck.number, deck.commit);
    this.strict = true;
    this.noted.set(deck.number, { deck_id: deck.deck_id, n: deck.n, commit: deck.commit });
    this.write("decks", this.noted);
    if (this.seat === null) return;
    if (deck.locked === null) await this.promise(deck);
    else this.showCut(deck);
  }

  /** A deck that was published and is not dealt must have been opened in full. */
  async checkNoted(number, commit) {
    const deck = this.noted.get(number);
    if (!deck || deck.commit === commit) return;
    const opened = await this.tools.opened(deck.deck_id);
    const same = opened?.commit === deck.commit;
    need(same, "deck", "the deck that was published was not dealt and not opened");
    await checkUnplayed(opened);
  }

  async promise(deck) {
    const known = this.cuts.get(deck.deck_id);
    if (known?.seat === this.seat && known.sent) return;
    const seat = /** @type {number} */ (this.seat);
    const cut = known?.cut ?? hexOf(crypto.getRandomValues(new Uint8Array(32)));
    const id = bytesOf(deck.deck_id, 16);
    const hash = hexOf(await cutCommitOf(id, seat, bytesOf(cut, 32)));
    const mine = { seat, cut, hash, sent: true, promised: false, shown: false };
    this.cuts.set(deck.deck_id, mine);
    this.write("cuts", this.cuts);
    // The answer is not waited for here: the list may be closed while it is under way.
    this.tools.command({ type: "cut_commit", deck: deck.deck_id, hash }).then(({ ok }) => {
      Object.assign(mine, { promised: Boolean(ok), sent: Boolean(ok) });
      this.write("cuts", this.cuts);
    });
  }

  showCut(deck) {
    const mine = this.cuts.get(deck.deck_id);
    if (!mine || mine.shown || mine.seat !== this.seat) return;
    const listed = deck.locked.find(([seat]) => seat === mine.seat);
    if (listed?.[1] !== mine.hash)
      return need(!mine.promised, "cuts", "your cut was left out of the list");
    mine.shown = true;
    this.write("cuts", this.cuts);
    this.tools.command({ type: "cut", deck: deck.deck_id, cut: mine.cut }).then(({ ok }) => {
      Object.assign(mine, { taken: Boolean(ok), shown: Boolean(ok) });
      this.write("cuts", this.cuts);
    });
  }

  // -- the hand ----------------------------------------------------------------------------

  async takeHand(message) {
    const { hand } = message;
    this.last = message;
    if (hand.fair && hand.fair.hand_id !== this.proof?.hand_id) await this.takeProof(hand);
    if (!this.proof || this.seal.hand !== hand.id) {
      if (this.strict) return this.askAgain("proof", "a hand was shown without its proof");
      this.show({ ...nothing(), hand: hand.id, number: hand.number, older: true });
      return;
    }
    await checkOpenings(this.proof, hand.openings, this.places);
    for (const opening of hand.openings) this.openings.set(opening.card, opening);
    this.checkShown(cardsIn([hand.view, message.events ?? []]));
    this.show({ cards: this.openings.size });
  }

  /** Each card in view has passed. A missed one is asked for once. @param {Set<number>} cards */
  checkShown(cards) {
    if ([...cards].every((card) => this.openings.has(card))) this.asked = 0;
    else this.askAgain("card", "a card was shown without its opening");
  }

  /** Something is missing: everything is asked for once, and must be there when it comes. */
  askAgain(check, why) {
    const whole = this.asked > 0 && this.last.type === "hello";
    need(!whole && this.asked <= PATIENCE, check, why);
    if (!this.asked) this.tools.resync();
    this.asked += 1;
  }

  async takeProof({ id, number, fair, view }) {
    need(fair.hand_id === id.replaceAll("-", ""), "hand", "the proof is of another hand");
    const places = await checkDeal(fair);
    await this.checkNoted(number, fair.commit);
    const follows = this.proof && this.seal.number === number - 1;
    const linked = !follows || this.proof.chain === fair.chain_before;
    need(linked, "chain", "the hand does not follow the one before");
    this.checkMine(fair);
    this.strict = true;
    this.proof = fair;
    this.places = places;
    this.openings.clear();
    this.asked = 0;
    const players = view.seats.map((seat) => seat.seat);
    const shown = fair.cuts.map(([seat]) => seat);
    const promised = fair.cut_commits.map(([seat]) => seat);
    this.seal = {
      ...nothing(),
      hand: id,
      number,
      players,
      cutters: shown.filter((seat) => players.includes(seat)),
      withheld: promised.filter((seat) => !shown.includes(seat)),
      mine: shown.includes(this.cuts.get(fair.deck_id)?.seat),
    };
  }

  /** My own cut is in the deal, if the server has taken it. */
  checkMine(fair) {
    const mine = this.cuts.get(fair.deck_id);
    if (!mine?.taken) return;
    const dealt = fair.cuts.find(([seat]) => seat === mine.seat)?.[1];
    need(dealt === mine.cut, "cuts", "your cut was left out of the deal");
  }
}
