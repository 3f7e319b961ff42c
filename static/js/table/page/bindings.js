// @ts-check
/** Owns which keys the shortcuts have: a game's own, or those that this browser's user chose. */
import { bound, choose, settings } from "../../settings.js";

/** Keys that can be given another: one letter or digit. @param {string} key */
export const canBind = (key) => /^[a-z0-9]$/i.test(key);

/** The game's own key that a pressed one stands for; empty for none. @param {string} pressed */
export function meant(pressed) {
  const own = Object.keys(settings.keys).find((key) => settings.keys[key] === pressed);
  return own ?? (settings.keys[pressed] ? "" : pressed);
}

/**
 * Gives a shortcut another key; a shortcut that had that key gets this one's.
 * @param {string} key the game's own @param {string} wanted
 */
export function bind(key, wanted) {
  const [own, next] = [key.toLowerCase(), wanted.toLowerCase()];
  const other = meant(next);
  const keys = { ...settings.keys, [own]: next };
  if (other && other !== own) keys[other] = bound(own).toLowerCase();
  for (const [one, chosen] of Object.entries(keys)) if (one === chosen) delete keys[one];
  choose({ keys });
}
