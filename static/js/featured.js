// @ts-check
/**
 * Owns the table that plays in the lobby: its page without bar and buttons, in a frame that is
 * there only while it is seen. Nothing waits for it, and nothing moves when it comes.
 */
import { still } from "./settings.js";

/** How often the page looks whether the table has been drawn, and for how long. */
const LOOK_MS = 200;
const LOOKS = 300;
/** Out of sight for so long, the frame goes. */
const GONE_MS = 4000;

/** When the browser has nothing else to do. @param {() => void} act */
const idle = (act) =>
  "requestIdleCallback" in window
    ? requestIdleCallback(act, { timeout: 4000 })
    : setTimeout(act, 800);

/** Shows the table in its place. @param {HTMLElement} place */
export function feature(place) {
  const felt = /** @type {HTMLElement} */ (place.querySelector(".featured-felt"));
  /** @type {HTMLIFrameElement | null} */
  let frame = null;
  let seen = false;
  let leaving = 0;

  function show() {
    if (frame || !seen || document.hidden) return;
    frame = document.createElement("iframe");
    frame.inert = true;
    frame.tabIndex = -1;
    frame.src = `${place.dataset.table}?small`;
    felt.append(frame);
    reveal(frame, LOOKS);
  }

  /** Fades the table in once it is drawn; without one the still picture stays. */
  function reveal(shown, looks) {
    if (shown !== frame) return;
    if (shown.contentDocument?.querySelector(".stage .seat")) shown.classList.add("shown");
    else if (looks > 0) setTimeout(() => reveal(shown, looks - 1), LOOK_MS);
    else hide();
  }

  function hide() {
    frame?.remove();
    frame = null;
  }

  /** Follows the place on the screen, and the window behind others. */
  function follow() {
    clearTimeout(leaving);
    if (seen && !document.hidden) idle(show);
    else leaving = setTimeout(hide, GONE_MS);
  }

  const connection = /** @type {any} */ (navigator).connection;
  if (connection?.saveData || still()) return;
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    follow();
  }).observe(felt);
  document.addEventListener("visibilitychange", follow);
}
