// @ts-check
/** Owns the amounts a bet control offers: slider, presets, steps of one big blind. Pure. */
import { chipsShort } from "../../chips.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";

/** @typedef {{min: number, max: number}} Offer totals "to"; max is exactly all-in */

/** The legal amount nearest to a wish. @param {number} wish @param {Offer} offer */
export const keep = (wish, { min, max }) =>
  Number.isFinite(wish) ? Math.max(min, Math.min(max, Math.round(wish))) : min;

/** Ends of the slider; between them small amounts have more room than large ones. */
export const SLIDER = 1000;

export function fromSlider(position, offer) {
  if (position >= SLIDER) return offer.max;
  return keep(offer.min + (offer.max - offer.min) * (position / SLIDER) ** 2, offer);
}

export const toSlider = (amount, { min, max }) =>
  max > min ? Math.round(SLIDER * Math.sqrt((amount - min) / (max - min))) : SLIDER;

const PREFLOP = { "2.5×": 2.5, "3×": 3 };
const LATER = { "⅓": 1 / 3, "½": 1 / 2, "⅔": 2 / 3 };

/**
 * The presets of this moment, least first: parts of the pot are counted after my call.
 * @param {any} view @param {number} call chips I add to call @param {Offer} offer
 */
export function presets(view, call, offer) {
  const part = (share) => view.current_bet + (view.pot + call) * share;
  const early = view.phase === "preflop";
  const wishes = Object.entries(early ? PREFLOP : LATER).map(
    /** @returns {[string, number]} */
    ([label, share]) => [label, early ? view.current_bet * share : part(share)],
  );
  const named = /** @type {[string, number][]} */ ([
    [text("table.pot.all"), part(1)],
    [text("table.amount.max"), offer.max],
  ]);
  return [...wishes, ...named].map(([label, wish]) => ({
    label,
    amount: keep(wish, offer),
    why: (wish < offer.min || wish > offer.max) && text("refusals.AMOUNT_TOO_SMALL", offer),
  }));
}

/** What amounts are steps of at a table: its big blind. @param {any} state */
export const unitOf = (state) => state.table.unit || state.hand?.view.blinds?.big || 1;

/** A stack, bet or pot as the reader wants it: in chips, or in big blinds. */
export const shown = (state, amount, inChips = chipsShort) =>
  settings.amounts === "blinds" && amount !== null
    ? inBlinds(amount, unitOf(state))
    : inChips(amount);

/** An amount in big blinds: "12 BB", "2.5 BB". */
export const inBlinds = (amount, unit) => {
  const exact = amount / unit < 20 ? 10 : 1;
  return text("holdem.in_blinds", { blinds: String(Math.round((amount / unit) * exact) / exact) });
};
