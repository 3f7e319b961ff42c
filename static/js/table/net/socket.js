// @ts-check
/**
 * Owns the connection to one table: reconnecting, pings, acknowledgement of commands by id, and
 * the way without a socket where none passes.
 * Must not understand the game. A command keeps its id and key until it is answered.
 */

import { text } from "../../messages.js";
import { AGAIN_MS } from "./again.js";
import { KEYED } from "./commands.js";

/** @typedef {{ok: boolean, code?: string, text?: string}} Answer */

/** The silence after which a visible page pings, and a hidden one. */
const PING_AFTER_MS = 1800;
const PING_HIDDEN_MS = 15000;
/** An answer this late means a slow connection, and this late a lost one. */
const SLOW_MS = 1200;
const SILENT_MS = 7500;
const ANSWER_MS = 6000;
/** The time until a try's first message. */
const FIRST_MS = 8000;
/** The same once the device says that it is online or visible again. */
const HURRIED_MS = 2200;
/** Tries without a message after which ordinary requests take over. */
const TRIES = 3;
/** The longest pause between two tries, and that while ordinary requests do. */
const PAUSE_MS = 6000;
const QUIET_MS = 30000;
/** Close codes after which there is no reconnecting: not allowed, no such table. */
const FINAL = new Set([4003, 4004]);

export class TableSocket {
  /**
   * @param {string} path
   * @param {{message: (m: any) => void, light: (l: string) => void}} on
   * @param {string} slug of the table; empty: no ordinary requests, which are the user's own
   */
  constructor(path, on, slug) {
    this.slug = slug;
    /** Ordinary requests in the place of the socket. @type {import("./poll.js").LongPoll | null} */
    this.poll = null;
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.on = on;
    /** Whether those are answered; undefined until the first one is, or fails. */
    this.polls = /** @type {boolean | undefined} */ (undefined);
    this.since = 0;
    this.greeted = false;
    this.tries = 0;
    this.counter = 0;
    /** @type {Map<string, any>} */
    this.waiting = new Map();
    this.prefix = Math.random().toString(36).slice(2, 8);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    addEventListener("pagehide", () => this.sleep());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  /**
   * Shows the state of the connection; that of quiet tries beside ordinary requests is no news.
   * @param {string} light
   */
  light(light) {
    if (!this.poll || light === "good" || light === "closed") this.on.light(light);
  }

  /** @param {boolean} [quietly] */
  open(quietly) {
    clearTimeout(this.again);
    if (!quietly) this.light(this.tries ? "restoring" : "connecting");
    this.since = performance.now();
    this.greeted = false;
    try {
      const socket = new WebSocket(this.url);
      this.socket = socket;
      socket.onmessage = (frame) => socket === this.socket && this.receive(JSON.parse(frame.data));
      socket.onclose = (event) => socket === this.socket && this.closed(event);
      this.opening = setTimeout(() => this.drop(), FIRST_MS);
    } catch {
      this.closed({ code: 1006 }); // a browser, or an extension of it, that allows no sockets
    }
  }

  /** Drops the connection; a close frame would not arrive. */
  drop() {
    const socket = this.socket;
    if (!socket || socket.readyState > WebSocket.OPEN) return;
    this.socket = null;
    socket.close();
    this.closed({ code: 1006 });
  }

  /** @param {{code: number}} event */
  closed(event) {
    this.rest();
    if (this.stopped || this.asleep) return;
    if (FINAL.has(event.code)) return this.end();
    if (this.greeted && event.code === 1012) return this.open(true); // the server restarts
    this.tries += 1;
    this.light("lost");
    // One that took all its time tells as much as several.
    const long = !this.greeted && performance.now() - this.since > FIRST_MS - 100;
    if (long || this.tries >= TRIES) this.fallBack();
    const wait = Math.min(PAUSE_MS, 400 * 1.8 ** (this.tries - 1)) * (0.7 + Math.random() * 0.6);
    this.again = setTimeout(() => this.open(), this.polls ? QUIET_MS : wait);
  }

  /** The table is not for me, or no more. */
  end() {
    this.stop();
    for (const id of [...this.waiting.keys()]) this.fail(id, "table.closed_line");
    this.on.light("closed");
  }

  /** Plays on by ordinary requests, and tries the socket again from time to time. */
  async fallBack() {
    if (this.poll || this.falling || !this.slug) return;
    this.falling = true;
    const found = await import("./poll.js").catch(() => null);
    this.falling = false;
    if (!found || this.greeted || this.stopped || this.asleep) return;
    found.takeOver(this);
  }

  stopPolling() {
    this.poll?.stop();
    this.polls = undefined;
    this.poll = null;
  }

  /** Tries at once when the device reports that it is online or visible again. */
  hurry() {
    if (this.stopped || this.asleep) return;
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) return this.open();
    if (this.greeted) return this.ping(HURRIED_MS);
    // A try from before may wait for an answer that was lost.
    const again = () => {
      this.drop();
      this.open();
    };
    clearTimeout(this.opening);
    if (performance.now() - this.since > HURRIED_MS) again();
    else this.opening = setTimeout(again, HURRIED_MS);
  }

  /** Closes the connection while the page is kept for the way back. */
  sleep() {
    this.asleep = true;
    clearTimeout(this.again);
    this.rest();
    this.stopPolling();
    this.socket?.close();
  }

  wake() {
    this.asleep = false;
    if (!this.stopped) this.open();
  }

  stop() {
    this.stopped = true;
    clearTimeout(this.again);
    this.rest();
    this.stopPolling();
    this.socket?.close();
  }

  /** @param {any} message */
  receive(message) {
    this.rest();
    this.greeted = true;
    this.pinger = setTimeout(() => this.ping(), document.hidden ? PING_HIDDEN_MS : PING_AFTER_MS);
    if (message.type === "hello") {
      this.tries = 0;
      this.stopPolling();
      this.light("good");
      for (const entry of this.waiting.values()) if (entry.repeats) this.write(entry.body);
    } else if (message.type === "pong") {
      this.light(performance.now() - (this.pinged || 0) > SLOW_MS ? "slow" : "good");
    } else if (["ok", "refused", "asked"].includes(message.type)) {
      if (!this.answer(message) && message.type === "refused") this.on.message(message);
      return;
    }
    this.on.message(message);
    if (message.ok) this.answer(message.ok);
  }

  /** Whether a command waited for this answer. @param {any} message */
  answer(message) {
    const entry = this.waiting.get(message.id);
    if (!entry) return false;
    if (message.code === "TRY_AGAIN" && entry.repeats && entry.again < AGAIN_MS.length) {
      setTimeout(() => this.write(entry.body), AGAIN_MS[entry.again]);
      entry.again += 1;
      return true;
    }
    clearTimeout(entry.timer);
    this.waiting.delete(message.id);
    entry.resolve({ ok: message.type !== "refused", ...message });
    return true;
  }

  /** Clears all ping timers. */
  rest() {
    for (const timer of [this.opening, this.pinger, this.slowness, this.silence])
      clearTimeout(timer);
  }

  ping(limit = SILENT_MS) {
    if (!this.write({ type: "ping", id: this.nextId() })) return;
    this.pinged = performance.now();
    this.rest();
    this.slowness = setTimeout(() => this.light("slow"), SLOW_MS);
    this.silence = setTimeout(() => this.drop(), limit);
  }

  nextId() {
    this.counter += 1;
    return `${this.prefix}-${this.counter}`;
  }

  /** @param {any} body */
  write(body) {
    if (this.poll && body.type === "resync") this.poll.refresh();
    if (!this.socket || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(body));
    return true;
  }

  /**
   * Sends a command and resolves with its answer. A game action keeps id and key and is sent again
   * after a reconnection, and for some seconds if it is told to try again; the server answers a key
   * it knows without acting twice.
   * @param {any} body @returns {Promise<Answer>}
   */
  command(body) {
    const id = this.nextId();
    // Commands that move chips have a key, so that a repetition counts once.
    const repeats = KEYED.has(body.type);
    const full = { ...body, id, ...(repeats ? { key: newKey() } : {}) };
    return new Promise((resolve) => {
      if (this.poll) return this.poll.command(full).then(resolve);
      const entry = { body: full, resolve, timer: 0, repeats, again: 0 };
      this.waiting.set(id, entry);
      if (!this.write(full) && !repeats) return this.fail(id, "table.not_connected");
      entry.timer = setTimeout(() => this.late(id), ANSWER_MS);
    });
  }

  /** @param {string} id */
  late(id) {
    const entry = this.waiting.get(id);
    if (!entry) return;
    if (!entry.repeats) return this.fail(id, "table.silent_check");
    this.write(entry.body);
    entry.timer = setTimeout(() => this.fail(id, "table.silent"), ANSWER_MS * 3);
  }

  /** @param {string} id @param {string} key of the message that says why */
  fail(id, key) {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    entry?.resolve({ ok: false, code: "NO_ANSWER", text: text(key) });
  }
}

/** A random identifier, also on pages without a secure context. */
export function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const b = crypto.getRandomValues(new Uint8Array(16));
  b[6] = (b[6] & 15) | 64;
  b[8] = (b[8] & 63) | 128;
  const hex = [...b].map((x) => x.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
