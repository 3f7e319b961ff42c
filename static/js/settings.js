// @ts-check
/**
 * Owns the preferences: kept in local storage, those of `CHOICES` with the account too, and written
 * to <html data-*>, as the server does where it knows them.
 */
import { CHOICES, LOOK } from "./bounds.js";
import { groupDigits, writeInFull } from "./messages.js";
import { keepCookie, local } from "./storage.js";

const KEY = "cardhouse.settings";
const UNTOLD = "cardhouse.untold";
/** @typedef {Record<string, any>} Settings */
const DEFAULTS = {
  ...Object.fromEntries(Object.entries(CHOICES).map(([name, [first]]) => [name, first])),
  sound: "turn",
  /** Of all sounds, 0 to 100. */
  volume: 60,
  /** The sound setting that M brings back. */
  loud: "turn",
  side: true,
  awake: "on",
  /** Whether emotes and quick phrases stand at seats. */
  reactions: "on",
  /** Chosen keys by the shortcut's own: {f: "x"}. @type {Record<string, string>} */
  keys: {},
  /** The games whose first turn was explained. @type {string[]} */
  taught: [],
  /** Names of players whose messages this browser hides. */
  muted: [],
  /** The lobby's filters: {on, game}. @type {any} */
  lobby: null,
};
/** What an account keeps. @param {string} name */
const isKept = (name) => name in CHOICES || name === "keys" || name === "taught";
/** No page has it where a module runs without a window. */
const root = /** @type {HTMLElement} */ (globalThis.document?.documentElement);

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(local.getItem(KEY) || "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Settings} */
export const settings = read();
if (root) follow();

/** What the account has not been told yet, or has not acknowledged. */
function untold() {
  return JSON.parse(local.getItem(UNTOLD) || "{}");
}

/** Takes what the account keeps; one that keeps nothing gets what this browser has. */
function follow() {
  if (!root.dataset.kept) return local.removeItem(UNTOLD); // it was another account's
  const waiting = untold();
  if (Object.keys(waiting).length > 0) tell(waiting);
  const kept = { ...JSON.parse(root.dataset.kept), ...waiting };
  const own = Object.entries(settings).filter(([name]) => isKept(name));
  if (Object.keys(kept).length > 0) {
    for (const [name] of own) settings[name] = kept[name] ?? DEFAULTS[name];
    local.setItem(KEY, JSON.stringify(settings));
  } else {
    const plain = JSON.stringify;
    const other = own.filter(([name, value]) => plain(value) !== plain(DEFAULTS[name]));
    if (other.length > 0) tell(Object.fromEntries(other));
  }
}

/**
 * Tells the account. The next page with a form tells again whatever was not acknowledged: a page
 * may be left before the answer, or have no form.
 */
async function tell(/** @type {Partial<Settings>} */ preferences) {
  local.setItem(UNTOLD, JSON.stringify({ ...untold(), ...preferences }));
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  const token = /** @type {HTMLInputElement | null} */ (field)?.value;
  if (!token) return;
  const answer = await fetch("/api/v1/me", {
    method: "PATCH",
    keepalive: true,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ preferences }),
  }).catch(() => null);
  if (!answer || answer.status >= 500) return;
  const same = ([name, value]) => JSON.stringify(preferences[name]) === JSON.stringify(value);
  const rest = Object.entries(untold()).filter((one) => !same(one));
  local.setItem(UNTOLD, JSON.stringify(Object.fromEntries(rest)));
}

/** The key that a shortcut has now, for labels. @param {string} key the game's own */
export const bound = (key) => settings.keys[key.toLowerCase()]?.toUpperCase() ?? key;

/** Writes preferences and applies them. @param {Partial<Settings>} change */
export function choose(change) {
  Object.assign(settings, change);
  local.setItem(KEY, JSON.stringify(settings));
  const kept = Object.entries(change).filter(([name]) => isKept(name));
  if (root.dataset.kept && kept.length > 0) tell(Object.fromEntries(kept));
  show();
}

function show() {
  apply();
  dispatchEvent(new Event("settings"));
}

/** Puts the preferences where the style sheets and the server see them. */
export function apply() {
  writeInFull(settings.numbers === "full");
  groupDigits(settings.digits);
  for (const name of LOOK) root.dataset[name] = settings[name];
  const look = LOOK.filter((name) => settings[name] !== DEFAULTS[name]);
  keepCookie("look", look.map((name) => `${name}=${settings[name]}`).join("&"));
  root.dataset.motion = still() ? "reduced" : "full";
  root.style.setProperty("--speed", settings.speed === "2" ? "0.5" : "1");
}

/** Another page of this browser has chosen: shown here at once. */
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key !== KEY) return;
  Object.assign(settings, read());
  show();
});

/** True when nothing should move. */
export function still() {
  return (
    settings.speed === "0" ||
    settings.motion === "reduced" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
