// @ts-check
/**
 * Owns what hold'em adds once a table is drawn: chips in flight, sounds, keys in words, leaving.
 */
/** Chips to the place before the seat, from there to the pot, from the pot to who won. */
export function move(events, before) {
  const bets = new Map(before?.seats.map((seat) => [seat.seat, seat.bet]));
  const has = (seat) => bets.get(seat) ?? 0;
  let delay = 0;
  return events.flatMap(({ kind, seat, amount }) => {
    const put = (total) => {
      const added = total - has(seat);
      bets.set(seat, total);
      return added > 0 ? { from: seat, to: { bet: seat }, amount: added, duration: 380 } : [];
    };
    if (kind === "blind" || kind === "call") return put(has(seat) + amount);
    if (kind === "bet" || kind === "raise_to") return put(amount);
    if (kind === "ante") return { from: seat, to: "pot", amount };
    if (kind === "returned") {
      bets.set(seat, has(seat) - amount);
      return { from: { bet: seat }, to: seat, amount };
    }
    if (kind === "collect") {
      const going = [...bets].filter(([, bet]) => bet > 0);
      bets.clear();
      delay = 350;
      return going.map(([from, bet]) => ({ from: { bet: from }, to: "pot", amount: bet, delay }));
    }
    if (kind === "win") {
      delay += 350;
      return { from: "pot", to: seat, amount, delay, duration: 800 };
    }
    return [];
  });
}

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (kinds.has("hand_start")) return "deal";
  if (kinds.has("street")) return "card";
  if (["bet", "call", "raise_to", "win"].some((kind) => kinds.has(kind))) return "chip";
  return kinds.has("fold") ? "pack" : kinds.has("check") ? "pass" : null;
}

/** Recorded frames, with one more for each street of a board completed at once. */
export const unfold = (frames) => import("./runout.js").then((m) => m.unfold(frames));

/** Preferences of my seat: the server's key, the seat's field, the label. */
export const preferences = [
  ["post", "posts", "holdem.prefer_post"],
  ["straddle", "straddles", "holdem.prefer_straddle"],
];

/** The parts a replay can jump by. */
export const chapter = "street";

export const leaving = "holdem.leaving";

export const keys = [
  ["F", "holdem.button.fold"],
  ["C", "holdem.key.stay"],
  ["R or Enter", "holdem.key.raise"],
  ["A A", "holdem.key.all_in"],
  ["1 – 5", "holdem.key.sizes"],
  ["← →", "table.key.amount"],
];
