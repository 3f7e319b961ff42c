// @ts-check
/** Owns the positions of seats and bets on the near side of the dealer's table. Pure. */

/**
 * Positions left of the middle, percentages of the stage: the seat and the bets before it. The
 * right half is their mirror image. `mid` is mine, or for others the middle one of an odd
 * number.
 * @typedef {{x: number, y: number, bets: [number, number]}} Spot
 * @type {Record<"wide" | "tall", Record<"near" | "far" | "lone" | "mid" | "mine", Spot>>}
 */
const SPOTS = {
  wide: {
    near: { x: 18, y: 70, bets: [33, 63] },
    far: { x: 8.5, y: 36, bets: [24, 43] },
    lone: { x: 10.5, y: 55, bets: [25, 56] },
    mid: { x: 50, y: 84, bets: [50, 66] },
    mine: { x: 50, y: 88, bets: [50, 69] },
  },
  tall: {
    near: { x: 37.5, y: 57, bets: [37.5, 66.6] },
    far: { x: 12.5, y: 54.5, bets: [12.5, 64.1] },
    lone: { x: 15, y: 55, bets: [15, 64.6] },
    mid: { x: 50, y: 82, bets: [50, 92] },
    mine: { x: 50, y: 88, bets: [50, 74] },
  },
};

const HALF = [[], ["lone"], ["near", "far"]];

const mirrored = ({ x, y, bets: [bx, by] }) => ({ x: 100 - x, y, bets: [100 - bx, by] });

/**
 * Positions of all seats by seat index, clockwise on the screen: mine in the middle, the next on my
 * left. Spectators see seat 1 on the right, at the dealer's left hand, where the deal begins.
 * @param {number} count @param {number | null} mine null for a spectator @param {boolean} tall
 */
export function seatPositions(count, mine, tall) {
  const spots = SPOTS[tall ? "tall" : "wide"];
  const middle = mine !== null ? [spots.mine] : count % 2 ? [spots.mid] : [];
  const others = count - middle.length;
  const left = HALF[Math.ceil(others / 2)].map((which) => spots[which]);
  const right = HALF[Math.floor(others / 2)].map((which) => mirrored(spots[which])).reverse();
  const round = [...middle, ...left, ...right];
  const first = mine === null ? count - right.length : count - mine;
  return Array.from({ length: count }, (_, seat) => {
    const spot = round[(seat + first) % count];
    return { ...spot, dx: Math.sign(50 - spot.x), dy: -0.3 };
  });
}
