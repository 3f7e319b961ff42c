// @ts-check
/** Owns what the page asks about Teen Patti against the dealer; the list is in ../../README.md. */
import { chips } from "../../chips.js";
import { legalByKind, mySeat, playing } from "../store.js";
import { Dock } from "./dock.js";
import { places } from "./layout.js";
import { Badge, Felt, HeroCards, Middle, SeatCards, spoken, status } from "./table.js";
import { labelFromView, labels, say } from "./words.js";

/** What is said when the table waits for me. */
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
  places,
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
