// @ts-check
/** Owns how numbers and cards are written on the odds pages. */
import { html } from "../view.js";

const SYMBOLS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const SUITS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** Whether a plot has little room; its drawing is then narrower, not smaller. */
export const NARROW = matchMedia("(width <= 700px)").matches;

export const whole = (number) => number.toLocaleString("en-US");

/** A share as a percentage. @param {number} share @param {number} [places] */
export const percent = (share, places = 2) => `${minus((share * 100).toFixed(places))} %`;

/** A typographic minus, and no zero with a sign. @param {string} text */
export const minus = (text) => text.replace("-", text.includes("/") || Number(text) ? "−" : "");

/** A share with its sign. @param {number} share @param {number} [places] */
export const signed = (share, places = 2) =>
  `${Number((share * 100).toFixed(places)) > 0 ? "+" : ""}${percent(share, places)}`;

/** Three small cards. */
export const Cards = ({ cards }) =>
  html`<span class="mini-cards">${cards.map(
    (card) =>
      html`<span class=${`mini-card suit-${card[1]}`} title=${`${card[0]} of ${SUITS[card[1]]}`}>
        ${card[0] === "T" ? "10" : card[0]}${SYMBOLS[card[1]]}</span>`,
  )}</span>`;

/** A function that runs `run` once calls have paused for `ms` milliseconds. */
export function debounce(run, ms) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), ms);
  };
}
