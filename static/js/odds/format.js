// @ts-check
/** Owns how numbers and cards are written on the odds pages. */
import { cardsShort, cardWords } from "../faces.js";
import { text } from "../messages.js";
import { html } from "../view.js";

/** Whether a plot has little room; its drawing is then narrower, not smaller. */
export const NARROW = matchMedia("(width <= 700px)").matches;

/** A share as a percentage. @param {number} share @param {number} [places] */
export const percent = (share, places = 2) =>
  text("odds.number.percent", { share: minus((share * 100).toFixed(places)) });

/** A typographic minus, and no zero with a sign. @param {string} text */
export const minus = (text) => text.replace("-", text.includes("/") || Number(text) ? "−" : "");

/** A number with its sign. @param {number} number @param {number} places */
export const plus = (number, places) =>
  `${Number(number.toFixed(places)) > 0 ? "+" : ""}${minus(number.toFixed(places))}`;

/** A share with its sign. @param {number} share @param {number} [places] */
export const signed = (share, places = 2) =>
  text("odds.number.percent", { share: plus(share * 100, places) });

/** Three small cards. */
export const Cards = ({ cards }) =>
  html`<span class="mini-cards">${cards.map(
    (card) =>
      html`<span class=${`mini-card suit-${card[1]}`} title=${cardWords(card)}>
        ${cardsShort([card])}</span>`,
  )}</span>`;

/** A function that runs `run` once calls have paused for `ms` milliseconds. */
export function debounce(run, ms) {
  let timer = 0;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => run(...args), ms);
  };
}
