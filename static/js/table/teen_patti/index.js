// @ts-check
/** Owns what the table's page asks about Teen Patti; the questions are listed in ../../README.md. */
import { chips } from "../../chips.js";
import { legalByKind, playing } from "../store.js";
import { Dock } from "./dock.js";
import { Badge, HeroCards, Middle, SeatCards } from "./table.js";
import { labelFromView, labels, say } from "./words.js";

function sound(kinds) {
  if (["bet", "boot", "show"].some((kind) => kinds.has(kind))) return "chip";
  if (kinds.has("fold")) return "pack";
  return kinds.has("see") || kinds.has("deal") ? "card" : null;
}

/** What is said when the table waits for me. */
function myTurn(state) {
  const { bet, fold, accept, cover } = legalByKind(state);
  if (!playing(state) || !(bet || fold || accept || cover)) return "";
  return bet ? `Your turn. ${chips(bet.min)} to ${chips(bet.max)}.` : "Your turn.";
}

export default {
  say,
  labels,
  labelFromView,
  flights: () => import("./flights.js"),
  sound,
  myTurn,
  Dock,
  Middle,
  SeatCards,
  HeroCards,
  Badge,
  /** Round marks on a head: [letter, title]. */
  marks: (view, seat) => (view?.button === seat ? [["D", "Dealer"]] : []),
  spoken: ({ inHand, folded }) => (folded ? "packed" : inHand.blind ? "blind" : "seen"),
  folded: "Packed",
  leaving: "You are in a hand: leaving packs your cards, and what you have put in stays in the pot.",
  keys: [
    ["F", "Pack"],
    ["C or Enter", "Chaal / Blind"],
    ["S", "See, then Show"],
    ["Q", "Side show / Show"],
    ["← →", "Amount"],
    ["A R", "Accept, refuse"],
  ],
};
