// @ts-check
/** Owns the faces and names of the two jokers, for packs that have them. */
import { frame, letter, others } from "./faces.js";

const JESTERS = new URL("../img/jokers.svg", import.meta.url).href;
const letters = [..."JOKER"].map((one, i) => letter(one, 31, 54 + i * 45, 46)).join("");

/** Code, size and position: the small joker is drawn in lines, the big one larger, in colours. */
const JOKERS = /** @type {[string, number, number, number][]} */ ([
  ["BJ", 112, 72, 80],
  ["RJ", 136, 58, 62],
]);

for (const [code, size, x, y] of JOKERS) {
  const words = `${code === "RJ" ? "big" : "small"} joker`;
  const jester = `<use href="${JESTERS}#${code}" x="${x}" y="${y}" width="${size}"
    height="${size * 1.2}"/>`;
  others[code] = { words, svg: frame(code, words, letters + jester) };
}
