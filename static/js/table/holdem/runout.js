// @ts-check
/**
 * Owns how a message with several streets is shown: hands revealed, street after street, result.
 * Pure. The steps between are the settled view without what comes later.
 */

import { settings, still } from "../../settings.js";
import { createPace } from "../felt/pace.js";

/** Before the flop, the turn, the river and the end: the last card is looked at the longest. */
const WAITS_MS = [1000, 1200, 1300, 2000];
const SHORT_MS = 300;
const PHASES = { 3: "flop", 4: "turn", 5: "river" };
const ENDING = new Set(["show", "muck", "win", "rabbit", "hand_end"]);

/** Events in groups: before the first street, one for each street, the end. */
function groups(events) {
  /** @type {any[][]} */
  const all = [[]];
  let ended = false;
  for (const event of events) {
    const ends = !ended && ENDING.has(event.kind);
    if (event.kind === "street" || ends) all.push([]);
    ended ||= ends;
    all[all.length - 1].push(event);
  }
  return all;
}

/** The pots while the board is still open, main pot first, two boards put together. */
function potsOf(result) {
  /** @type {Map<string, {amount: number, seats: number[]}>} */
  const pots = new Map();
  for (const { amount, seats } of [...result.pots].reverse()) {
    const key = String(seats);
    pots.set(key, { seats, amount: amount + (pots.get(key)?.amount ?? 0) });
  }
  return [...pots.values()];
}

/** The settled view as it stood after `past`, some of its events. */
function viewAfter(view, before, past, events) {
  const won = (seat) =>
    events.reduce((sum, e) => sum + (e.kind === "win" && e.seat === seat ? e.amount : 0), 0);
  const dealt = (list, board) =>
    list
      .filter((e) => e.kind === "street" && (e.board ?? 1) === board)
      .reduce((sum, e) => sum + e.cards.length, 0);
  const rows = (cards, board) =>
    cards.slice(0, cards.length - dealt(events, board) + dealt(past, board));
  const twice = past.some((e) => e.kind === "street" && e.board === 2);
  const board = rows(view.board, 1);
  const opened = new Map(past.filter((e) => e.kind === "open").map((e) => [e.seat, e]));
  const known = new Map(before?.view?.seats.map((s) => [s.seat, s.cards]));
  const early = !past.some((e) => e.kind === "street");
  const seats = view.seats.map((seat) => ({
    ...seat,
    stack: seat.stack - won(seat.seat),
    bet: 0,
    best: null,
    hand_value: early ? (opened.get(seat.seat)?.hand_value ?? null) : null,
    cards: opened.get(seat.seat)?.cards ?? known.get(seat.seat) ?? seat.cards,
  }));
  const pots = potsOf(view.result);
  return {
    ...view,
    phase: PHASES[board.length] ?? "preflop",
    turn: null,
    board,
    board2: twice ? rows(view.board2, 2) : [],
    rabbit: [],
    current_bet: 0,
    pot: pots.reduce((sum, pot) => sum + pot.amount, 0),
    pots,
    seats,
    result: null,
    you: view.you && { ...view.you, legal: [], blocked: [] },
  };
}

/**
 * The steps of a message in which the board is completed at once, or null for any other message.
 * @param {any} before the hand as it was @param {any} message @param {boolean} short without waits
 * to look
 */
export function steps(before, message, short) {
  const { hand, events = [] } = message;
  const view = hand.view;
  if (view.phase !== "settled" || !view.result || !events.some((e) => e.kind === "street"))
    return null;
  const known = before && (!before.id || before.id === hand.id) ? before : null;
  /** @type {any[]} */
  const past = [];
  return groups(events).map((group, i, all) => {
    past.push(...group);
    const last = i === all.length - 1;
    const now = last ? view : viewAfter(view, known, [...past], events);
    const clock = last ? hand.clock : null;
    // A board that is completed from the turn on waits for it as any other does.
    const long = WAITS_MS.at(i - all.length) ?? WAITS_MS[0];
    return {
      wait: short ? SHORT_MS : long * (settings.speed === "2" ? 0.5 : 1),
      message: {
        ...message,
        events: group,
        step: i + 1,
        running: !last,
        hand: { ...hand, clock, view: now },
      },
    };
  });
}

/** Plays messages to `show` at the speed the user chose. */
export const play = (show, state) =>
  createPace(show, (message) => steps(state.hand, message, still()));

/** Recorded frames, with one for each step. @param {any[]} frames */
export const unfold = (frames) =>
  frames.flatMap((frame, i) => {
    const hand = { seq: frame.seq, view: frame.view };
    const found = steps({ view: frames[i - 1]?.view }, { hand, events: frame.events }, true);
    if (!found) return [frame];
    return found.map(({ message: { events, hand } }) => ({ ...frame, events, view: hand.view }));
  });
