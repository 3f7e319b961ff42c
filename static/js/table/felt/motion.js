// @ts-check
/**
 * Owns what moves: everything that runs at the table is started here, and ended here. Decoration
 * only: the state is drawn already, and a newer one ends what still moves. Moves and fades, so
 * that nothing is laid out again.
 */
import { settings } from "../../settings.js";

/** The pace that the user chose, as a factor of every duration. */
export const pace = () => (settings.speed === "2" ? 0.5 : 1);

/** @type {Set<() => void>} */
const ends = new Set();

/** Ends all that moves; the state is drawn as it is. */
export function settle() {
  for (const end of [...ends]) end();
}

/** Calls `end` once: when the work is done, or when a newer state comes. @param {() => void} end */
export function untilSettled(end) {
  const once = () => ends.delete(once) && end();
  ends.add(once);
  return once;
}

/**
 * Moves an element; what is only there to move is gone afterwards.
 * @param {Element} element @param {Keyframe[]} frames
 * @param {{duration: number, delay?: number, easing?: string, fill?: FillMode, gone?: boolean,
 *   composite?: CompositeOperation, iterations?: number}} how in milliseconds at normal pace
 */
export function run(element, frames, { duration, delay = 0, gone = false, ...how }) {
  const easing = how.easing ?? "cubic-bezier(.2,.8,.2,1)";
  const timing = { duration: duration * pace(), delay: delay * pace(), easing };
  const motion = element.animate(frames, { fill: gone ? "both" : "backwards", ...how, ...timing });
  const end = untilSettled(() => {
    motion.cancel();
    if (gone) element.remove();
  });
  motion.onfinish = end;
  return motion;
}

/** Does something after a time, unless a newer state has come. @param {() => void} act */
export function after(delay, act) {
  const timer = setTimeout(() => end() || act(), delay * pace());
  const end = untilSettled(() => clearTimeout(timer));
}

/** @type {(() => void)[]} */
const changes = [];

/**
 * Puts a change off until `flush`. To measure and to change in turn lays the page out each time:
 * what moves is measured first, and changed together.
 * @param {() => void} change
 */
export const change = (change) => void changes.push(change);

export function flush() {
  for (const one of changes.splice(0)) one();
}

/** An element that is only decoration. @param {string} className */
export function ornament(className, tag = "div") {
  const made = document.createElement(tag);
  made.className = className;
  made.setAttribute("aria-hidden", "true");
  return made;
}

let above = /** @type {HTMLElement | null} */ (null);

/** Adds what moves over the page, where nothing else is laid out. @param {HTMLElement} made */
export function addAbove(made) {
  above ??= ornament("motion");
  if (!above.isConnected) document.body.append(above);
  above.append(made);
}

/** @typedef {{x: number, y: number}} Point */

/** @param {DOMRect} box @returns {Point} */
export const centreOf = (box) => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** @param {string[]} selectors the first that is drawn counts */
export function centre(...selectors) {
  for (const selector of selectors) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box && (box.width || box.height)) return centreOf(box);
  }
  return null;
}

/** Where the deck lies: at a place that a game names, or above the middle of the felt. */
export function deckPoint() {
  const named = centre("[data-deals]");
  const box = document.querySelector(".oval")?.getBoundingClientRect();
  if (!box) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height * 0.3, room: box.height, ...named };
}

/**
 * @param {"pot" | number | {bet: number | string} | {head: number}} where the pot, the chips of a
 * seat, the bet before it, or its person
 */
export function point(where) {
  if (where === "pot") return centre("[data-pot]");
  if (typeof where === "number") {
    const seat = `[data-seat="${where}"]`;
    return centre(`${seat} .stack .coin`, `${seat} .head`, seat);
  }
  if ("head" in where) return centre(`[data-seat="${where.head}"] .head`);
  return centre(`[data-bet="${where.bet}"]`);
}
