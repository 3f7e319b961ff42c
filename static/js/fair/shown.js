// @ts-check
/**
 * Owns which cards a message shows, and at which place: in a game's view and in its events. A card
 * anywhere else fails, so that a page draws no card whose place nobody has checked.
 */
import { CARDS } from "./cards.js";
import { need } from "./tfair2/hashes.js";

/**
 * Place, index on a board or seat of a best hand, cards, and how many both boards share.
 * @typedef {[string | number, number, number[], number]} Entry
 */

const HIDDEN = "??";
const RIVER = 5;
const FIRST_OF = { flop: 0, turn: 3, river: 4 };

/** How many texts in a message name a card. @returns {number} */
function named(value) {
  if (typeof value === "string") return CARDS.has(value) ? 1 : 0;
  if (!value || typeof value !== "object") return 0;
  let found = 0;
  for (const part of Object.values(value)) found += named(part);
  return found;
}

/** How far a hand's first board had come when it was run twice, message after message. */
export class Boards {
  /** Cards that were out while there was one board. */
  out = 0;
  /** Cards that both boards share, null with one board. @type {number | null} */
  common = null;

  /** @param {any} view @param {any[]} events @param {boolean} all whether it is all events */
  take(view, events, all) {
    let out = all ? 0 : this.out;
    for (const event of events) {
      if (event.kind === "run" && event.boards === 2) this.part(out);
      else if (event.kind === "street" && event.board !== 2) out += event.cards.length;
    }
    if (!view.board2?.length) this.out = Math.max(this.out, view.board?.length ?? 0);
    else if (this.common === null) this.part(alike(view.board, view.board2));
  }

  /** @param {number} out */
  part(out) {
    const holds = this.common === null ? out >= this.out : out === this.common;
    need(holds, "place", "the second board begins elsewhere");
    this.common = out;
  }
}

function alike(one, other) {
  const first = other.findIndex((card, i) => card !== one[i]);
  return first === -1 ? other.length : first;
}

/**
 * All cards that a message shows of a hand.
 * @param {any} view @param {any[]} events @param {number} common @returns {Entry[]}
 */
export function shownIn(view, events, common) {
  /** @type {Entry[]} */
  const entries = [];
  let placed = 0;
  /** @param {string | number | undefined} place @param {any} texts */
  const add = (place, texts, index = 0) => {
    if (!texts) return;
    need(Array.isArray(texts), "form", "cards are not in a list");
    const cards = texts.filter((text) => text !== HIDDEN).map((text) => CARDS.get(text));
    need(!cards.includes(undefined), "form", "there is no such card");
    need(!cards.length || place !== undefined, "place", "a card is shown without a place");
    placed += cards.length;
    if (cards.length) entries.push(/** @type {Entry} */ ([place, index, cards, common]));
  };
  for (const { seat, cards, best, last } of view.seats) {
    add(seat, cards);
    add("best1", best, seat);
    add(seat, last?.cards);
  }
  add("board1", view.board);
  add("board2", view.board2);
  add("board1", view.rabbit, RIVER - (view.rabbit?.length ?? 0));
  add("kitty", view.kitty);
  add("dealer", view.dealer?.cards);
  for (const { seat, cards } of [view.last, ...(view.trick ?? []), ...(view.before ?? [])].filter(
    Boolean,
  ))
    add(seat, cards);
  for (const hint of view.you?.hints ?? []) add(view.you.seat, hint);
  for (const { seat, cards } of view.result?.shown ?? []) add(seat, cards);
  for (const { board, best } of view.result?.pots ?? [])
    for (const [seat, cards] of best ?? []) add(board === 2 ? "best2" : "best1", cards, seat);
  for (const event of events) {
    const { kind, board, street, seat, cards } = event;
    if (kind === "street") add(board === 2 ? "board2" : "board1", cards, FIRST_OF[street] ?? RIVER);
    else if (kind === "rabbit") add("board1", cards, RIVER - cards.length);
    else add(kind === "kitty" || kind === "dealer" ? kind : seat, cards);
  }
  need(placed === named([view, events]), "place", "a card is shown where no card belongs");
  return entries;
}
