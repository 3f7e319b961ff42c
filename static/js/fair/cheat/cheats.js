// @ts-check
/** Owns the list of the ways to cheat, and the check that refuses each. */
import { text } from "../../messages.js";
import * as forged from "./forgeries.js";

/**
 * `check`: the check that must fail; `seen`: when a page stops, if its stage does not tell;
 * `luck`: it can go unnoticed, and can be tried again.
 * @typedef {{key: string, check: string, seen?: string, luck?: boolean,
 *   make: (sample: import("./story.js").Sample, attempt: number) => forged.Cheated}} Cheat
 */

/** @type {Cheat[]} */
const BEFORE = [
  {
    key: "leave-out",
    check: "mine",
    make: forged.leftOut,
  },
  {
    key: "in-my-name",
    check: "mine",
    make: forged.inMyName,
  },
  {
    key: "another-lock",
    check: "relock",
    make: forged.otherLock,
  },
  {
    key: "unpublished",
    check: "noted",
    make: forged.unpublished,
  },
  {
    key: "button",
    check: "relock",
    make: forged.movedButton,
  },
  {
    key: "i-left",
    check: "mine",
    make: forged.saidToLeave,
  },
  {
    key: "deny",
    check: "relock",
    seen: "thrown",
    make: forged.denied,
  },
  {
    key: "twice",
    check: "thrown",
    seen: "thrown_twice",
    make: forged.thrownTwice,
  },
  {
    key: "black",
    check: "masters",
    luck: true,
    make: forged.twiceTheBlack,
  },
  {
    key: "older",
    check: "downgrade",
    make: forged.older,
  },
];

/** @type {Cheat[]} */
const CARDS = [
  {
    key: "swap",
    check: "place",
    make: forged.swapped,
  },
  {
    key: "board",
    check: "place",
    make: forged.helpingRiver,
  },
  {
    key: "ace",
    check: "path",
    make: forged.anotherAce,
  },
  {
    key: "no-proof",
    check: "opening",
    make: forged.withoutProof,
  },
];

/** @type {Cheat[]} */
const AFTERWARDS = [
  {
    key: "winner",
    check: "play",
    make: forged.otherWinner,
  },
  {
    key: "stack",
    check: "record",
    make: forged.otherStack,
  },
  {
    key: "swap-record",
    check: "place",
    make: forged.swappedInRecord,
  },
  {
    key: "chain",
    check: "chain",
    make: forged.otherChain,
  },
  {
    key: "day",
    check: "day",
    make: forged.otherDay,
  },
];

export const PARTS = [
  { key: "before", cheats: BEFORE },
  { key: "cards", cheats: CARDS },
  { key: "afterwards", cheats: AFTERWARDS },
];

export const CHEATS = PARTS.flatMap(({ cheats }) => cheats);

/** The name of a way to cheat. @param {Cheat} cheat */
export const titleOf = ({ key }) => text(`fair.cheat_title.${key.replaceAll("-", "_")}`);
/** What the house does. @param {Cheat} cheat */
export const houseOf = ({ key }) => text(`fair.cheat_house.${key.replaceAll("-", "_")}`);
/** How it is noticed. @param {Cheat} cheat */
export const caughtOf = ({ key }) => text(`fair.cheat_caught.${key.replaceAll("-", "_")}`);
