// @ts-check
/**
 * Owns the labels of seats in a game of Dou Dizhu: one action as a word or two.
 * Must not draw or send anything.
 */

import { text } from "../../messages.js";

const JOKERS = { B: "cards.joker.small", R: "cards.joker.big" };

/** Cards as ranks, suits do not matter: "7 7 7 10". @param {string[]} codes */
export const ranksShort = (codes) =>
  codes
    .map(([rank]) =>
      rank in JOKERS ? text(JOKERS[rank]) : rank.replace("T", "10").replace("?", "▮"),
    )
    .join(" ");

/** "trio with a solo" of trio_with_solo. @param {string} category */
export const combination = (category) => text(`dou_dizhu.category.${category}`);

/** "Trio with a solo". @param {string} category */
export const combinationTitle = (category) => text(`dou_dizhu.combination.${category}`);

const TONES = {
  bid: "bet",
  call: "bet",
  rob: "bet",
  double: "bet",
  pass: "pass",
  no_rob: "pass",
  decline: "pass",
};

/** @param {string} kind @param {Record<string, any>} [event] */
const labelOf = (kind, event) => ({
  text: text(`dou_dizhu.label.${kind}`, event),
  tone: TONES[kind] ?? kind,
});

/** The labels of all seats after an event: bids, and at the end the losses. */
export function labels(labels, event) {
  const { kind, seat } = event;
  if (kind === "landlord" || kind === "play") return { playing: true };
  if (kind === "hand_end") {
    const lost = (event.net ?? []).filter(([, net]) => net < 0);
    return Object.fromEntries(lost.map(([who, net]) => [who, labelOf("lost", { net })]));
  }
  if (!TONES[kind] || (kind === "pass" && labels.playing)) return labels;
  const called = labels.called || kind === "call";
  return { ...labels, called, [seat]: labelOf(kind === "pass" && called ? "no_rob" : kind, event) };
}

/** The label for a bid that a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ said, role }) {
  if (role || !said) return null;
  return TONES[said] ? labelOf(said) : labelOf("bid", { amount: Number(said) });
}

/** The text shown while players are missing. */
export function waiting({ table }) {
  const here = table.seats.filter((seat) => seat?.name).length;
  const all = table.max_seats;
  if (here >= all || table.state !== "open") return null;
  return text("table.waiting", { count: all - here, here, all });
}
