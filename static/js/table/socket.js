// @ts-check
/**
 * Owns the connection to one table: reconnecting, pings, acknowledgement of commands by id.
 * Must not understand the game. A command keeps its id and key until it is answered.
 */

/** @typedef {{ok: boolean, code?: string, text?: string}} Answer */

/** How long without a message before a visible page pings, and a hidden one. */
const PING_AFTER_MS = 1800;
const PING_HIDDEN_MS = 15000;
/** An answer this late means a slow connection, and this late a lost one. */
const SLOW_MS = 1200;
const SILENT_MS = 7500;
const ANSWER_MS = 6000;
const KEYED = new Set(["act", "sit", "leave", "top_up", "again", "add_bots"]);
/** Close codes after which there is no reconnecting: not allowed, no such table. */
const FINAL = new Set([4003, 4004]);

export class TableSocket {
  /** @param {string} path @param {{message: (m: any) => void, light: (l: string) => void}} on */
  constructor(path, on) {
    this.url = new URL(path, location.href);
    this.url.protocol = this.url.protocol.replace("http", "ws");
    this.on = on;
    this.tries = 0;
    this.counter = 0;
    /** @type {Map<string, any>} */
    this.waiting = new Map();
    this.prefix = Math.random().toString(36).slice(2, 8);
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.drop());
    addEventListener("pagehide", () => this.stop());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
    this.open();
  }

  open() {
    clearTimeout(this.again);
    this.on.light(this.tries ? "restoring" : "connecting");
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (frame) => socket === this.socket && this.receive(JSON.parse(frame.data));
    socket.onclose = (event) => socket === this.socket && this.closed(event);
  }

  /** Drops the connection without waiting for a close frame, which would not arrive. */
  drop() {
    const socket = this.socket;
    if (!socket || socket.readyState > WebSocket.OPEN) return;
    this.socket = null;
    socket.close();
    this.closed({ code: 1006 });
  }

  closed(event) {
    this.rest();
    if (this.stopped) return;
    if (FINAL.has(event.code)) {
      this.stopped = true;
      for (const id of [...this.waiting.keys()]) this.fail(id, "The table closed this connection.");
      this.on.light("closed");
      return;
    }
    this.on.light("lost");
    const wait = Math.min(10000, 400 * 1.8 ** this.tries) * (0.7 + Math.random() * 0.6);
    this.tries += 1;
    this.again = setTimeout(() => this.open(), wait);
  }

  /** Reconnects at once when the device reports that it is online or visible again. */
  hurry() {
    if (this.stopped) return;
    if (!this.socket || this.socket.readyState > WebSocket.OPEN) this.open();
    else this.ping();
  }

  stop() {
    this.stopped = true;
    this.socket?.close();
  }

  receive(message) {
    this.rest();
    this.pinger = setTimeout(() => this.ping(), document.hidden ? PING_HIDDEN_MS : PING_AFTER_MS);
    if (message.type === "hello") {
      this.tries = 0;
      this.on.light("good");
      for (const entry of this.waiting.values()) if (entry.repeats) this.write(entry.body);
    } else if (message.type === "pong") {
      this.on.light(performance.now() - (this.pinged || 0) > SLOW_MS ? "slow" : "good");
    } else if (["ok", "refused", "asked"].includes(message.type)) {
      if (!this.answer(message) && message.type === "refused") this.on.message(message);
      return;
    }
    this.on.message(message);
    if (message.ok) this.answer(message.ok);
  }

  /** Whether a command waited for this answer. */
  answer(message) {
    const entry = this.waiting.get(message.id);
    if (!entry) return false;
    clearTimeout(entry.timer);
    this.waiting.delete(message.id);
    entry.resolve({ ...message, ok: message.type !== "refused" });
    return true;
  }

  /** Clears all ping timers. */
  rest() {
    for (const timer of [this.pinger, this.slowness, this.silence]) clearTimeout(timer);
  }

  ping() {
    if (!this.write({ type: "ping", id: this.nextId() })) return;
    this.pinged = performance.now();
    this.rest();
    this.slowness = setTimeout(() => this.on.light("slow"), SLOW_MS);
    this.silence = setTimeout(() => this.drop(), SILENT_MS);
  }

  nextId() {
    this.counter += 1;
    return `${this.prefix}-${this.counter}`;
  }

  write(body) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(body));
    return true;
  }

  /**
   * Sends a command and resolves with its answer. A game action keeps id and key and is sent again
   * after a reconnection; the server answers a key it knows without acting twice.
   * @param {any} body @returns {Promise<Answer>}
   */
  command(body) {
    const id = this.nextId();
    // Commands that move chips have a key, so that a repetition counts once.
    const repeats = KEYED.has(body.type);
    const full = { ...body, id, ...(repeats ? { key: newKey() } : {}) };
    return new Promise((resolve) => {
      const entry = { body: full, resolve, timer: 0, repeats };
      this.waiting.set(id, entry);
      if (!this.write(full) && !repeats)
        return this.fail(id, "You're not connected. Try again in a moment.");
      entry.timer = setTimeout(() => this.late(id), ANSWER_MS);
    });
  }

  late(id) {
    const entry = this.waiting.get(id);
    if (!entry) return;
    if (!entry.repeats)
      return this.fail(id, "The table did not answer. Check before you try again.");
    this.write(entry.body);
    entry.timer = setTimeout(() => this.fail(id, "The table did not answer."), ANSWER_MS * 3);
  }

  fail(id, text) {
    const entry = this.waiting.get(id);
    this.waiting.delete(id);
    entry?.resolve({ ok: false, code: "NO_ANSWER", text });
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
