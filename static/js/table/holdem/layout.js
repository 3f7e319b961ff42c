// @ts-check
/** Owns the positions of hold'em's seats and bets. Pure; percentages of the stage. */
import { seatPositions as ring, TALL, WIDE } from "../seats/layout.js";

const UPRIGHT = { ...TALL, y: 42, rx: 38.6, ry: 33, gap: 46 };
const ROUND = { ...WIDE, y: 48.5, rx: 43, ry: 34.5 };

export const seatPositions = (count, mine, tall, edge) =>
  ring(count, mine, tall, edge, tall ? UPRIGHT : ROUND);

/** The middle of the board, and half its size with a bet's size round it. */
export const BOARD = {
  wide: { x: 50, y: 50, rx: 19, ry: 11 },
  tall: { x: 50, y: 47, rx: 32, ry: 7.6 },
};

/**
 * Positions of the bets: before each seat, pushed up or down where they would cover the board.
 * `side` tells which end of a bet is at its point; without it, its middle is.
 */
export function betPlaces(where, mine, tall) {
  return where.map((place, seat) => {
    if (seat === mine && place.y > 80) return { x: 50, y: tall ? 71 : 69 };
    return clear(tall ? beside(place) : before(place), BOARD[tall ? "tall" : "wide"]);
  });
}

const before = ({ x, y, dx, dy }) => ({ x: x + dx * 13.5, y: y + dy * 14 });

/** On a narrow screen a bet lies beside its plate, at the top under it. */
function beside({ x, y, dx }) {
  if (Math.abs(x - 50) < 30) return { x: x + dx * 9, y: y + 10 };
  return dx > 0 ? { x: 23.8, y: y + 5, side: "start" } : { x: 76.2, y: y + 5, side: "end" };
}

function clear(spot, { x, y, rx, ry }) {
  const off = spot.y - y;
  if (Math.abs(spot.x - x) > rx || Math.abs(off) > ry) return spot;
  return { ...spot, y: y + (off < 0 ? -ry : ry) };
}
