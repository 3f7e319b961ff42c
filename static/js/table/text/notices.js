// @ts-check
/** Owns what a page of text says besides the hand: the connection, seats, chat, refusals. */
import { text } from "../../messages.js";
import { pausedText, teachingText } from "../bar/notices.js";
import { isMuted, mySeat } from "../store.js";

/** What lasts at the table, as sentences. */
function lasting(state) {
  const { table, light, you, missed } = state;
  return [
    teachingText(state),
    /lost|restoring/.test(light) && text("table.lost"),
    light === "polling" && text("table.polling"),
    light === "closed" && (state.lightDetail || text("table.closed_line")),
    table.state === "frozen" && text("table.frozen"),
    table.state === "paused" && pausedText(state),
    you?.seat_given_back,
    missed,
    state.elsewhere && text("table.opened_elsewhere"),
    state.stoodUp && text("table.stood_up"),
    mySeat(state) !== null && !state.hand && table.waiting,
  ].filter(Boolean);
}

export class Notices {
  /** @type {string[]} */
  lasting = [];
  /** The names by seat; null before the table is there. @type {Record<number, string> | null} */
  names = null;
  heard = 0;
  refusal = null;

  /** @param {(line: string, kind?: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /** Says what is new since the last time. @param {any} state */
  hear(state) {
    const now = lasting(state);
    for (const line of now) if (!this.lasting.includes(line)) this.say(line);
    if (this.lasting.includes(text("table.lost")) && state.light === "good")
      this.say(text("text.connected"));
    this.lasting = now;
    this.hearSeats(state);
    this.hearChat(state);
    const { refusal } = state;
    if (refusal && refusal !== this.refusal && !refusal.told) this.say(refusal.text);
    this.refusal = refusal;
  }

  /** Who has come and who has gone. */
  hearSeats({ table, you }) {
    const names = Object.fromEntries(
      table.seats.filter((one) => one?.name && one.name !== you?.name).map((s) => [s.seat, s.name]),
    );
    for (const [seat, name] of Object.entries(this.names ? names : {}))
      if (this.names?.[seat] !== name)
        this.say(text("text.comes", { name, seat: Number(seat) + 1 }));
    for (const [seat, name] of Object.entries(this.names ?? {}))
      if (names[seat] !== name) this.say(text("text.goes", { name }));
    this.names = names;
  }

  /** What others write. */
  hearChat(state) {
    const { chat, you } = state;
    const fresh = this.heard ? chat.filter(({ id }) => id > this.heard) : [];
    for (const line of fresh)
      if (!isMuted(line) && line.who !== you?.name)
        this.say(text("text.says", { name: line.who, text: line.text }), "said");
    this.heard = Math.max(this.heard, 1, ...chat.map(({ id }) => id));
  }
}
