// @ts-check
/** Owns what any game adds once a table is drawn: chips in flight, sounds, keys, leaving. */
/** Chips into the pot, and out of it. @param {any[]} events */
export function move(events) {
  let wins = 0;
  return events.flatMap(({ kind, seat, amount }) => {
    if (!amount || seat === undefined) return [];
    if (kind === "win")
      return { from: "pot", to: seat, amount, delay: 350 * wins++, duration: 800 };
    return { from: seat, to: "pot", amount };
  });
}

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (kinds.has("fold")) return "pack";
  return kinds.has("hand_start") ? "deal" : "chip";
}

export const leaving = "table.leave.hand";

export const keys = [
  ["1 2 3 …", "table.key.actions"],
  ["Enter", "table.key.first"],
  ["← →", "table.key.amount"],
];
