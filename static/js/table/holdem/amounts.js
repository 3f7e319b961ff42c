// @ts-check
/** Owns the amounts a bet control offers: slider, presets, steps of one big blind. Pure. */

/** @typedef {{min: number, max: number}} Offer totals "to"; max is exactly all-in */

/** The legal amount nearest to a wish. @param {number} wish @param {Offer} offer */
export const keep = (wish, { min, max }) =>
  Number.isFinite(wish) ? Math.max(min, Math.min(max, Math.round(wish))) : min;

/** Ends of the slider; between them small amounts have more room than large ones. */
export const SLIDER = 1000;

/** @param {number} position 0 to SLIDER @param {Offer} offer */
export function fromSlider(position, offer) {
  if (position >= SLIDER) return offer.max;
  return keep(offer.min + (offer.max - offer.min) * (position / SLIDER) ** 2, offer);
}

/** @param {number} amount @param {Offer} offer */
export const toSlider = (amount, { min, max }) =>
  max > min ? Math.round(SLIDER * Math.sqrt((amount - min) / (max - min))) : SLIDER;

/** One big blind up or down. @param {number} amount @param {number} direction +1 or -1 */
export const stepBy = (amount, direction, unit, offer) => keep(amount + direction * unit, offer);

const PREFLOP = [
  ["2.5×", 2.5],
  ["3×", 3],
];
const LATER = [
  ["⅓", 1 / 3],
  ["½", 1 / 2],
  ["⅔", 2 / 3],
];

/**
 * The presets of this moment, least first: parts of the pot are counted after my call.
 * @param {{phase: string, pot: number, current_bet: number}} view
 * @param {number} call chips I add to call @param {Offer} offer
 * @returns {{label: string, amount: number, off: boolean}[]}
 */
export function presets(view, call, offer) {
  const part = (share) => view.current_bet + (view.pot + call) * share;
  const wishes =
    view.phase === "preflop"
      ? PREFLOP.map(([label, times]) => [label, view.current_bet * Number(times)])
      : LATER.map(([label, share]) => [label, part(Number(share))]);
  return [...wishes, ["Pot", part(1)], ["Max", offer.max]].map(([label, wish]) => ({
    label: String(label),
    amount: keep(Number(wish), offer),
    off: Number(wish) < offer.min || Number(wish) > offer.max,
  }));
}

/** An amount in big blinds, as short as it can be: "12 BB", "2.5 BB". */
export function inBlinds(amount, unit) {
  if (!unit) return "";
  const blinds = amount / unit;
  return `${blinds >= 20 ? Math.round(blinds) : Math.round(blinds * 10) / 10} BB`;
}
