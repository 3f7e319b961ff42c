// @ts-check
/**
 * Owns what a browser may refuse to a page: storage, the clipboard, a worker. Nothing here throws;
 * what cannot be kept is forgotten with the page.
 */

/** A storage of the browser, which throws already when it is named if site data are blocked. */
function guarded(/** @type {() => Storage} */ find) {
  const kept = new Map();
  return {
    /** @param {string} key @returns {string | null} */
    getItem(key) {
      try {
        return find().getItem(key) ?? kept.get(key) ?? null;
      } catch {
        return kept.get(key) ?? null;
      }
    },
    /** @param {string} key @param {string} value */
    setItem(key, value) {
      try {
        find().setItem(key, value);
      } catch {
        kept.set(key, value);
      }
    },
    /** @param {string} key */
    removeItem(key) {
      kept.delete(key);
      try {
        find().removeItem(key);
      } catch {
        // There is none.
      }
    },
  };
}

export const local = guarded(() => localStorage);
export const session = guarded(() => sessionStorage);

/** Whether a text was put on the clipboard. @param {string} text */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lets the site's worker serve its pages; a private window may have none, or forbid it. */
export async function startWorker() {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
  } catch {
    // Then there is no page for the time without a network.
  }
}
