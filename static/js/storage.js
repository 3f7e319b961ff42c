// @ts-check
/**
 * Owns the storage of the browser, which it may refuse. Nothing here throws; what cannot be kept is
 * forgotten with the page.
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

/**
 * Keeps a cookie for a year, for pages to be drawn by.
 * @param {string} name @param {string} value
 */
export function keepCookie(name, value) {
  const only = location.protocol === "https:" ? "; secure" : "";
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not in every browser yet
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax${only}`;
  } catch {
    // A page without cookies: it is drawn as for everybody, and then as chosen.
  }
}

export const local = guarded(() => localStorage);
export const session = guarded(() => sessionStorage);
