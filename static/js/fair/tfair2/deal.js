// @ts-check
/** Owns the checks of a deck and its deal, in the order of the specification. */
import { GAMES, gameOf, placesOf, readPlan, secondBoard } from "./deal_map.js";
import { ascending, bySeat, bytesIn, field, hexIn, listIn, seatsIn, wholeIn } from "./forms.js";
import {
  bytesOf,
  canonical,
  climb,
  hexOf,
  leafOf,
  need,
  permutation,
  rootOfMaster,
  stream,
  tagged,
  u32,
} from "./hashes.js";

/** @typedef {import("./deal_map.js").Plan} Plan */

const CANDIDATES = 4;

export function checkScheme(deck, check = "scheme") {
  need(field(deck, "scheme") === "TFAIR2", check, "this is not TFAIR2");
}

/**
 * Checks scheme, constants and commit of a published deck; gives the commit.
 * @param {any} deck @param {unknown} game undefined if any game's deck will do
 * @returns {string}
 */
export function checkDeck(deck, game) {
  checkScheme(deck);
  const n = field(deck, "n");
  const sizes = Object.values(GAMES).map((one) => one.n);
  const good = game === undefined ? sizes.includes(n) : gameOf(game)?.n === n;
  need(good, "constants", "the deck has not the cards of its game");
  need(listIn(deck, "roots").length === CANDIDATES, "constants", "there are not four candidates");
  const roots = deck.roots.map((root) => bytesIn({ root }, "root"));
  const ids = [bytesIn(deck, "table_id", 16), u32(wholeIn(deck, "no", 1))];
  const parts = [...ids, bytesIn(deck, "deck_id", 16), [n, CANDIDATES], ...roots];
  const commit = hexOf(tagged(4, ...parts));
  need(commit === hexIn(deck, "commit"), "commit", "it is not the hash of the deck");
  return commit;
}

/** The hash by which a seat commits to a cut. @param {string} commit @param {string} cut */
export const cutCommitOf = (commit, seat, cut) =>
  hexOf(tagged(2, bytesOf(commit), [seat], bytesOf(cut)));

/**
 * Checks that a lock fixes plan and cut commits; gives it. A late reader has no `commit`.
 * @param {any} deck @param {string | null} commit @param {Plan} plan @returns {string}
 */
export function checkLock(deck, commit, plan) {
  const list = bySeat(deck, "cut_commits");
  const lock = hexIn(deck, "lock");
  const seats = list.map(([seat]) => seat);
  const holds = ascending(seats) && seats.every((seat) => plan.seats.includes(seat));
  need(holds, "lock", "its list is out of order or has a seat that is not dealt in");
  if (commit !== null) {
    const cuts = list.flatMap(([seat, hash]) => [[seat], bytesOf(hash)]);
    const planHash = tagged(13, canonical(field(deck, "plan")));
    const found = tagged(9, bytesOf(commit), planHash, [list.length], ...cuts);
    need(lock === hexOf(found), "lock", "it is not the hash of the plan and the cut commits");
  }
  return lock;
}

/** Checks published cuts against their commits; gives them. @param {string} commit */
export function checkCuts(deck, commit, { all }) {
  const cuts = bySeat(deck, "cuts");
  const promised = bySeat(deck, "cut_commits");
  const seats = cuts.map(([seat]) => seat);
  need(ascending(seats), "cuts", "they are out of order");
  const complete = !all || seats.join() === promised.map(([seat]) => seat).join();
  need(complete, "cuts", "a locked cut is missing");
  const hashes = new Map(promised);
  for (const [seat, cut] of cuts) {
    const holds = hashes.get(seat) === cutCommitOf(commit, seat, cut);
    need(holds, "cuts", `seat ${seat} committed to another cut`);
  }
  return cuts;
}

/** Every candidate but the picked one follows from its master. @param {number | null} pick */
export function checkMasters(deck, pick) {
  const masters = listIn(deck, "masters");
  need(masters.length === CANDIDATES, "masters", "there are not four");
  masters.forEach((master, k) => {
    if (k === pick) {
      need(master === null, "masters", "the candidate that was dealt is opened");
      return;
    }
    need(master !== null, "masters", `candidate ${k} is not opened`);
    const key = bytesIn({ master }, "master");
    const root = rootOfMaster(bytesIn(deck, "deck_id", 16), k, key, deck.n);
    need(hexOf(root) === deck.roots[k], "masters", `candidate ${k} is not what was sealed`);
  });
}

/** A deal that holds, and the cards of it that were opened. */
export class Deal {
  /** Checks all of a deal but its cards. @param {any} fair */
  constructor(fair) {
    checkScheme(fair);
    const game = field(field(fair, "plan"), "game");
    this.fair = fair;
    this.commit = checkDeck(fair, game);
    this.plan = readPlan(fair.plan);
    this.lock = checkLock(fair, this.commit, this.plan);
    this.cuts = checkCuts(fair, this.commit, { all: true });
    const key = tagged(3, bytesOf(this.lock), ...this.cuts.map(([, cut]) => bytesOf(cut)));
    need(hexOf(key) === hexIn(fair, "public_key"), "public_key", "it does not match the cuts");
    this.pick = stream(key, "/pick")(CANDIDATES);
    this.button = this.plan.buttons[stream(key, "/button")(this.plan.buttons.length)];
    const drawn = wholeIn(fair, "pick") === this.pick && wholeIn(fair, "button") === this.button;
    need(drawn, "pick", "the cuts pick another deck or another button");
    checkMasters(fair, this.pick);
    this.no = wholeIn(fair, "no", 1);
    this.number = wholeIn(fair, "number", 1);
    this.absent = seatsIn(fair, "absent");
    this.digest = this.checkDigest(key);
    this.places = placesOf(this.plan, this.button);
    this.order = permutation(key, "/perm", fair.n);
    /** The card at each position that was opened. @type {Map<number, number>} */
    this.opened = new Map();
    /** The position of each card that was opened. @type {Map<number, number>} */
    this.positions = new Map();
    /** The seat that the kitty belongs to as well, once there is one. @type {number | null} */
    this.landlord = null;
  }

  checkDigest(key) {
    const { absent, plan, number, fair } = this;
    const gone = ascending(absent) && absent.every((seat) => plan.seats.includes(seat));
    const left = plan.seats.length - absent.length;
    const holds = gone && left >= GAMES[plan.game].seats[0];
    need(holds, "digest", "the absent seats are not of the plan, or too few were left");
    const parts = [u32(number), key, [absent.length], absent];
    const digest = hexOf(tagged(6, bytesIn(fair, "hand_id", 16), ...parts));
    need(digest === hexIn(fair, "digest"), "digest", "it does not match the deal");
    return digest;
  }

  /** The seats that cards were dealt to, ascending. */
  get present() {
    return this.plan.seats.filter((seat) => !this.absent.includes(seat));
  }

  /** The positions of absent seats. */
  get gone() {
    return this.absent.flatMap((seat) => this.places.get(seat) ?? []);
  }

  /** The positions of a place, null if nothing was dealt there. @returns {number[] | null} */
  at(place) {
    const own = this.places.get(place);
    if (!own || this.absent.includes(place)) return null;
    return place === this.landlord ? [...own, ...(this.places.get("kitty") ?? [])] : own;
  }

  /** @param {number} common the cards that were out before the boards parted */
  secondBoard(common) {
    return secondBoard(this.plan, common);
  }

  /** Checks that each opening is in the picked candidate, and remembers its card. */
  open(openings) {
    const deckId = bytesIn(this.fair, "deck_id", 16);
    const { n } = this.fair;
    for (const opening of openings) {
      const [p, card] = [wholeIn(opening, "p"), wholeIn(opening, "card")];
      const salt = bytesIn(opening, "salt", 16);
      const path = listIn(opening, "path").map((node) => bytesIn({ node }, "node"));
      need(p < n && card < n, "path", `there is no position ${p} or no card ${card}`);
      const leaf = leafOf(deckId, this.pick, this.order[p], card, salt);
      const root = climb(leaf, this.order[p], n, path);
      const holds = root !== null && hexOf(root) === this.fair.roots[this.pick];
      need(holds, "path", `card ${card} at position ${p} is not in the deck`);
      const again = (this.positions.get(card) ?? p) !== p;
      need(!again, "card", `card ${card} was dealt twice`);
      this.opened.set(p, card);
      this.positions.set(card, p);
    }
    const seen = this.gone.some((p) => this.opened.has(p));
    need(!seen, "place", "a card of an absent seat was opened");
  }
}
