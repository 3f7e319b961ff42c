// @ts-check
/** Owns what the table's page asks about Dou Dizhu; the questions are listed in ../../README.md. */
import "../../jokers.js";
import { Dock } from "./dock.js";
import { HeroCards } from "./hand.js";
import { Badge, Felt, HeroNote, Middle, myTurn, places, SeatCards, status } from "./table.js";
import { labelFromView, labels, say, waiting } from "./words.js";

export default {
  say,
  labels,
  labelFromView,
  extras: () => import("./extras.js"),
  myTurn,
  places,
  waiting,
  status,
  marks: () => [],
  spoken: ({ inHand }) => inHand.role ?? (inHand.said ? `said ${inHand.said}` : "has not spoken"),
  Dock,
  Middle,
  Felt,
  SeatCards,
  HeroCards,
  HeroNote,
  Badge,
};
