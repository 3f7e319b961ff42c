// @ts-check
/**
 * Owns Teen Patti's interface to the table page, which ../../README.md describes.
 */
import { chips } from "../../chips.js";
import { SeatFan as SeatCards } from "../felt/fan.js";
import { seatPositions } from "../seats/layout.js";
import { legalByKind, playing } from "../store.js";
import { Dock } from "./dock.js";
import { labelFromView, labels } from "./labels.js";
import { Badge, HeroCards, Middle } from "./table.js";

/** The spoken text when it is my turn. */
function myTurn(state) {
  const { bet, fold, accept, cover, choose } = legalByKind(state);
  if (choose) return "You deal. Choose the variant.";
  if (!playing(state) || !(bet || fold || accept || cover)) return "";
  return bet ? `Your turn. ${chips(bet.min)} to ${chips(bet.max)}.` : "Your turn.";
}

export default {
  quiet: ["boot"],
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  seatPositions,
  Dock,
  Middle,
  SeatCards,
  HeroCards,
  Badge,
  /** Round marks on a head: [letter, title]. */
  marks: (view, seat) => (view?.button === seat ? [["D", "Dealer"]] : []),
  spoken: ({ inHand, folded }) => (folded ? "packed" : inHand.blind ? "blind" : "seen"),
};
