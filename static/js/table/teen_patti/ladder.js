// @ts-check
/** Owns the amounts a stepper offers between two legal bounds. Pure. */

/**
 * Rungs from min to max: quarter steps when max is near, doublings (with halves) when it is far.
 * @param {{min: number, max: number, step?: number}} range @returns {number[]} ascending, min and
 * max included
 */
export function rungs({ min, max, step = 1 }) {
  const wanted = [min, max];
  if (max <= min * 4) {
    for (const quarter of [0.25, 0.5, 0.75]) wanted.push(min + (max - min) * quarter);
  } else {
    for (let rung = min; rung < max; rung *= 2) wanted.push(rung, rung * 1.5);
  }
  const legal = wanted.map((amount) => snap(amount, { min, max, step }));
  return [...new Set(legal)].sort((a, b) => a - b);
}

/**
 * The legal amount nearest to a wish.
 * @param {number} amount
 * @param {{min: number, max: number, step?: number}} range
 */
export function snap(amount, { min, max, step = 1 }) {
  if (!Number.isFinite(amount)) return min;
  const last = min + Math.floor((max - min) / step) * step;
  const near = min + Math.round((amount - min) / step) * step;
  return Math.min(last, Math.max(min, near));
}

/**
 * The next rung up or down from an amount.
 * @param {number} amount
 * @param {number} direction +1 or -1
 */
export function stepFrom(amount, direction, range) {
  const all = rungs(range);
  const next =
    direction > 0 ? all.find((rung) => rung > amount) : all.findLast((rung) => rung < amount);
  return next ?? amount;
}
