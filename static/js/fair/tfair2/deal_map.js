// @ts-check
/**
 * Owns the deal map: which position of the deal goes to which place. A place is a seat, "dealer",
 * "kitty" or "board".
 */
import { ascending, exactly, field, hexIn, seatsIn, whole } from "./forms.js";
import { need } from "./hashes.js";

/** @typedef {number | string} Place */
/** @typedef {Map<Place, number[]>} Places */
/**
 * @typedef {{game: string, seats: number[], buttons: number[], step: number, rules: string}} Plan
 */

const BOARD = 5;

/** @param {Place[]} order @param {number} rounds @returns {Places} */
function inRounds(order, rounds) {
  const positions = (i) => Array.from({ length: rounds }, (_, r) => r * order.length + i);
  return new Map(order.map((place, i) => [place, positions(i)]));
}

/** @param {number} dealt @param {number} n */
const oneByOne = (dealt, n) => (order) => {
  const all = Array.from({ length: n }, (_, p) => p);
  const hand = (i) => all.filter((p) => p < dealt && p % order.length === i);
  return new Map([...order.map((place, i) => [place, hand(i)]), ["kitty", all.slice(dealt)]]);
};

const holdem = (order) => {
  const board = Array.from({ length: BOARD }, (_, j) => 2 * order.length + j);
  return inRounds(order, 2).set("board", board);
};

/** Cards, least and most seats, and the deal of each game. */
export const GAMES = {
  teen_patti: { n: 52, seats: [2, 17], deal: (order) => inRounds(order, 3) },
  dealer_teen_patti: { n: 52, seats: [1, 16], deal: (order) => inRounds([...order, "dealer"], 3) },
  holdem: { n: 52, seats: [2, 10], deal: holdem },
  dou_dizhu: { n: 54, seats: [3, 3], deal: oneByOne(51, 54) },
  dou_dizhu_four: { n: 108, seats: [4, 4], deal: oneByOne(100, 108) },
};

/** The description of a game, undefined if there is no such game. */
export const gameOf = (name) =>
  typeof name === "string" && Object.hasOwn(GAMES, name) ? GAMES[name] : undefined;

/** Checks a plan's form, and that its game can be dealt so. @returns {Plan} */
export function readPlan(value) {
  exactly(value, ["button", "game", "rules_hash", "seats", "step"], "the plan");
  const seats = seatsIn(value, "seats");
  const buttons = seatsIn(value, "button");
  const step = whole(field(value, "step"), "step", -1, 1);
  const rules = hexIn(value, "rules_hash");
  const game = gameOf(value.game);
  need(game, "plan", "there is no such game");
  const [least, most] = game.seats;
  const dealt = ascending(seats) && seats.length >= least && seats.length <= most;
  need(dealt, "plan", "its seats cannot be dealt to");
  const goesRound = step === 1 || (step === -1 && value.game === "teen_patti");
  need(goesRound, "plan", "the cards of this game do not go round that way");
  need(buttonsHold(value.game, seats, buttons), "plan", "its button cannot be that of this game");
  return { game: value.game, seats, buttons, step, rules };
}

function buttonsHold(game, seats, buttons) {
  if (game.startsWith("dou_dizhu"))
    return buttons.length && ascending(buttons) && buttons.every((seat) => seats.includes(seat));
  return buttons.length === 1 && (game !== "dealer_teen_patti" || buttons[0] === seats[0]);
}

/** The seats in the order in which they are dealt to. @param {Plan} plan */
export function playersInOrder({ game, seats, step }, button) {
  if (game === "dealer_teen_patti") return seats;
  const count = seats.length;
  const first = game.startsWith("dou_dizhu") ? seats.indexOf(button) : beyond(seats, button, step);
  return seats.map((_, i) => seats[(first + step * i + count) % count]);
}

/** The index of the first seat beyond the button in a direction. @param {number[]} seats */
function beyond(seats, button, step) {
  if (step === 1)
    return Math.max(
      0,
      seats.findIndex((seat) => seat > button),
    );
  const below = seats.filter((seat) => seat < button).length;
  return (below || seats.length) - 1;
}

/** The positions of each place, ascending. @param {Plan} plan @returns {Places} */
export const placesOf = (plan, button) => GAMES[plan.game].deal(playersInOrder(plan, button));

/** The second board's positions when `common` cards were out before it. @param {Plan} plan */
export function secondBoard({ seats }, common) {
  const first = 2 * seats.length;
  return Array.from({ length: BOARD }, (_, j) => first + (j < common ? j : BOARD + j - common));
}
