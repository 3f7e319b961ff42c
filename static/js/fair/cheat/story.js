// @ts-check
/**
 * Owns the story of one hand as a player's browser lives it: messages in order, then the saved
 * record. The judges are the site's own guard and check of files; nothing here decides.
 */
import { CARDS } from "../cards.js";
import { checkFiles } from "../files.js";
import { Guard } from "../tfair2/guard.js";
import { nothingSeen } from "../tfair2/seen.js";
import { candidateOf } from "./house.js";

export const STAGES = ["Sealed", "Cut", "Locked", "Dealt", "Cards", "Ended", "Saved"];
/** Which streets show which cards of the board. */
const STREETS = [
  [0, 3],
  [3, 4],
  [4, 5],
];

/** @typedef {{stage: string, message: any}} Step */
/**
 * `steps`: what the guard gets; `files`: what is checked when the hand is over, by name.
 * @typedef {{steps: Step[], files: Record<string, any>}} Story
 */
/**
 * `stage` and `check` that failed, null if all passed; `at`: how many steps passed.
 * @typedef {{stage: string | null, check: string | null, why: string, ambers: string[],
 *   at: number}} Verdict
 */

/** The number of a card. @param {string} text @returns {number} */
export const cardOf = (text) => /** @type {number} */ (CARDS.get(text));
/** The name of a card of the first pack. @param {number} card */
export const textOf = (card) => [..."23456789TJQKA"][card >> 2] + [..."cdhs"][card & 3];

/** What a story is made from: the honest hand and the secrets of the house. */
export class Sample {
  /** @param {any} data of sample.json */
  constructor(data) {
    const { record } = data;
    this.me = data.me;
    this.friend = data.friend;
    this.masters = data.masters;
    this.helpingRiver = cardOf(data.helping_river);
    this.record = record;
    this.fair = record.fair;
    const { deck_id, n } = this.fair;
    this.candidates = data.masters.map((master, k) => candidateOf(deck_id, k, master, n));
    /** @type {Map<number, any>} */
    this.openings = new Map(this.fair.openings.map((one) => [one.p, one]));
    this.seats = record.seats.map(({ seat }) => seat);
    this.board = record.deck
      .split(" ")
      .map(cardOf)
      .slice(2 * this.seats.length);
  }

  /** The published deck. */
  get deck() {
    const { scheme, table_id, no, deck_id, n, roots, commit } = this.fair;
    return { scheme, table_id, no, deck_id, n, roots, commit };
  }

  get lock() {
    const { no, n, plan, cut_commits, lock } = this.fair;
    return { no, n, plan, cut_commits, lock };
  }

  get deal() {
    const { openings, play, record_salt, play_hash, end, chain_before, chain, day, ...deal } =
      this.fair;
    return deal;
  }

  get end() {
    const { no, play_hash, end, chain_before, chain } = this.fair;
    return { no, play_hash, end, chain_before, chain };
  }

  /** The hole cards of a seat as they were dealt. @returns {number[]} */
  hole(seat) {
    return this.record.seats.find((one) => one.seat === seat).cards.map(cardOf);
  }

  /** The proof of a card that was dealt. @param {number} card */
  proof(card) {
    return this.fair.openings.find((one) => one.card === card);
  }

  /** @param {[number | string, number | null, number[]][]} shown place, index, cards */
  cards(...shown) {
    const openings = shown.flatMap(([, , cards]) => cards.map((card) => this.proof(card)));
    return { stage: "Cards", message: { t: "cards", openings, shown } };
  }

  /** The copy of the chain of days that a player has kept. */
  get keptCopy() {
    const { day, leaves, root, head } = this.fair.day;
    return { scheme: "TFAIR2", keys: [], days: [{ scheme: "TFAIR2", day, leaves, root, head }] };
  }
}

/** The steps before the cards. @param {Sample} sample @returns {Step[]} */
export function sealedSteps(sample) {
  const { fair, me } = sample;
  return [
    { stage: "Sealed", message: { t: "hello", no: fair.no - 1, chain: fair.chain_before } },
    { stage: "Sealed", message: { t: "seated", seat: me } },
    { stage: "Sealed", message: { t: "deck", game: fair.plan.game, deck: sample.deck } },
    { stage: "Cut", message: { t: "commit_sent", no: fair.no, cut: cutOf(sample, me), ack: "ok" } },
  ];
}

/** @returns {Step[]} */
export const lockedSteps = (lock) => [
  { stage: "Locked", message: { t: "lock", ...lock } },
  { stage: "Locked", message: { t: "cut_sent", no: lock.no, ack: "ok" } },
];

/** @returns {Step} */
export const dealtStep = (fair) => ({ stage: "Dealt", message: { t: "deal", fair } });

/** The cards as they come: my own, the board street by street, and all at the showdown. */
export function cardSteps(sample) {
  const { me, seats, board } = sample;
  const others = seats.filter((seat) => seat !== me);
  return [
    sample.cards([me, null, sample.hole(me)]),
    ...STREETS.map(([from, to]) => sample.cards(["board1", from, board.slice(from, to)])),
    ...others.map((seat) => sample.cards([seat, null, sample.hole(seat)])),
  ];
}

/** A seat's cut. @returns {string} */
export const cutOf = ({ fair }, seat) => fair.cuts.find(([one]) => one === seat)[1];

/** The hand as it was played. @param {Sample} sample @returns {Story} */
export function honest(sample) {
  return {
    steps: [
      ...sealedSteps(sample),
      ...lockedSteps(sample.lock),
      dealtStep(sample.deal),
      ...cardSteps(sample),
      { stage: "Ended", message: { t: "end", ...sample.end } },
    ],
    files: { "the record": sample.record, "your copy of the chain of days": sample.keptCopy },
  };
}

/** What the site's own checks say of a story. @param {Story} story @returns {Promise<Verdict>} */
export async function judge({ steps, files }) {
  const guard = new Guard(nothingSeen());
  const { ambers } = guard;
  for (const [at, { stage, message }] of steps.entries()) {
    try {
      guard.take(message);
    } catch (error) {
      const { check, why } = /** @type {any} */ (error);
      return { stage, check, why, ambers, at };
    }
  }
  const given = Object.entries(files).map(([name, value]) => ({
    name,
    text: JSON.stringify(value),
  }));
  const failed = (await checkFiles(given)).find((one) => one.check);
  const stage = failed ? "Saved" : null;
  const { check, text: why } = failed ?? { check: null, text: "" };
  return { stage, check, why, ambers, at: steps.length };
}

/**
 * A card on the table, null if it did not come; `isFalse`: not the one that was dealt.
 * @typedef {{card: number | null, isFalse: boolean}} Shown
 */

/**
 * The table as far as the story came: cards by place, stacks at the start, and the winner.
 * @param {Sample} sample @param {Story & {winner?: number}} story @param {Verdict} verdict
 */
export function tableOf(sample, story, verdict) {
  const honestly = new Map(sample.seats.map((seat) => [seat, sample.hole(seat)]));
  honestly.set("board1", sample.board);
  /** @type {Map<number | string, (number | null)[]>} */
  const cards = new Map([...honestly].map(([place, list]) => [place, list.map(() => null)]));
  for (const { message } of story.steps.slice(0, verdict.at + 1))
    if (message.t === "cards")
      for (const [place, index, list] of message.shown)
        cards.get(place)?.splice(index ?? 0, list.length, ...list);
  const record = story.files["the record"] ?? sample.record;
  const isOver = verdict.at === story.steps.length || verdict.stage === "Ended";
  if (isOver) for (const { seat, cards: own } of record.seats) cards.set(seat, own.map(cardOf));
  const shown = [...cards].map(([place, list]) => [
    place,
    list.map((card, i) => ({ card, isFalse: card !== null && card !== honestly.get(place)?.[i] })),
  ]);
  const winner = story.winner ?? record.result.pots[0].winners[0];
  return {
    /** @type {Map<number | string, Shown[]>} */
    cards: new Map(/** @type {any} */ (shown)),
    stacks: new Map(record.seats.map(({ seat, stack }) => [seat, stack])),
    winner: isOver ? winner : null,
    pot: record.result.pots[0].amount,
  };
}
