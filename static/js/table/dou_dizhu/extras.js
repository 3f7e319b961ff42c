// @ts-check
/** Owns what Dou Dizhu adds once a table is drawn: what bursts, sounds, keys in words, leaving. */

import { burst } from "./blasts.js";

const LOUD = new Set(["bomb", "rocket"]);

/** Here no chips fly; a bomb, a rocket and a spring burst over the felt. @param {any[]} events */
export function move(events) {
  for (const { kind, category, seat, times } of events) {
    if (kind === "play" && LOUD.has(category)) burst(category, seat);
    if (kind === "spring") burst("spring", seat, times);
  }
}

/** The panel of the result is the winner's moment here. */
export const ownEnd = true;

/** The sound of some events. @param {Set<string>} kinds @param {any[]} events */
export function sound(kinds, events) {
  const loud = events.find(({ category }) => LOUD.has(category));
  if (loud) return loud.category;
  if (kinds.has("spring")) return "spring";
  if (kinds.has("hand_start")) return "deal";
  if (["call", "bid", "rob", "double", "landlord"].some((kind) => kinds.has(kind))) return "chip";
  if (kinds.has("play")) return "card";
  return kinds.has("pass") || kinds.has("no_rob") ? "pass" : null;
}

/** The parts a replay can jump by: tricks, and the phases before the first. */
export const chapter = "trick";
export const begins = (frame, before) =>
  frame.view.phase !== before.view.phase ||
  (before.view.trick.length === 0 && frame.events.some(({ kind }) => kind === "play"));

export const leaving = "dou_dizhu.leaving";

/** The label of sitting out in this game. */
export const away = "dou_dizhu.away";

export const keys = [
  ["Enter", "dou_dizhu.button.play"],
  ["P or F", "dou_dizhu.button.pass"],
  ["H", "dou_dizhu.key.hint"],
  ["Esc", "dou_dizhu.key.none"],
  ["C", "dou_dizhu.key.call"],
  ["O", "dou_dizhu.button.open"],
  ["1 2 3", "dou_dizhu.key.bids"],
  ["← → Space", "dou_dizhu.key.cards"],
];
