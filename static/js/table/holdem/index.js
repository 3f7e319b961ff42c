// @ts-check
/** Owns hold'em's interface to the table page, which ../../README.md describes. */
import { text } from "../../messages.js";
import { seatPositions } from "../seats/layout.js";
import { legalByKind, mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { shown } from "./amounts.js";
import { Felt, Middle } from "./board.js";
import { Dock } from "./dock.js";
import { labelFromView, labels } from "./labels.js";
import { Badge, HeroCards, HeroNote, marks, SeatCards, spoken, status } from "./seat.js";

/** The spoken text when it is my turn. */
function myTurn(state) {
  const legal = legalByKind(state);
  if (!playing(state) || state.hand.view.turn !== mySeat(state) || !Object.keys(legal).length)
    return "";
  if (legal.run_twice) return text("holdem.turn.run");
  return legal.call ? text("holdem.turn.call", legal.call) : text("holdem.turn.check");
}

/** Shows a board completed at once street by street; the code for it is loaded with the first. */
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
  quiet: ["ante"],
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  pace,
  seatPositions,
  shown,
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
  SitAndGo: later(() => import("../felt/sit_and_go.js").then((m) => m.SitAndGo)),
};
