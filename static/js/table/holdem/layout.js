// @ts-check
/** Owns the positions of hold'em's seats and bets. Pure; percentages of the stage. */
/**
 * Places of the bets: under the seats at the top but nearer together, beside those at
 * the sides, above mine.
 * `side` tells which end of a bet is at its point; without it, its middle is. On a narrow screen
 * the style puts them into the boxes of their seats.
 */
export const betPlaces = (where, mine, tall) =>
  where.map((place, seat) => {
    const { x, y } = place;
    if (seat === mine && y > 80) return { x: 50, y: tall ? 71 : 70 };
    if (tall) return { x, y, side: x > 50 ? "end" : "start" };
    if (y < 25) return { x: 50 + (x - 50) * 0.68, y: y + 17 };
    if (y > 80) return { x, y: y - 18 };
    return x < 50 ? { x: x + 10.5, y, side: "start" } : { x: x - 10.5, y, side: "end" };
  });
