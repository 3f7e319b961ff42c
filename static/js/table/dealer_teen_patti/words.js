// @ts-check
/**
 * Owns the labels of seats in a hand against the dealer: one action as a word or two, bets by
 * name. Must not draw or send anything.
 */

import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { handTitle } from "../hand_name.js";

/** Bets by name, in the order in which they lie before a seat. */
export const BETS = {
  ante: "Ante",
  raise: "Raise",
  pair_plus: "Pair Plus",
  six_card: "Six-card",
  tie_bet: "Tie",
};

/** "+10", "−10", "0". */
export const signed = (net) => (net > 0 ? `+${chips(net)}` : net < 0 ? `−${chips(-net)}` : "0");

/** The outcome of a bet as a class name; the sign of its figure says the same. */
export const toneOf = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

/** Odds as they are printed: "4 to 1", "19 to 20". @param {string} pays */
export const odds = (pays) =>
  pays
    .replace(/^(\d+)$/, "$1/1")
    .split("/")
    .join(" to ");

const playsWord = (qualifies) => (qualifies ? "qualifies" : "does not qualify");

/** Whether the dealer qualifies, in words; empty where every hand does. */
export const dealerPlays = ({ dealer, pay_table }) =>
  pay_table.qualifier === "always" ? "" : playsWord(dealer.qualifies);

/** A line of a pay table: a hand, or that the bet wins. @param {string} bet @param {string} line */
export const lineTitle = (bet, line) =>
  line === "wins" ? paidTitle({ bet, outcome: "wins" }) : text(`dealer_teen_patti.line.${line}`);

/** What became of one bet: "Ante wins", "Pair Plus: Pair of nines". @param {any} line */
export function paidTitle({ bet, outcome, hand_value, line, commission, rest = null }) {
  const [over, under] = (commission ?? "0/1").split("/").map(Number);
  const explains = hand_value ? handTitle(hand_value) : line ? lineTitle(bet, line) : null;
  return text("dealer_teen_patti.paid", {
    bet,
    outcome,
    explains,
    rest,
    title: text(`dealer_teen_patti.title.${bet}`),
    commission: over ? String((100 * over) / under) : null,
  });
}

/** @param {any} event */
function labelOf({ kind, seat, bet, amount, net, reason }) {
  const label = (text, tone) => ({ seat, text, tone });
  switch (kind) {
    case "bet":
      return amount ? label(`${BETS[bet]} ${chips(amount)}`, "boot") : null;
    case "ante":
      return label(`Ante ${chips(amount)}`, "bet");
    case "raise":
      return label(`Raise ${chips(amount)}`, "bet");
    case "fold":
      return label(reason === "left" ? "Left" : "Folded", "fold");
    case "pay":
      return label(net ? signed(net) : "Even", toneOf(net));
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

const DID = { in: "ante", raised: "raise", folded: "fold" };

/** The label for what a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ seat, status, bets, net }) {
  if (net !== null && net !== undefined && status !== "out")
    return labelOf({ kind: "pay", seat, net });
  const kind = DID[status];
  return kind ? labelOf({ kind, seat, amount: bets[kind] }) : null;
}
