// @ts-check
/**
 * Owns the labels of seats in a hand against the dealer: one action as a word or two, bets by
 * name. Must not draw or send anything.
 */

import { text } from "../../messages.js";
import { handTitle } from "../hand_name.js";
import { balanceOf } from "../sentences.js";

/** The name of a bet at its circle. @param {string} bet */
export const betName = (bet) => text(`dealer_teen_patti.circle.${bet}`);

/** Odds as they are printed: "4 to 1", "19 to 20". @param {string} pays */
export function odds(pays) {
  const [over, under = "1"] = pays.split("/");
  return text("dealer_teen_patti.odds", { over, under });
}

/** Whether the dealer qualifies, in words; empty where every hand does. */
export const dealerPlays = ({ dealer: { qualifies }, pay_table }) =>
  pay_table.qualifier === "always" ? "" : text("dealer_teen_patti.qualifies", { qualifies });

/** What I have won or lost in a hand. @param {number} net */
export const netText = (net) => text("dealer_teen_patti.net", { balance: balanceOf(net), net });

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

const TONES = { bet: "boot", ante: "bet", raise: "bet", fold: "fold" };

/** @param {any} event */
function labelOf({ kind, seat, reason = "", ...event }) {
  const balance = balanceOf(event.net);
  const args = { ...event, reason, balance, title: event.bet ? betName(event.bet) : "" };
  const shown = text(`dealer_teen_patti.label.${kind}`, args);
  return { seat, text: shown, tone: TONES[kind] ?? balance };
}

/** The labels of all seats after an event; a side bet that is taken back leaves the one before. */
export const labels = (labels, event) =>
  event.kind === "pay" || (TONES[event.kind] && event.amount !== 0)
    ? { ...labels, [event.seat]: labelOf(event) }
    : labels;

const DID = { in: "ante", raised: "raise", folded: "fold" };

/** The label for what a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ seat, status, bets, net }) {
  if (net !== null && net !== undefined && status !== "out")
    return labelOf({ kind: "pay", seat, net });
  const kind = DID[status];
  return kind ? labelOf({ kind, seat, amount: bets[kind] }) : null;
}
