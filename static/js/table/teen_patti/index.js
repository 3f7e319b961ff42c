// @ts-check
/**
 * Owns what the table's page asks about Teen Patti; the questions are listed in ../../README.md.
 */
import { chips } from "../../chips.js";
import { SeatFan as SeatCards } from "../fan.js";
import { legalByKind, playing } from "../store.js";
import { Dock } from "./dock.js";
import { Badge, HeroCards, Middle } from "./table.js";
import { labelFromView, labels, say } from "./words.js";

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
  extras: () => import("./extras.js"),
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
};
