// @ts-check
/** Owns this game's interface to the table page, which ../../README.md describes. */
import { text } from "../../messages.js";
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
  if (ante) return text("dealer_teen_patti.turn.bet", ante);
  if (!raise && !fold) return "";
  const hand = handTitle(handSeat(state, mySeat(state))?.hand_value) || null;
  return text("dealer_teen_patti.turn.raise", { hand, amount: raise?.amount ?? 0 });
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
