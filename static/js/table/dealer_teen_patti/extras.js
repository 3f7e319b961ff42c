// @ts-check
/**
 * Owns what this game adds once a table is drawn: chips in flight, sounds, keys in words, leaving.
 */
/** The circle in which a bet lies; a bonus is paid beside the ante. */
const circle = (seat, bet) => ({ bet: `${seat}-${bet === "bonus" ? "ante" : bet}` });

/**
 * Chips into the circles; at the end between the circles and the dealer's rack.
 * @param {any[]} events
 */
export function move(events) {
  let delay = 500;
  return events.flatMap((event) => {
    const { kind, seat, amount } = event;
    if (kind === "ante" || kind === "raise" || (kind === "bet" && amount))
      return { from: seat, to: circle(seat, event.bet ?? kind), amount, duration: 380 };
    if (kind !== "pay") return [];
    return event.lines
      .filter(({ net }) => net)
      .map(({ bet, net }) => {
        const ends = ["pot", circle(seat, bet)];
        const [from, to] = net > 0 ? ends : ends.reverse();
        delay += 160;
        return { from, to, amount: Math.abs(net), delay, duration: 700 };
      });
  });
}

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (kinds.has("cards")) return "deal";
  if (["dealer", "show"].some((kind) => kinds.has(kind))) return "card";
  if (["bet", "ante", "raise", "pay"].some((kind) => kinds.has(kind))) return "chip";
  return kinds.has("fold") ? "pack" : null;
}

export const leaving = "dealer_teen_patti.leaving";

export const keys = [
  ["D or Enter", "dealer_teen_patti.button.deal"],
  ["R", "dealer_teen_patti.key.raise"],
  ["F", "dealer_teen_patti.key.fold"],
  ["← →", "dealer_teen_patti.circle.ante"],
];
