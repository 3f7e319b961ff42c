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
  return legal.call ? `Your turn. ${chips(legal.call.amount)} to call.` : "Your turn. You may check.";
}

/**
 * A way for messages to `show` that plays a board completed at once, street by street. What plays
 * it is loaded with the first such message; those that come meanwhile wait behind it.
 */
function pace(show, state) {
  let take = null;
  let queue = null;
  return (message) => {
    if (take) return take(message);
    if (queue) return queue.push(message);
    const ends = message.hand?.view.phase === "settled";
    if (!ends || !message.events?.some(({ kind }) => kind === "street")) return show(message, false);
    queue = [message];
    return import("./runout.js").then(({ play }) => {
      take = play(show, state);
      queue?.forEach(take);
    });
  };
}

/** Recorded frames with one more for each street of a board completed at once. */
const unfold = (frames) => import("./runout.js").then((m) => m.unfold(frames ?? []));

export default {
  say,
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  pace,
  unfold,
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
