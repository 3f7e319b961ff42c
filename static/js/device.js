// @ts-check
/**
 * Owns what a device can do for a page, and may refuse: clipboard, sharing, a lit screen, a worker.
 * Nothing here throws.
 */

/** Whether a text was put on the clipboard. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export const canShare = "share" in navigator;

/** Opens the device's sheet for sharing. @param {{title: string, url: string}} link */
export const shareLink = (link) => navigator.share(link).catch(() => {});

let wanted = false;
let lit = /** @type {WakeLockSentinel | null} */ (null);

/** Keeps the screen on, or no longer, as long as the page is in sight. @param {boolean} on */
export async function keepAwake(on) {
  wanted = on;
  try {
    if (!on) await lit?.release();
    else if (!document.hidden && (lit?.released ?? true))
      lit = await navigator.wakeLock.request("screen");
  } catch {
    // Not here, or not with so little battery.
  }
}
document.addEventListener("visibilitychange", () => wanted && keepAwake(true));

/** Lets the site's worker serve its pages; a private window may have none, or forbid it. */
export async function startWorker() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // Then there is no page for the time without a network.
  }
}
