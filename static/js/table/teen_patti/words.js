// @ts-check
/**
 * Owns the labels of seats in a hand of Teen Patti: one action as a word or two.
 * Must not draw or send anything.
 */

import { chips } from "../../chips.js";

/** The variants a dealer may choose. */
export const VARIANTS = {
  classic: "Classic",
  muflis: "Muflis",
  ak47: "AK47",
  lowest_joker: "Lowest joker",
  999: "999",
};

/**
 * The label of a seat's last action, from an event.
 * @param {any} event @returns {{seat: number, text: string, tone: string} | null}
 */
function labelOf(event) {
  const label = (text, tone, seat = event.seat) => ({ seat, text, tone });
  const amount = chips(event.amount);
  switch (event.kind) {
    case "bet":
      return label(`${event.blind ? "Blind" : "Chaal"} ${amount}`, "bet");
    case "fold":
      return label(event.reason === "left" ? "Left" : "Packed", "fold");
    case "variant":
      return label(VARIANTS[event.variant], "see");
    case "see":
      return label("Seen", "see");
    case "forced_see":
      return label("Must see", "see");
    case "cover":
      return label(`Covers ${amount}`, "bet");
    case "show":
      return label(`Show ${amount}`, "bet");
    case "side_show_asked":
      return label(`Side show ${amount}`, "bet", event.asker);
    case "side_show_answer":
      return label(event.accepted ? "Accepts" : "Refuses", "see", event.asked);
    case "boot":
      return label(`Boot ${amount}`, "boot");
    default:
      return null;
  }
}

/**
 * The labels of all seats after an event.
 * @param {Record<number, any>} labels
 * @param {any} event
 */
export function labels(labels, event) {
  const label = labelOf(event);
  return label ? { ...labels, [label.seat]: label } : labels;
}

/** The label for an action a view reports, when no event was seen (after a reconnection). */
export function labelFromView(seat) {
  if (seat.status === "folded") return { text: "Packed", tone: "fold" };
  const last = seat.last;
  if (!last) return null;
  const amount = last.amount ? ` ${chips(last.amount)}` : "";
  const word = {
    bet: seat.blind ? "Blind" : "Chaal",
    see: "Seen",
    show: "Show",
    side_show: "Side show",
    cover: "Covers",
    accept: "Accepts",
    refuse: "Refuses",
    boot: "Boot",
    fold: "Packed",
  }[last.kind];
  const pays = ["bet", "show", "side_show", "cover"].includes(last.kind);
  return word ? { text: word + amount, tone: pays ? "bet" : "see" } : null;
}
