// @ts-check
/** Owns how the two jokers look and are called, for the packs that have them. */
import { others } from "./faces.js";

const HEAD =
  "M-46 34C-62 2-64-30-82-44c26-8 44 2 50 20C-26-46-14-64 0-76c14 12 26 30 32 52 6-18 24-28 50-20C64-30 62 2 46 34Z";
const letters = [..."JOKER"]
  .map((letter, i) => `<text x="30" y="${52 + i * 43}" text-anchor="middle" font-size="44">${letter}</text>`)
  .join("");

/** A jester; the small joker is drawn in lines, the big one in colours. */
function face(big) {
  const dark = big ? "#c9202f" : "#16181d";
  const bells = [[-84, -46], [0, -80], [84, -46]]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="10" fill="${big ? "#e8b33c" : "#fffdf7"}" stroke="${dark}" stroke-width="4"/>`)
    .join("");
  const cap = big
    ? `<path d="${HEAD}" fill="#c9202f"/><path d="M0-76c14 12 26 30 32 52 6-18 24-28 50-20C64-30 62 2 46 34H0Z" fill="#1f5fc4"/>`
    : `<path d="${HEAD}" fill="#fffdf7" stroke="${dark}" stroke-width="5"/><path d="M0-76V34" stroke="${dark}" stroke-width="4"/>`;
  const collar = `<path d="M-56 108-34 84-18 110 0 86 18 110 34 84 56 108 0 132Z" fill="${big ? "#e8b33c" : "#fffdf7"}" stroke="${dark}" stroke-width="4" stroke-linejoin="round"/>`;
  const person = `<ellipse cy="56" rx="40" ry="44" fill="#f7dcc0" stroke="${dark}" stroke-width="4"/>
    <path d="M-16 46v8M16 46v8M-18 72c10 12 26 12 36 0" fill="none" stroke="${dark}" stroke-width="5" stroke-linecap="round"/>`;
  const word = big ? "big" : "small";
  return {
    words: `${word} joker`,
    svg: `<svg class="face face-joker ${word}" viewBox="0 0 200 280" role="img" aria-label="${word} joker">
    <rect x="1.5" y="1.5" width="197" height="277" rx="17" fill="var(--face)" stroke="var(--face-edge)" stroke-width="3"/>
    <g fill="${dark}" font-weight="800">${letters}</g>
    <g transform="translate(122 128) scale(${big ? 0.84 : 0.7})">${collar}${person}${cap}${bells}<path d="M-50 34c30 12 70 12 100 0v14c-30 12-70 12-100 0Z" fill="${big ? "#e8b33c" : "#16181d"}"/></g></svg>`,
  };
}

Object.assign(others, { BJ: face(false), RJ: face(true) });
