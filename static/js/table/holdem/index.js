// @ts-check
/** Owns what the table's page asks about hold'em; the questions are listed in ../../README.md. */
import { chips } from "../../chips.js";
import { legalByKind, mySeat, playing } from "../store.js";
import { Felt, Middle } from "./board.js";
import { Dock } from "./dock.js";
import { places } from "./layout.js";
import { Badge, HeroCards, HeroNote, marks, SeatCards, spoken, status } from "./seat.js";
import { labelFromView, labels, say } from "./words.js";

/** What is said when the table waits for me. */
function myTurn(state) {
  const legal = legalByKind(state);
  if (!playing(state) || state.hand.view.turn !== mySeat(state) || !Object.keys(legal).length)
    return "";
  if (legal.run_twice) return "All-in. Run it once or twice?";
  return legal.call
    ? `Your turn. ${chips(legal.call.amount)} to call.`
    : "Your turn. You may check.";
}

/** Plays a board completed at once, street by street; what plays it comes with the first one. */
function pace(show, state) {
  let take = /** @type {any} */ (null);
  let queue = /** @type {any[] | null} */ (null);
  return (message) => {
    if (take) return take(message);
    if (queue) return queue.push(message);
    const ends = message.hand?.view.phase === "settled";
    if (!ends || !message.events?.some(({ kind }) => kind === "street"))
      return show(message, false);
    queue = [message];
    return import("./runout.js").then(({ play }) => {
      take = play(show, state);
      queue?.forEach(take);
    });
  };
}

export default {
  say,
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  pace,
  places,
  marks,
  status,
  spoken,
  Dock,
  Middle,
  Felt,
  SeatCards,
  HeroCards,
  HeroNote,
  Badge,
};
