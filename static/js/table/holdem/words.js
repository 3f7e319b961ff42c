// @ts-check
/**
 * Owns what is said about a hand of hold'em: one event as a sentence, one action as a label.
 * Must not draw or send anything.
 */

import { chips } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { aHand, tail } from "../hand_name.js";
import { cardsShort, grammar } from "../words.js";

const STREETS = { flop: "Flop", turn: "Turn", river: "River" };
const BLINDS = {
  small: "the small blind",
  big: "the big blind",
  straddle: "a straddle",
  post: "a late blind",
  dead: "a dead blind",
};
const where = (event) => (event.board === 2 ? " on the second board" : "");
const potName = (pot) => (pot > 0 ? `side pot ${pot}` : "");

/**
 * One event as a line of the log, or null when it needs no words.
 * @param {any} event @param {import("../words.js").Speaker} who
 */
export function say(event, who) {
  const { me, name, subject, does, line } = grammar(event, who);
  const amount = chips(event.amount);
  const allIn = event.all_in ? ` and ${does("is", "are")} all-in` : "";
  const shows = (before) =>
    line(
      `${before} ${cardsShort(event.cards)}${tail(event.hand_value)}`,
      `${before} ${cardsInWords(event.cards)}${tail(event.hand_value)}`,
    );
  const acts = (third, first, rest = "") => line(`${subject} ${does(third, first)}${rest}`);

  switch (event.kind) {
    case "hand_start": {
      const { button, level, ante, seats } = event;
      const blinds = `${
        level ? `Level ${level}, b` : "B"
      }linds ${chips(event.small)}/${chips(event.big)}${ante ? `, ante ${chips(ante)}` : ""}`;
      const dead = seats && !seats.includes(button);
      const deals = dead
        ? "the button is dead"
        : `${name(button)} ${me(button) ? "have" : "has"} the button`;
      return line(`Hand ${who.number ?? ""}. ${blinds}; ${deals}.`);
    }
    case "blind":
      return acts("posts", "post", ` ${BLINDS[event.which] ?? "a blind"} of ${amount}${allIn}`);
    case "cards":
      return shows("Your cards:");
    case "fold":
      return acts("folds", "fold", event.reason === "left" ? " and leaves" : "");
    case "check":
      return acts("checks", "check");
    case "call":
      return acts("calls", "call", ` ${amount}${allIn}`);
    case "bet":
      return acts("bets", "bet", ` ${amount}${allIn}`);
    case "raise_to":
      return acts("raises", "raise", ` to ${amount}${allIn}`);
    case "returned":
      return line(`${amount} returned to ${name(event.seat)} (uncalled bet)`);
    case "open":
    case "show":
      return shows(`${subject} ${does("shows", "show")}`);
    case "muck":
      return acts("mucks", "muck");
    case "street":
      return shows(`${STREETS[event.street] ?? "Board"}${where(event)}:`);
    case "vote":
      return acts("wants", "want", ` to run it ${event.twice ? "twice" : "once"}`);
    case "run":
      return event.boards === 2 ? line("The board is run twice") : null;
    case "rabbit":
      return shows("Rabbit hunt, the next cards were:");
    case "win": {
      const pot = potName(event.pot) && ` of ${potName(event.pot)}`;
      const label = event.hand_value ? ` with ${aHand(event.hand_value)}` : "";
      return acts(
        "wins",
        "win",
        `${event.amount ? ` ${amount}` : ""}${pot}${where(event)}${label}`,
      );
    }
    default:
      return null;
  }
}

const WORDS = {
  check: "Check",
  call: "Call",
  bet: "Bet",
  raise_to: "Raise to",
  small: "SB",
  big: "BB",
  straddle: "Straddle",
  post: "Posts",
  dead: "Dead blind",
  ante: "Ante",
};

/** @param {string} kind @param {any} event */
function labelOf(kind, { amount, all_in, which, reason, twice }) {
  if (all_in) return { text: amount ? `All-in ${chips(amount)}` : "All-in", tone: "allin" };
  if (kind === "fold") return { text: reason === "left" ? "Left" : "Fold", tone: "fold" };
  if (kind === "vote") return { text: twice ? "Twice" : "Once", tone: "see" };
  const word = WORDS[which ?? kind] ?? WORDS[kind];
  if (!word) return null;
  const tone = { check: "see", blind: "boot", ante: "boot", call: "call" }[kind] ?? "bet";
  return { text: amount ? `${word} ${chips(amount)}` : word, tone };
}

const LASTING = new Set(["fold", "allin"]);

/** The labels of all seats after an event; a new street leaves only folds and all-ins. */
export function labels(labels, event) {
  if (event.kind === "street" || event.kind === "collect")
    return Object.fromEntries(Object.entries(labels).filter(([, { tone }]) => LASTING.has(tone)));
  if (event.seat === undefined || event.kind === "returned" || event.kind === "win") return labels;
  const label = labelOf(event.kind, event);
  return label ? { ...labels, [event.seat]: label } : labels;
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ status, last }) {
  if (status === "folded") return labelOf("fold", {});
  if (status === "all_in") return labelOf("all_in", { all_in: true });
  return last ? labelOf(last.kind, last) : null;
}
