// @ts-check
/**
 * Owns how chips look and how amounts are written: stacks by denomination, grouped figures.
 * Must not move anything; motion is table/felt/motion.js.
 */
import { number, short } from "./messages.js";

/** Denominations, dearest first: [value, body, edge marks]. @type {[number, string, string][]} */
const DENOMINATIONS = [
  [5000, "#7b4a22", "#f4d9a8"],
  [1000, "#d9a83c", "#fff4d2"],
  [500, "#6d3f99", "#eadcf7"],
  [100, "#23262e", "#e9e9ee"],
  [25, "#1f8354", "#e4f6ea"],
  [5, "#b92f33", "#fbe6e2"],
  [1, "#d9d5cc", "#3a63a8"],
];

/** An amount of chips for people: grouped figures; "" for a hidden one. @param {number?} amount */
export const chips = (amount) => (amount === null ? "" : number(amount ?? 0));

/** A short form for tight places: 123.4k above 99,999. @param {any} amount a number or null */
export const chipsShort = (amount) => (amount < 100_000 ? chips(amount) : short(amount));

/**
 * The chips that make up an amount, dearest first.
 * @param {number} amount
 * @param {number} [most]
 */
export function breakDown(amount, most = 18) {
  const out = [];
  let rest = Math.max(0, Math.trunc(amount));
  for (const [value] of DENOMINATIONS) {
    while (rest >= value && out.length < most) {
      out.push(value);
      rest -= value;
    }
  }
  return out;
}

function disc(value, x, y) {
  const [, body, mark] = DENOMINATIONS.find(([v]) => v === value) ?? DENOMINATIONS[0];
  return `<g transform="translate(${x} ${y})">
    <path d="M-15 0v4.5c0 4.2 6.7 7.5 15 7.5s15-3.3 15-7.5V0z" fill="${body}"/>
    <path d="M-15 0v4.5c0 4.2 6.7 7.5 15 7.5s15-3.3 15-7.5V0z" fill="#0004"/>
    <path d="M-4 7.2h8v4.6h-8zM-14 3l4 3v4.2l-4-2.8zM14 3l-4 3v4.2l4-2.8z" fill="${mark}"/>
    <ellipse rx="15" ry="7.5" fill="${body}"/>
    <ellipse rx="14" ry="6.9" fill="none" stroke="${mark}" stroke-width="2" stroke-dasharray="5 6"/>
    <ellipse rx="9" ry="4.3" fill="none" stroke="${mark}" stroke-opacity=".75" stroke-width="1"/>
    </g>`;
}

/**
 * Columns of chips as SVG markup, one column a denomination, seen a little from above.
 * @param {number} amount @param {number} [columns] at most @param {number} [height] at most
 */
export function chipsSvg(amount, columns = 4, height = 6) {
  /** @type {Map<number, number>} */
  const count = new Map();
  for (const value of breakDown(amount, 60)) count.set(value, (count.get(value) || 0) + 1);
  const shown = [...count].slice(0, columns).map(([v, n]) => [v, Math.min(n, height)]);
  if (!shown.length) return "";
  const tall = Math.max(...shown.map(([, n]) => n));
  const wide = shown.length * 29 + 4;
  const high = 26 + (tall - 1) * 6;
  const body = shown
    .map(([value, n], i) => {
      const x = 16.5 + i * 29;
      const base = high - 15 - (i % 2 ? 2 : 0);
      return Array.from({ length: n }, (_, k) => disc(value, x, base - k * 6)).join("");
    })
    .join("");
  return `<svg class="chips" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}"
    aria-hidden="true">${body}</svg>`;
}
