// @ts-check
/** Owns what Dou Dizhu adds once a table is drawn: flashes, sounds, keys in words, leaving. */

/** Here no chips fly; a bomb or the rocket flashes over the felt. @param {any[]} events */
export function move(events) {
  for (const { kind, category, times } of events) {
    if (kind === "play" && (category === "bomb" || category === "rocket")) flash(category);
    if (kind === "spring") flash("spring", `Spring ×${times}`);
  }
}

/** @param {string} what @param {string} [text] */
function flash(what, text = what === "bomb" ? "Bomb!" : "Rocket!") {
  const light = document.createElement("div");
  light.className = `blast ${what}`;
  light.setAttribute("aria-hidden", "true");
  light.append(Object.assign(document.createElement("b"), { textContent: text }));
  document.querySelector(".stage")?.append(light);
  setTimeout(() => light.remove(), 1500);
}

/** The sound of some events. @param {Set<string>} kinds */
export function sound(kinds) {
  if (["call", "bid", "rob", "double", "landlord"].some((kind) => kinds.has(kind))) return "chip";
  if (kinds.has("play") || kinds.has("deal")) return "card";
  return kinds.has("pass") ? "pack" : null;
}

/** The parts a replay can jump by: tricks, and the phases before the first. */
export const chapter = "trick";
export const begins = (frame, before) =>
  frame.view.phase !== before.view.phase ||
  (before.view.trick.length === 0 && frame.events.some(({ kind }) => kind === "play"));

export const leaving =
  "You are in a game. If you leave, your cards are played automatically and your score counts.";

/** The label of sitting out in this game. */
export const away = "Autoplay my cards";

export const keys = [
  ["Enter", "Play"],
  ["P or F", "Pass"],
  ["H", "Hint; press again for the next"],
  ["Esc", "Deselect all cards"],
  ["C", "Call, rob, double, open before or while dealing"],
  ["O", "Open hand"],
  ["1 2 3", "Bids"],
  ["← → Space", "Move along my cards, select"],
];
