// @ts-check
/**
 * Owns the page of a hand. Its replay is loaded when it is asked for: until then a picture of the
 * end stands there, which needs none of the table's modules and sheets.
 */
import { copied } from "./device.js";

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));

/** @param {string} href @returns {Promise<void>} once it is there, or will not be */
function styled(href) {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const done = new Promise((resolve) => {
    link.onload = link.onerror = resolve;
  });
  document.head.append(link);
  return done;
}

/** @type {Promise<typeof import("./table/replay.js")> | undefined} */
let loading;

function load() {
  loading ??= (async () => {
    const sheets = (place.dataset.sheets ?? "").split(" ").map(styled);
    const replay = await import("./table/replay.js");
    await Promise.all(sheets);
    return replay;
  })();
  return loading;
}

/** @param {boolean} plays at once */
async function show(plays) {
  place.setAttribute("aria-busy", "true");
  const { start } = await load();
  start(plays);
  place.removeAttribute("aria-busy");
}

const play = place.querySelector("[data-play]");
play?.addEventListener("pointerenter", load, { once: true });
play?.addEventListener("click", async (event) => {
  event.preventDefault();
  await show(true);
  /** @type {HTMLElement | null} */ (place.querySelector(".play"))?.focus({ preventScroll: true });
});

/** A link to a step opens the replay there. */
const isStep = () => /^#step-\d+$/.test(location.hash);
if (isStep()) show(false);
else if ("plays" in place.dataset) show(true);

const share = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-share]"));
share?.addEventListener("click", async (event) => {
  const { step } = place.dataset;
  const address = share.href + (step ? `#step-${step}` : "");
  event.preventDefault();
  if (await copied(address)) share.textContent = share.dataset.copied ?? "";
  else location.assign(address);
});
