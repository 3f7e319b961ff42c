// @ts-check
/**
 * Owns the life at the table: what a message sets in motion, and in which order. The page is
 * drawn at once, whatever moves.
 */
import { still } from "../../settings.js";
import { changeOf, note } from "./cards_in_motion.js";
import { flyAll } from "./chips_in_motion.js";
import { showMoment } from "./moment.js";
import { after, flush, pace, settle, untilSettled } from "./motion.js";

/** Between the last hand revealed and the chips; between these and the name of who won. */
const PAUSE_MS = 200;
const MOMENT_MS = 160;

const isNewer = ({ hand, step }, old) =>
  hand !== undefined && (step || hand?.id !== old?.id || hand?.seq > (old?.seq ?? -1));

/** What waits: the marks of who won until the hands are revealed, then the result. */
function hold(revealed, told) {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector(".stage"));
  const set = (name, wait) => stage?.style.setProperty(name, `${wait * pace()}ms`);
  set("--revealed", revealed);
  set("--told", told);
  return untilSettled(() => {
    for (const name of ["--revealed", "--told"]) stage?.style.removeProperty(name);
  });
}

/**
 * Called before a message is received: ends what an older state set in motion. Returns what
 * shows the new motion, to be called once it is received; null where nothing may move.
 * @param {any} message @param {any} state @param {any} extras the game's
 */
export function watch(message, state, { move, ownEnd }) {
  if (!isNewer(message, state.hand)) return null;
  settle();
  if (still() || document.hidden) return null;
  const before = note();
  const old = state.hand?.view;
  return (/** @type {any[]} */ events) =>
    requestAnimationFrame(() => {
      const { view } = state.hand ?? {};
      if (!view) return;
      const over = view.phase === "settled" && events.some(({ kind }) => kind === "hand_end");
      const { revealing, go } = changeOf(before, state, events);
      const wait = over && revealing ? revealing + PAUSE_MS : 0;
      const crowned = over && !ownEnd && view.result?.pots.length > 0;
      const release = over ? hold(revealing, crowned ? wait + MOMENT_MS : revealing) : () => {};
      go();
      flyAll(move(events, old) ?? [], wait);
      flush();
      if (crowned) after(wait + MOMENT_MS, () => showMoment(state, release));
    });
}

/** What the page of a table needs, once the game's own part is there. @param {any} state */
export async function start(state) {
  const [extras, { playSounds }] = await Promise.all([
    state.game.extras(),
    import("../page/attention.js"),
  ]);
  return {
    watch: (message) => watch(message, state, extras),
    sound: (events) => playSounds(events, state, extras.sound),
  };
}
