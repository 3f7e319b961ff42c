// @ts-check
/**
 * Owns playing by typed commands: what a line does, and what is answered. Legal actions and their
 * bounds come from the server's view; nothing here knows the rules.
 */
import { text } from "../../messages.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "../store.js";
import { QUESTIONS, without } from "./answers.js";
import { find, numberIn, plain, wordsOf } from "./commands.js";
import { Notices } from "./notices.js";
import { SEAT } from "./seat_commands.js";

/**
 * What a game adds, as its as_text.js says it.
 * `kinds`: its actions. `table`: what lies on it, in lines. `cards`, `pot`: answers of its own.
 * `word`: another word for an action now. `usual`: actions whose least amount needs no number.
 * `sizes`: amounts by their words. `sure`: what is asked before an action. `takes`: reads what
 * stands after an action; `does`: commands of its own. `gone`: messages why I no longer act.
 * `asks`: actions that answer.
 * @typedef {object} GameText
 * @property {string[]} kinds
 * @property {(state: any, name: (seat: number) => string) => any[]} table
 * @property {(me: any) => string} [cards]
 * @property {(state: any) => string} [pot]
 * @property {(kind: string, state: any) => string | undefined} [word]
 * @property {string[]} [usual]
 * @property {string[]} [asks]
 * @property {(state: any, offer: any) => Record<string, number>} [sizes]
 * @property {(kind: string, fields: any, legal: any, state: any) => string} [sure]
 * @property {Record<string, (talk: any, rest: string) => any>} [takes]
 * @property {Record<string, (talk: any, rest: string) => any>} [does]
 * @property {Record<string, string>} [gone]
 */

export class Talk {
  /** What waits to be typed again, and for which state of the hand. */
  asked = "";
  /** The state of the hand in which I was asked something last. */
  question = "";

  /**
   * @param {{state: any, actions: any, name: (seat: number) => string, game: GameText,
   *   speak: (line: string, kind?: string) => void, recall: (number: number) => any}} given
   */
  constructor({ state, actions, name, game, speak, recall }) {
    Object.assign(this, { state, actions, name, game, recall });
    this.state = state;
    this.actions = actions;
    this.game = game;
    this.say = (line, kind = "answer") => void speak(line, kind);
    this.notices = new Notices((line, kind = "notice") => speak(line, kind));
  }

  /** Says once where I am. */
  welcome() {
    const { table, boot } = this.state;
    const seat = mySeat(this.state);
    const args = { table: table.name, game: boot.game_name ?? "", seat: (seat ?? -1) + 1 };
    this.say(text("text.welcome", args), "notice");
  }

  /** Says what is new beside the hand. */
  hear() {
    const { state, game } = this;
    if (state.table) this.notices.hear(state);
    const asks = this.legal().some(({ kind }) => game.asks?.includes(kind));
    const question = asks ? `${state.hand.id}/${state.hand.seq}` : "";
    if (question && question !== this.question) this.answer("moves", "");
    this.question = question;
  }

  // -- words ---------------------------------------------------------------------------------

  legal() {
    return playing(this.state) ? (this.state.hand.view.you?.legal ?? []) : [];
  }

  actionKinds() {
    const { you } = this.state.hand?.view ?? {};
    const told = [...(you?.legal ?? []), ...(you?.blocked ?? [])].map(({ kind }) => kind);
    const own = Object.keys(this.game.does ?? {});
    return [...new Set([...this.game.kinds, ...own, ...(this.game.kinds.length ? [] : told)])];
  }

  seatKinds() {
    return Object.keys(SEAT);
  }

  /** The word that is shown for a command. @param {string} kind */
  word(kind) {
    return this.game.word?.(kind, this.state) ?? wordsOf(this.state.boot, kind)[0];
  }

  commands() {
    const can = new Set(this.legal().map(({ kind }) => kind));
    for (const own of Object.keys(this.game.does ?? {})) can.add(own);
    const command = (action) => (kind) => ({
      kind,
      words: wordsOf(this.state.boot, kind),
      action,
      can: action && can.has(kind),
    });
    return [
      ...this.actionKinds().map(command(true)),
      ...[...Object.keys(QUESTIONS), ...this.seatKinds()].map(command(false)),
    ];
  }

  /** What I can do now, each as it is typed. */
  moves() {
    const said = this.legal().map(({ kind, min, max, amount, cards, reading }) => {
      const word = this.word(kind);
      if (min !== undefined) return text("text.move.range", { word, min, max });
      if (amount !== undefined) return text("text.move.price", { word, amount });
      if (reading || cards || this.game.takes?.[kind]) return text("text.move.more", { word });
      return word;
    });
    return [...new Set(said)];
  }

  /** The prices of now: typed for others, an action is asked about. */
  price() {
    const legal = this.legal().filter(({ amount, min }) => (amount ?? min) !== undefined);
    return legal.length ? JSON.stringify(legal) : "";
  }

  // -- a line --------------------------------------------------------------------------------

  /**
   * Does what a line says. Resolves with false if the line should stay to be sent again.
   * @param {string} typed @param {string} [began] the prices when its typing began
   */
  async type(typed, began = "") {
    const line = plain(typed);
    if (!line) return this.answer(/[?？]/.test(typed) ? "help" : "moves", "");
    const found = find(line, this.commands());
    if (!found || "several" in found) return this.unclear(line, found);
    const { kind, rest, taken } = found;
    if (kind in QUESTIONS) return this.answer(kind, rest);
    const raw = typed.trim().split(/\s+/).slice(taken).join(" ");
    if (kind in SEAT) return void (await SEAT[kind](this, rest, raw));
    if (this.game.does?.[kind]) return void (await this.game.does[kind](this, rest));
    if (began && this.price() && began !== this.price()) {
      this.say(text("text.changed"));
      this.answer("moves", "");
      return false;
    }
    await this.act(kind, rest);
  }

  /** Says the answer to a question; at once, unless it has to be asked of the server. */
  async answer(kind, rest) {
    const said = QUESTIONS[kind](this, rest);
    for (const line of Array.isArray(said) ? said : await said) this.say(line);
  }

  unclear(line, found) {
    if (found) {
      const words = found.several.join(text("common.list_separator"));
      return this.say(text("text.several", { line, words }));
    }
    this.say(text("text.unknown", { line, help: this.word("help") }));
    if (this.moves().length) this.answer("moves", "");
  }

  /** Whether something was typed twice; asks for it the first time. */
  isSure(kind, why) {
    const { id, seq } = this.state.hand ?? {};
    const now = `${kind}/${id}/${seq}`;
    const again = this.asked === now;
    this.asked = again ? "" : now;
    if (!again) this.say(text("text.again", { why, word: this.word(kind) }));
    return again;
  }

  /** Why an action is not possible now. @param {string} kind */
  why(kind) {
    const { state, game } = this;
    const me = handSeat(state, mySeat(state));
    if (!playing(state) || !me) return without(state) || text("table.idle.none");
    const gone = game.gone?.[me.status];
    if (gone) return text(gone);
    if (!this.legal().length && state.hand.view.turn !== me.seat)
      return text("refusals.NOT_YOUR_TURN");
    return blockedText(state, kind) ?? text("text.not_now", { word: this.word(kind) });
  }

  /** Acts, unless something is missing or has to be typed again. */
  async act(kind, rest) {
    const offer = this.legal().find((one) => one.kind === kind);
    if (!offer) return this.say(this.why(kind));
    if (this.state.sending) return this.say(text("text.sending"));
    const takes = this.game.takes?.[kind];
    const fields = takes ? await takes(this, rest) : this.fields(offer, rest);
    if (!fields) return;
    const sure = this.game.sure?.(kind, fields, legalByKind(this.state), this.state);
    if (sure && !this.isSure(kind, sure)) return;
    this.asked = "";
    await this.actions.act(kind, fields);
  }

  /** The fields of an action; null, with a line that says why, if an amount is missing or wrong. */
  fields(offer, rest) {
    const { kind, min, max, amount } = offer;
    const word = this.word(kind);
    const number = numberIn(rest);
    if (min === undefined) {
      if (number === null || amount === undefined || number === amount) return {};
      this.say(text("text.price_is", { word, amount }));
      return null;
    }
    const wish = number ?? this.named(offer, rest);
    if (wish === null || wish < min || wish > max) {
      this.say(text(wish === null ? "text.which_amount" : "text.out_of_range", { word, min, max }));
      return null;
    }
    return { amount: wish };
  }

  /** An amount in words: "max", "half". */
  named(offer, rest) {
    const { min, max, kind } = offer;
    const sizes = { min, max, ...this.game.sizes?.(this.state, offer) };
    const said = Object.keys(sizes).find((size) =>
      wordsOf(this.state.boot, `size_${size}`).includes(rest),
    );
    if (said) return Math.max(min, Math.min(max, Math.round(sizes[said])));
    return !rest && (min === max || this.game.usual?.includes(kind)) ? min : null;
  }
}
