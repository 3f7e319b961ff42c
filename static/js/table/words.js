// @ts-check
/**
 * Owns what is said about a hand: one event as a sentence, one action as a label on a seat.
 * Must not draw or send anything.
 */
import { cardsInWords } from "../cards.js";
import { chips } from "../chips.js";

const SUIT = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Cards as short text: "K♠ Q♠ J♠". @param {string[]} codes */
export function cardsShort(codes) {
  return codes
    .map((code) => (code === "??" ? "▮" : code[0].replace("T", "10") + SUIT[code[1]]))
    .join(" ");
}

/**
 * @typedef {{name: (seat: number) => string, mine: number | null, number?: number}} Speaker
 * @typedef {{text: string, spoken?: string, kind: string, seat?: number}} Line
 */

/**
 * One event as a line of the log, or null when it needs no words.
 * @param {any} event @param {Speaker} who @returns {Line | null}
 */
export function say(event, who) {
  const { kind, seat } = event;
  const you = seat === who.mine && who.mine !== null;
  const name = (number) => (number === who.mine && who.mine !== null ? "you" : who.name(number));
  const subject = you ? "You" : seat === undefined ? "" : who.name(seat);
  const does = (third, first) => (you ? first : third);
  const line = (text, spoken) => ({ text, spoken, kind, seat });

  switch (kind) {
    case "hand_start":
      return line(
        `Hand ${who.number ?? ""}. Boot ${chips(event.boot)}; ${name(event.button)} ${event.button === who.mine ? "deal" : "deals"}.`,
      );
    case "see":
      return line(`${subject} ${does("looks at the cards", "look at your cards")}`);
    case "cards":
      return line(
        `Your cards: ${cardsShort(event.cards)}`,
        `Your cards: ${cardsInWords(event.cards)}`,
      );
    case "bet":
      return line(`${subject} ${event.blind ? "blind" : "chaal"} ${chips(event.amount)}`);
    case "fold": {
      const why =
        { left: " and leaves", side_show: " after the side show", timeout: ": out of time" }[
          event.reason
        ] || "";
      return line(`${subject} ${does("packs", "pack")}${why}`);
    }
    case "cover":
      return line(
        `${subject} ${does("covers", "cover")} the pot of ${chips(event.pot)} with ${chips(event.amount)}`,
      );
    case "forced_see":
      return line(
        `${subject} ${does("has", "have")} played blind as long as allowed; the cards are seen now`,
      );
    case "side_show_asked":
      return line(
        `${who.mine === event.asker ? "You pay" : `${who.name(event.asker)} pays`} ${chips(event.amount)} and ${who.mine === event.asker ? "ask" : "asks"} ${name(event.asked)} for a side show`,
      );
    case "side_show_answer":
      return line(
        `${event.asked === who.mine ? "You" : who.name(event.asked)} ${event.accepted ? (event.asked === who.mine ? "accept" : "accepts") : event.asked === who.mine ? "refuse" : "refuses"} the side show`,
      );
    case "side_show_cards":
      if (you) return null;
      return line(
        `Only for you: ${who.name(seat)} has ${cardsShort(event.cards)}${tail(event.label)}`,
        `Only for you: ${who.name(seat)} has ${cardsInWords(event.cards)}${tail(event.label)}`,
      );
    case "show":
      return line(`${subject} ${does("pays", "pay")} ${chips(event.amount)} for a show`);
    case "reveal":
      return line(
        `${subject} ${does("shows", "show")} ${cardsShort(event.cards)}${tail(event.label)}`,
        `${subject} ${does("shows", "show")} ${cardsInWords(event.cards)}${tail(event.label)}`,
      );
    case "win":
      return line(
        `${subject} ${does("wins", "win")} ${chips(event.amount)}${event.label ? ` with ${lower(event.label)}` : ""}`,
      );
    default:
      return null;
  }
}

const tail = (label) => (label ? `: ${lower(label)}` : "");
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * The label of a seat's last action, from an event.
 * @param {any} event @returns {{seat: number, text: string, tone: string} | null}
 */
export function labelOf(event) {
  switch (event.kind) {
    case "bet":
      return {
        seat: event.seat,
        text: `${event.blind ? "Blind" : "Chaal"} ${chips(event.amount)}`,
        tone: "bet",
      };
    case "fold":
      return { seat: event.seat, text: event.reason === "left" ? "Left" : "Packed", tone: "fold" };
    case "see":
      return { seat: event.seat, text: "Seen", tone: "see" };
    case "forced_see":
      return { seat: event.seat, text: "Must see", tone: "see" };
    case "cover":
      return { seat: event.seat, text: `Covers ${chips(event.amount)}`, tone: "bet" };
    case "show":
      return { seat: event.seat, text: `Show ${chips(event.amount)}`, tone: "bet" };
    case "side_show_asked":
      return { seat: event.asker, text: `Side show ${chips(event.amount)}`, tone: "bet" };
    case "side_show_answer":
      return { seat: event.asked, text: event.accepted ? "Accepts" : "Refuses", tone: "see" };
    case "boot":
      return { seat: event.seat, text: `Boot ${chips(event.amount)}`, tone: "boot" };
    default:
      return null;
  }
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView(seat) {
  if (seat.status === "folded") return { text: "Packed", tone: "fold" };
  const last = seat.last;
  if (!last) return null;
  const amount = last.amount ? ` ${chips(last.amount)}` : "";
  const word = {
    bet: seat.blind ? "Blind" : "Chaal",
    see: "Seen",
    show: "Show",
    side_show: "Side show",
    cover: "Covers",
    accept: "Accepts",
    refuse: "Refuses",
    boot: "Boot",
    fold: "Packed",
  }[last.kind];
  return word
    ? {
        text: word + amount,
        tone: ["bet", "show", "side_show", "cover"].includes(last.kind) ? "bet" : "see",
      }
    : null;
}
