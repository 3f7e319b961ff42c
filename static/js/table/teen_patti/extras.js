// @ts-check
/**
 * Owns what Teen Patti adds once a table is drawn: chips in flight, sounds, keys in words, leaving.
 */
const PAYS = new Set(["boot", "bet", "show", "cover", "side_show_asked"]);

/** Chips into the pot, and out of it. @param {any[]} events */
export function move(events) {
  let wins = 0;
  return events.flatMap((event) => {
    const { kind, amount } = event;
    if (kind === "win")
      return { from: "pot", to: event.seat, amount, delay: 350 * wins++, duration: 800 };
    return PAYS.has(kind) && amount ? { from: event.seat ?? event.asker, to: "pot", amount } : [];
  });
}

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (kinds.has("hand_start")) return "deal";
  if (["bet", "cover", "show", "win"].some((kind) => kinds.has(kind))) return "chip";
  if (kinds.has("fold")) return "pack";
  return kinds.has("see") || kinds.has("reveal") ? "card" : null;
}

export const leaving = "teen_patti.leaving";

export const keys = [
  ["F", "teen_patti.button.fold"],
  ["C or Enter", "teen_patti.key.bet"],
  ["S", "teen_patti.key.see"],
  ["Q", "teen_patti.key.show"],
  ["← →", "table.key.amount"],
  ["A R", "teen_patti.key.answer"],
];
