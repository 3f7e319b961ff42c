// @ts-check
/**
 * Owns what is said about a hand of Teen Patti: one event as a sentence, one action as a label.
 * Must not draw or send anything.
 */

import { chips } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { aHand, tail } from "../hand_name.js";
import { cardsShort, grammar } from "../words.js";

/** The variants a dealer may choose. */
export const VARIANTS = {
  classic: "Classic",
  muflis: "Muflis",
  ak47: "AK47",
  lowest_joker: "Lowest joker",
  999: "999",
};

const LEFT_BY = {
  left: " and leaves",
  side_show: " after the side show",
};

/**
 * One event as a line of the log, or null when it needs no words.
 * @param {any} event @param {import("../words.js").Speaker} who
 */
export function say(event, who) {
  const { me, name, subject, does, line } = grammar(event, who);
  const shows = (verb) =>
    line(
      `${verb} ${cardsShort(event.cards)}${tail(event.hand_value)}`,
      `${verb} ${cardsInWords(event.cards)}${tail(event.hand_value)}`,
    );

  switch (event.kind) {
    case "hand_start":
      return line(
        `Hand ${who.number ?? ""}. Boot ${chips(event.boot)}; ${name(event.button)} ${
          me(event.button) ? "deal" : "deals"
        }.`,
      );
    case "variant":
      return line(`${subject} ${does("chooses", "choose")} ${VARIANTS[event.variant]}`);
    case "see":
      return line(`${subject} ${does("looks at their cards", "look at your cards")}`);
    case "cards":
      return shows("Your cards:");
    case "bet":
      return line(
        event.blind
          ? `${subject} ${does("bets", "bet")} ${chips(event.amount)} blind`
          : `${subject} ${does("plays", "play")} chaal ${chips(event.amount)}`,
      );
    case "fold":
      return line(`${subject} ${does("packs", "pack")}${LEFT_BY[event.reason] || ""}`);
    case "cover":
      return line(
        `${subject} ${does("covers", "cover")} the pot of ${chips(event.pot)} with ${chips(
          event.amount,
        )}`,
      );
    case "forced_see":
      return line(`${subject} ${does("has", "have")} no blind bets left and must look`);
    case "side_show_asked":
      return line(
        `${
          me(event.asker) ? "You pay" : `${who.name(event.asker)} pays`
        } ${chips(event.amount)} and ${
          me(event.asker) ? "ask" : "asks"
        } ${name(event.asked)} for a side show`,
      );
    case "side_show_answer": {
      const verb = event.accepted ? "accept" : "refuse";
      const answers = me(event.asked) ? `You ${verb}` : `${who.name(event.asked)} ${verb}s`;
      return { ...line(`${answers} the side show`), seat: event.asked };
    }
    case "side_show_cards":
      return me(event.seat) ? null : shows(`Only you see this: ${who.name(event.seat)} has`);
    case "show":
      return line(`${subject} ${does("pays", "pay")} ${chips(event.amount)} for a show`);
    case "reveal":
      return shows(`${subject} ${does("shows", "show")}`);
    case "win":
      return line(
        `${subject} ${does("wins", "win")} ${chips(event.amount)}${
          event.hand_value ? ` with ${aHand(event.hand_value)}` : ""
        }`,
      );
    default:
      return null;
  }
}

/**
 * The label of a seat's last action, from an event.
 * @param {any} event @returns {{seat: number, text: string, tone: string} | null}
 */
function labelOf(event) {
  const label = (text, tone, seat = event.seat) => ({ seat, text, tone });
  const amount = chips(event.amount);
  switch (event.kind) {
    case "bet":
      return label(`${event.blind ? "Blind" : "Chaal"} ${amount}`, "bet");
    case "fold":
      return label(event.reason === "left" ? "Left" : "Packed", "fold");
    case "variant":
      return label(VARIANTS[event.variant], "see");
    case "see":
      return label("Seen", "see");
    case "forced_see":
      return label("Must see", "see");
    case "cover":
      return label(`Covers ${amount}`, "bet");
    case "show":
      return label(`Show ${amount}`, "bet");
    case "side_show_asked":
      return label(`Side show ${amount}`, "bet", event.asker);
    case "side_show_answer":
      return label(event.accepted ? "Accepts" : "Refuses", "see", event.asked);
    case "boot":
      return label(`Boot ${amount}`, "boot");
    default:
      return null;
  }
}

/**
 * The labels of all seats after an event.
 * @param {Record<number, any>} labels
 * @param {any} event
 */
export function labels(labels, event) {
  const label = labelOf(event);
  return label ? { ...labels, [label.seat]: label } : labels;
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
  const pays = ["bet", "show", "side_show", "cover"].includes(last.kind);
  return word ? { text: word + amount, tone: pays ? "bet" : "see" } : null;
}
