// @ts-check
/**
 * Owns what this game adds once a table is drawn: chips in flight, sounds, keys in words, leaving.
 */
import { animate } from "../felt/motion.js";

/** The circle in which a bet lies; a bonus is paid beside the ante. */
const circle = (seat, bet) => ({ bet: `${seat}-${bet === "bonus" ? "ante" : bet}` });

/**
 * Chips into the circles; at the end between the circles and the dealer's rack.
 * @param {any[]} events
 */
export function flights(events) {
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

export const move = (events) => animate(flights(events));

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (["dealer", "deal", "show"].some((kind) => kinds.has(kind))) return "card";
  if (["bet", "ante", "raise", "pay"].some((kind) => kinds.has(kind))) return "chip";
  return kinds.has("fold") ? "pack" : null;
}

export const leaving =
  "You are in a hand. If you leave now, you fold unless you have raised, and your bets stay.";

export const keys = [
  ["D or Enter", "Deal"],
  ["R", "Same again / Raise"],
  ["F", "Sit this hand out / Fold"],
  ["← →", "Ante"],
];
