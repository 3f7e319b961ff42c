// @ts-check
/**
 * Owns Teen Patti's interface to the table page, which ../../README.md describes.
 */
import { text } from "../../messages.js";
import { SeatFan as SeatCards } from "../felt/fan.js";
import { seatPositions } from "../seats/layout.js";
import { legalByKind, playing } from "../store.js";
import { Dock } from "./dock.js";
import { labelFromView, labels } from "./labels.js";
import { Badge, HeroCards, Middle } from "./table.js";

/** The spoken text when it is my turn. */
function myTurn(state) {
  const { bet, fold, accept, cover, choose } = legalByKind(state);
  if (choose) return text("teen_patti.turn_choose");
  if (!playing(state) || !(bet || fold || accept || cover)) return "";
  return bet ? text("teen_patti.turn_bet", bet) : text("table.turn");
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
  marks: (view, seat) => (view?.button === seat ? ["D"] : []),
  spoken: ({ inHand, folded }) =>
    text(`teen_patti.sight.${folded ? "folded" : inHand.blind ? "blind" : "seen"}`),
};
