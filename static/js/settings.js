// @ts-check
/** Owns this browser's preferences: kept in local storage, written to <html data-*>. */
import { local } from "./storage.js";

const KEY = "cardhouse.settings";
/** @typedef {Record<string, any>} Settings */
const DEFAULTS = {
  sound: "turn",
  /** Of all sounds, 0 to 100. */
  volume: 60,
  /** The sound setting that M brings back. */
  loud: "turn",
  deck: "4",
  speed: "1",
  motion: "auto",
  side: true,
  edge: "bottom",
  label: "on",
  awake: "on",
  /** Chosen keys by the shortcut's own: {f: "x"}. @type {Record<string, string>} */
  keys: {},
  /** Names of players whose messages this browser hides. */
  muted: [],
  /** The lobby's filters: {on, game}. @type {any} */
  lobby: null,
};

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(local.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Settings} */
export const settings = read();

/** The key that a shortcut has now, for labels. @param {string} key the game's own */
export const bound = (key) => settings.keys[key.toLowerCase()]?.toUpperCase() ?? key;

/** Writes one preference and applies it. @param {Partial<Settings>} change */
export function choose(change) {
  Object.assign(settings, change);
  local.setItem(KEY, JSON.stringify(settings));
  apply();
  dispatchEvent(new Event("settings"));
}

/** Puts the preferences where the style sheets see them. */
export function apply() {
  const root = document.documentElement;
  root.dataset.deck = settings.deck;
  root.dataset.motion = still() ? "reduced" : "full";
  root.style.setProperty("--speed", settings.speed === "2" ? "0.5" : "1");
}

/** True when nothing should move. */
export function still() {
  return (
    settings.speed === "0" ||
    settings.motion === "reduced" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
