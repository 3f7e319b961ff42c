// @ts-check
/**
 * Owns what this browser knows about the table, and how a server message changes it. The last
 * view is the truth; events only add words, labels and motion. Must not draw or send.
 */

import { isolate } from "../isolate.js";
import { text } from "../messages.js";
import { settings } from "../settings.js";
import { session } from "../storage.js";
import { inWords } from "./in_words.js";
import { refusalText } from "./refusals.js";
import { say } from "./sentences.js";

const LOG_LINES = 300;
/** More than any message takes on its way. */
const JUMP_MS = 5000;

/**
 * A store for one table.
 * @param {any} boot the page's table-data
 * @param {any} game for its words
 */
export function createStore(boot, game) {
  const listeners = new Set();
  let line = 0;
  let stamp = 0;
  /** @type {TableState} */
  const state = {
    boot,
    game,
    light: "connecting",
    lightDetail: "",
    offset: 0,
    you: null,
    table: null,
    hand: null,
    chat: [],
    log: [],
    watching: 0,
    people: {},
    labels: {},
    running: false,
    tableStamp: 0,
    handStamp: 0,
    sending: null,
    refusal: null,
    seal: null,
    unread: 0,
    missed: null,
    reactions: {},
    followed: session.getItem(`cardhouse.followed.${boot.slug}`),
  };

  const name = (seat) => nameOf(state, seat);
  const changed = () => {
    for (const listener of listeners) listener(state);
  };
  /** @param {Partial<TableState>} part */
  const set = (part) => {
    Object.assign(state, part);
    changed();
  };

  /** @param {Messages.TableView} table */
  function takeTable(table) {
    state.table = table;
    stamp += 1;
    state.tableStamp = stamp;
    for (const seat of table.seats) if (seat?.name) state.people[seat.seat] = seat;
  }

  /** @param {Messages.HandNow | null} hand */
  function takeHand(hand, running = false) {
    state.hand = hand;
    state.running = running;
    stamp += 1;
    state.handStamp = stamp;
  }

  /** @param {Omit<LogLine, "id">[]} lines */
  function write(lines) {
    for (const entry of lines) {
      line += 1;
      state.log.push({ ...entry, id: line });
    }
    if (state.log.length > LOG_LINES) state.log = state.log.slice(-LOG_LINES);
  }

  /** Writes the events of a hand to the log. @param {HandEvent[]} events */
  function tell(events, id, number) {
    const speaker = { subject: boot.subject, name, mine: mySeat(state), number };
    const lines = events.map((event) => say(game, event, speaker)).filter((line) => line !== null);
    write(lines.map((entry) => ({ ...entry, hand: id })));
  }

  let jumped = false;
  /** @param {number | undefined} now */
  function clock(now) {
    if (!now) return;
    const offset = now - performance.now();
    // The largest value seen had the shortest way; drift down slowly. Two messages in a row that
    // are far below it tell of another clock.
    const jumps = offset < state.offset - JUMP_MS;
    const isNew = state.offset === 0 || (jumps && jumped);
    state.offset = isNew ? offset : Math.max(offset, state.offset - 40);
    jumped = jumps && !isNew;
  }

  /**
   * Takes one server message. Returns the events to animate and whether a gap needs a resync.
   * @param {TableMessage} told @returns {{events: HandEvent[], gap: boolean}}
   */
  function receive(told) {
    /** @type {TableMessage} */
    const message = inWords(told, boot);
    clock("now" in message ? message.now : undefined);
    /** @type {HandEvent[]} */
    let events = [];
    let gap = false;
    switch (message.type) {
      case "hello":
        state.you = message.you;
        takeTable(message.table);
        // Nothing tells what happened meanwhile: older labels would be untrue.
        if (state.hand?.id !== message.hand?.id || state.hand?.seq !== message.hand?.seq)
          state.labels = {};
        takeHand(message.hand);
        if (message.hand && message.events) {
          // The log repeats this hand's events, with the missed ones.
          const { id, number } = message.hand;
          state.log = state.log.filter((entry) => entry.hand !== id);
          state.labels = message.events.reduce(game.labels, {});
          tell(message.events, id, number);
        }
        state.chat = message.chat || [];
        state.watching = message.watching ?? 0;
        break;
      case "hand": {
        const { hand } = message;
        if (!hand) {
          takeHand(null);
          break;
        }
        const old = state.hand;
        const same = old && old.id === hand.id;
        const still = same && hand.view.phase === old.view.phase;
        if (still && hand.seq <= old.seq && !message.step) {
          // A repeated state may still change the clock or the time of the next hand.
          if (hand.seq === old.seq) takeHand(hand);
          break;
        }
        events = message.events || [];
        // One message may carry several steps; steps without their events are a gap.
        gap = !events.length && hand.seq > (same ? old.seq : -1) + 1;
        if (!same) state.labels = {};
        takeHand(hand, Boolean(message.running));
        state.labels = events.reduce(game.labels, state.labels);
        tell(events, hand.id, hand.number);
        break;
      }
      case "table":
        takeTable(message.table);
        if (message.you !== undefined) state.you = message.you;
        break;
      case "deck":
        if (state.table) takeTable({ ...state.table, ...deckIn(message) });
        break;
      case "chat": {
        const isNew = (entry) => !state.chat.some(({ id }) => id === entry.id);
        const fresh = message.lines.filter(isNew);
        state.chat = [...state.chat, ...fresh].slice(-200);
        state.unread += fresh.filter(
          (entry) =>
            entry.kind !== "dealer" &&
            entry.who !== state.you?.name &&
            !entry.code?.startsWith("emote.") &&
            !isMuted(entry),
        ).length;
        break;
      }
      case "watching":
        state.watching = message.n;
        break;
      case "closed":
        Object.assign(state, { light: "closed", lightDetail: text("table.closed") });
        break;
      case "refused":
        state.lightDetail = message.text;
        state.refusal = { text: message.text, at: Date.now() };
        break;
      default:
        return { events, gap };
    }
    changed();
    return { events, gap };
  }

  return {
    state,
    set,
    receive,
    name,
    write: (lines) => {
      write(lines);
      changed();
    },
    /** Puts lines of earlier hands before the log. @param {Omit<LogLine, "id">[]} lines */
    recall(lines) {
      const known = new Set(state.log.map(({ hand }) => hand));
      const older = lines.filter(({ hand }) => !known.has(hand));
      set({
        log: [...older.map((entry, i) => ({ ...entry, id: i - older.length })), ...state.log],
      });
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The name at a seat, or the seat's. @param {any} state @param {number} seat */
export const nameOf = (state, seat) =>
  isolate(state.people[seat]?.name ?? text("table.seat_number", { seat: seat + 1 }));

/** What a message about the deck alone changes at its table. */
const deckIn = ({ version, next_at, next_deck }) => ({ version, next_at, next_deck });

/** Whether this browser hides a chat message. @param {Messages.ChatView} line */
export const isMuted = (line) => line.kind !== "dealer" && settings.muted.includes(line.who);

/**
 * The server's time. Measured from the opening of the page: the device's clock may be set at any
 * time.
 * @param {TableState} state
 */
export const serverNow = (state) => performance.now() + state.offset;

/** @param {TableState} state */
export const mySeat = (state) => state.you?.seat ?? null;

/**
 * How many seats the table is turned for me: a spectator may follow a player, who is then below.
 * @param {TableState} state
 */
export const turnedBy = (state) =>
  mySeat(state) === null
    ? (state.table?.seats.find((one) => one?.name && one.name === state.followed)?.seat ?? 0)
    : 0;

/**
 * A seat of the hand. Its fields are the game's, whose own scripts know which.
 * @param {TableState} state @param {number | null} seat @returns {any}
 */
export const handSeat = (state, seat) =>
  state.hand?.view.seats.find((entry) => entry.seat === seat) ?? null;

/** @param {TableState} state @param {number | null} seat */
export const seated = (state, seat) =>
  state.table?.seats.find((entry) => entry?.seat === seat && entry.name) ?? null;

/** @param {any} state */
export const forPoints = ({ table }) => table.format === "points";
/** Whether the chips are practice chips: nobody brings any, and they count nowhere. */
export const isUnrated = ({ table }) => table.format === "unrated";

/** Whether this is its host's own practice table, where no clock runs. */
export const isPractice = ({ table }) => table.unrated && table.clock_ms === 0;

/** @param {TableState} state */
export const playing = (state) => Boolean(state.hand && state.hand.view.phase !== "settled");

/** Chips in front of a seat, null if hidden: the hand's figure while newer than the table's. */
export function stackOf(state, seat) {
  const inHand = handSeat(state, seat);
  const newer = playing(state) || state.handStamp >= state.tableStamp;
  return ((newer && inHand) || seated(state, seat) || inHand)?.stack;
}

/** The time of the next hand, null if it does not start automatically; by the newer message. */
export const nextHandAt = ({ hand, table, handStamp, tableStamp }) =>
  hand.next_at && (tableStamp > handStamp ? table.next_at : hand.next_at);

/** The legal actions of mine by kind. @returns {Record<string, any>} */
export function legalByKind(state) {
  const list = state.hand?.view.you?.legal ?? [];
  return Object.fromEntries(list.map((entry) => [entry.kind, entry]));
}

/** The server's sentence why an action is not possible, or null. */
export function blockedText(state, kind) {
  const no = state.hand?.view.you?.blocked?.find((entry) => entry.kind === kind);
  return no ? refusalText(state.boot, no) : null;
}
