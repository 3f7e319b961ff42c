// @ts-check
/** Owns this game's interface to the table page, which ../../README.md describes. */
import { chips } from "../../chips.js";
import { handTitle } from "../hand_name.js";
import { handSeat, legalByKind, mySeat, playing } from "../store.js";
import { Dock } from "./dock.js";
import { seatPositions } from "./layout.js";
import { Badge, Felt, HeroCards, Middle, SeatCards, spoken, status } from "./table.js";
import { labelFromView, labels } from "./words.js";

/** The spoken text when it is my turn. */
function myTurn(state) {
  const { ante, raise, fold } = legalByKind(state);
  if (!playing(state) || state.hand.view.turn !== mySeat(state)) return "";
  if (ante) return `Place your bets. Ante ${chips(ante.min)} to ${chips(ante.max)}.`;
  const hand = handTitle(handSeat(state, mySeat(state))?.hand_value);
  return raise || fold ? `${hand ? `${hand}. ` : ""}Raise ${chips(raise?.amount)} or fold?` : "";
}

export default {
  quiet: ["hand_end"],
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
