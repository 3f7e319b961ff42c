// @ts-check
/** Owns chips that move: from a stack to the bet, to the pot, to the winner. */
import { chipsSvg } from "../../chips.js";
import { addAbove, change, ornament, point, run } from "./motion.js";

/**
 * @typedef {{from: any, to: any, amount: number, delay?: number, duration?: number}} Flight
 * the places are those of `point`; the pot going to its winner may be `late`
 */

const SPREAD_MS = 45;
const ARC_SHARE = 0.14;

/** How many piles move, one after the other, and how they lie beside each other. */
const PILES = { pot: [0, 1, 2], seat: [0, 1] };

/** @param {Flight} flight @param {number} wait before chips leave the pot */
function fly({ from, to, amount, delay = 0, duration = 520 }, wait) {
  const [start, end] = [point(from), point(to)];
  if (start && end) change(() => flyFrom(start, end, { from, to, amount, delay, duration }, wait));
}

function flyFrom(start, end, { from, to, amount, delay, duration }, wait) {
  const wins = from === "pot";
  const rise = Math.hypot(end.x - start.x, end.y - start.y) * ARC_SHARE;
  const at = (/** @type {import("./motion.js").Point} */ { x, y }, scale, up = 0) =>
    `translate(${x}px, ${y - up}px) translate(-50%, -50%) scale(${scale})`;
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  const piles = wins ? PILES.pot : PILES.seat;
  for (const k of amount > piles.length ? piles : [0]) {
    const chip = ornament("flying");
    chip.innerHTML = chipsSvg(Math.ceil(amount / piles.length), wins ? 2 : 1, 5 - k);
    addAbove(chip);
    const aside = { x: (k - (piles.length - 1) / 2) * 16, y: k % 2 ? -7 : 0 };
    const near = (place, share) => ({ x: place.x + aside.x * share, y: place.y + aside.y * share });
    run(
      chip,
      [
        { transform: at(near(start, wins ? 1 : 0.3), 0.7), opacity: 0 },
        { transform: at(near(start, wins ? 1 : 0.3), 1), opacity: 1, offset: 0.1 },
        { transform: at(near(middle, 1), 1.08, rise), opacity: 1, offset: 0.5 },
        { transform: at(near(end, 0.5), 1), opacity: 1, offset: 0.9 },
        { transform: at(end, 0.7), opacity: 0 },
      ],
      {
        duration,
        delay: delay + (wins ? wait : 0) + k * SPREAD_MS,
        easing: "cubic-bezier(.45,.05,.3,1)",
        gone: true,
      },
    );
  }
  const lands = to === "pot" && document.querySelector(".pile");
  if (lands)
    run(lands, [{ scale: 1 }, { scale: 1.14 }, { scale: 1 }], {
      duration: 220,
      delay: delay + duration * 0.85,
    });
}

/** @param {Flight[]} flights @param {number} wait in ms */
export function flyAll(flights, wait) {
  for (const flight of flights) fly(flight, wait);
}
