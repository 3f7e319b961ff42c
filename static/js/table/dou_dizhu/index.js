// @ts-check
/** Owns Dou Dizhu's interface to the table page, which ../../README.md describes. */
import "../../jokers.js";
import { text } from "../../messages.js";
import { Dock } from "./dock.js";
import { HeroCards } from "./hand.js";
import { byCount, byRank } from "./order.js";
import {
  Badge,
  Felt,
  HeroNote,
  Middle,
  myTurn,
  SeatCards,
  seatPositions,
  status,
} from "./table.js";
import { labelFromView, labels, ranksShort, waiting } from "./words.js";

export default {
  cards: ranksShort,
  order: (cards, kind) => (kind === "play" ? byCount(cards) : byRank(cards)),
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  seatPositions,
  waiting,
  status,
  marks: () => [],
  spoken: ({ inHand }) =>
    inHand.role
      ? text(`dou_dizhu.role.${inHand.role}`)
      : (labelFromView(inHand)?.text ?? text("dou_dizhu.not_bid_yet")),
  Dock,
  Middle,
  Felt,
  SeatCards,
  HeroCards,
  HeroNote,
  Badge,
};
