// @ts-check
/** Owns this game's interface to the table page, which ../../README.md describes. */
import { chips } from "../../chips.js";
import { legalByKind, mySeat, playing } from "../store.js";
import { Dock } from "./dock.js";
import { seatPositions } from "./layout.js";
import { Badge, Felt, HeroCards, Middle, SeatCards, spoken, status } from "./table.js";
import { labelFromView, labels, say } from "./words.js";

/** The spoken text when it is my turn. */
function myTurn(state) {
  const { ante, raise, fold } = legalByKind(state);
  if (!playing(state) || state.hand.view.turn !== mySeat(state)) return "";
  if (ante) return `Place your bets. Ante ${chips(ante.min)} to ${chips(ante.max)}.`;
  const { label } = state.hand.view.you;
  return raise || fold ? `${label ? `${label}. ` : ""}Raise ${chips(raise?.amount)} or fold?` : "";
}

export default {
  say,
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  seatPositions,
  status,
  marks: () => [],
  spoken,
  Dock,
  Middle,
  Felt,
  SeatCards,
  HeroCards,
  Badge,
};
