// @ts-check
/**
 * Owns a table by ordinary requests, for networks that let no socket through: the messages and the
 * answers of a socket, from long polls and commands of the API.
 */
import { POLL_WAIT_S_MAX } from "../../bounds.js";
import { text } from "../../messages.js";
import { AGAIN_MS } from "./again.js";

/** How long an answer may take beyond the time that the server was asked to wait. */
const ANSWER_MS = 8000;
/** The pause after a failure that does not say how long: the first, and the longest. */
const PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;
/** Commands whose route has another name or method. @type {Record<string, [string, string]>} */
const ROUTES = {
  add_bots: ["POST", "bots"],
  remove_bots: ["DELETE", "bots"],
  join_waiting_list: ["POST", "waiting_list"],
  leave_waiting_list: ["DELETE", "waiting_list"],
};
/** Sockets alone have these: new cuts, and windows. Nobody needs them to play. */
const SOCKETS_ONLY = new Set(["cut_commit", "play_here"]);

export class LongPoll {
  /**
   * @param {string} slug of the table
   * @param {{message: (m: any) => void, works: (on: boolean) => void, over: () => void}} on
   */
  constructor(slug, on) {
    this.base = `/api/v1/tables/${slug}/`;
    this.on = on;
    this.at = "";
    this.latest = 0;
    this.wait = POLL_WAIT_S_MAX;
    this.stopped = false;
    /** Ends the pause or the request under way. */
    this.skip = () => {};
    this.run();
  }

  stop() {
    this.stopped = true;
    this.skip();
  }

  /** Asks again at once, for everything. */
  refresh() {
    this.at = "";
    this.skip();
  }

  async run() {
    let failures = 0;
    while (!this.stopped) {
      const { at } = this;
      const began = performance.now();
      const wait = at ? this.wait : 0;
      const query = new URLSearchParams({ after: at, wait: String(wait) });
      const { status, body, after } = await this.ask("GET", `state?${query}`, undefined, wait);
      if (this.stopped) return;
      if (status === 200) {
        failures = 0;
        this.take(body);
        // A cache between us would answer at once, again and again.
        if (body.at === at && performance.now() - began < PAUSE_MS) await this.pause(PAUSE_MS);
      } else if (status === 403 || status === 404) {
        this.stop();
        this.on.message({ type: "refused", ...body });
        this.on.over();
      } else if (this.at === at) {
        failures += 1;
        this.on.works(false);
        // Some proxies end a request that waits too long for them.
        if (!after) this.wait = Math.max(2, Math.floor(this.wait / 2));
        await this.pause(after || Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1)));
      }
    }
  }

  /**
   * Takes a state in as the message that says everything; an overtaken one is left.
   * @param {any} state
   */
  take(state) {
    if (!state?.table || state.now < this.latest) return;
    this.latest = state.now;
    this.at = state.at;
    this.on.works(true);
    this.on.message({ type: "hello", v: 1, ...state });
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.skip = () => {
        clearTimeout(timer);
        done(null);
      };
    });
  }

  /**
   * The status and the JSON of an answer, and `after` how many milliseconds it says to ask again,
   * or 0; status 0 without an answer.
   * @param {string} method @param {string} path @param {any} [body]
   */
  async ask(method, path, body, waitS = 0) {
    const given = new AbortController();
    const timer = setTimeout(() => given.abort(), waitS * 1000 + ANSWER_MS);
    if (method === "GET") this.skip = () => given.abort();
    const token = /** @type {HTMLInputElement | null} */ (
      document.querySelector("[name=csrfmiddlewaretoken]")
    );
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json" };
    if (method !== "GET") headers["X-CSRFToken"] = token?.value ?? "";
    if (body) headers["Content-Type"] = "application/json";
    try {
      const request = { method, headers, body: body && JSON.stringify(body) };
      const answer = await fetch(this.base + path, {
        ...request,
        cache: "no-store",
        signal: given.signal,
      });
      const after = 1000 * Number(answer.headers.get("Retry-After")) || 0;
      const found = await answer.text();
      return { status: answer.status, body: found ? JSON.parse(found) : {}, after };
    } catch {
      return { status: 0, body: {} };
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Sends a command of a socket. One with a key is sent again, for some seconds, if its answer is
   * lost or says to try again.
   * @param {any} command @returns {Promise<{ok: boolean, code?: string, text?: string}>}
   */
  async command({ type, id, ...body }) {
    if (SOCKETS_ONLY.has(type)) return { ok: false, text: "" };
    const [method, path] = ROUTES[type] ?? ["POST", type];
    const send = () => this.ask(method, path, method === "POST" && body);
    let { status, body: found } = await send();
    for (const ms of body.key ? AGAIN_MS : []) {
      // Each answer that is lost has taken its time.
      if (status ? found.code !== "TRY_AGAIN" : ms > AGAIN_MS[1]) break;
      await new Promise((done) => setTimeout(done, ms));
      ({ status, body: found } = await send());
    }
    if (!status) return { ok: false, code: "NO_ANSWER", text: text("table.silent") };
    this.take(found.state ?? found.data?.state ?? found);
    if (type === "chat" || type === "ask_seat") this.refresh();
    return { ...found, ok: status < 400 };
  }
}

/** Plays on by ordinary requests in the place of a socket that does not come. @param {any} line */
export function takeOver(line) {
  const poll = new LongPoll(line.slug, {
    message: (message) => line.poll === poll && line.on.message(message),
    works(on) {
      if (line.poll !== poll) return;
      if (on && line.polls === false) line.hurry(); // the server is back: perhaps sockets are too
      line.polls = on;
      line.on.light(on ? "polling" : "lost");
    },
    over: () => line.end(),
  });
  line.poll = poll;
  for (const { body, repeats } of line.waiting.values())
    if (repeats) poll.command(body).then((answer) => line.answer({ ...answer, id: body.id }));
}
