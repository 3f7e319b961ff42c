// @ts-check
/** Owns the faces and names of the two jokers, for packs that have them. */
import { letter, others } from "./faces.js";

const JESTERS = new URL("../img/jokers.svg", import.meta.url).href;
const letters = [..."JOKER"].map((one, i) => letter(one, 31, 54 + i * 45, 46)).join("");

/**
 * Code, name, size and position: the small one is drawn in lines, the big one in colours.
 * @type {[string, string, number, number, number][]}
 */
const JOKERS = [
  ["BJ", "cards.joker.small", 112, 72, 80],
  ["RJ", "cards.joker.big", 136, 58, 62],
];

for (const [code, name, size, x, y] of JOKERS) {
  const jester = `<use href="${JESTERS}#${code}" x="${x}" y="${y}" width="${size}"
    height="${size * 1.2}"/>`;
  others[code] = { name, inner: letters + jester };
}
