// @ts-check
/** Owns the faces and names of the two jokers, for packs that have them. */
import { others } from "./faces.js";

const JESTERS = new URL("../img/jokers.svg", import.meta.url).href;
const letters = [..."JOKER"]
  .map(
    (one, i) => `<text x="31" y="${54 + i * 45}" text-anchor="middle" font-size="46">${one}</text>`,
  )
  .join("");

/** The small joker is drawn in lines, the big one larger and in colours. */
for (const [code, size, x] of [
  ["BJ", 112, 72],
  ["RJ", 136, 58],
]) {
  const words = `${code === "RJ" ? "big" : "small"} joker`;
  const svg = `<svg class="face face-${code}" viewBox="0 0 200 280" role="img"
    aria-label="${words}">
    <rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--face)"
    stroke="var(--face-edge)" stroke-width="3"/>
    ${letters}<use href="${JESTERS}#${code}" x="${x}" y="${code === "RJ" ? 62 : 80}" width="${size}"
    height="${Number(size) * 1.2}"/></svg>`;
  others[code] = { words, svg };
}
