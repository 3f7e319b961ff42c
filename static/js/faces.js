// @ts-check
/**
 * Owns how a card looks and how it is said: SVG faces drawn here, names in words.
 * Must not know the rules of any game. Colours come from --suit-* so that the deck can change.
 */
import { text } from "./messages.js";

/** Shapes in a box of about 32 units round the origin. */
const SHAPE = {
  s: `M0-15.5C5-8 14.5-3 14.5 5c0 5-3.5 7.6-7.2 7.6-2.6 0-4.8-1.3-6-3.4.3 3 1.9 5.3 4 6.3H-5.3
    c2.1-1 3.7-3.3 4-6.3-1.2 2.1-3.4 3.4-6 3.4-3.7 0-7.2-2.6-7.2-7.6C-14.5-3-5-8 0-15.5Z`,
  h: `M0 15C-6 8.6-15.5 2.6-15.5-6c0-5.2 3.9-8.5 7.9-8.5C-4.2-14.5-1.5-12.4 0-9
    c1.5-3.4 4.2-5.5 7.6-5.5 4 0 7.9 3.3 7.9 8.5C15.5 2.6 6 8.6 0 15Z`,
  d: `M0-16.5
    C3.6-10.2 8.2-4.6 12.6 0 8.2 4.6 3.6 10.2 0 16.5-3.6 10.2-8.2 4.6-12.6 0-8.2-4.6-3.6
    -10.2 0-16.5Z`,
  c: `M0-15.6a7.2 7.2 0 0 1 5.2 12.2 7.3 7.3 0 1 1-3.9 12.3c.3 3 1.9 5.5 4 6.6H-5.3
    c2.1-1.1 3.7-3.6 4-6.6A7.3 7.3 0 1 1-5.2-3.4 7.2 7.2 0 0 1 0-15.6Z`,
};

/** Places of the pips on a face of 200 by 280, as "x,y x,y". */
const [TWO, MIDDLE] = ["100,56 100,224", "100,140"];
const FOUR = "78,56 122,56 78,224 122,224";
const SIX = `${FOUR} 78,140 122,140`;
const EIGHT = `${FOUR} 78,112 122,112 78,168 122,168`;
const PIPS = {
  2: TWO,
  3: `${TWO} ${MIDDLE}`,
  4: FOUR,
  5: `${FOUR} ${MIDDLE}`,
  6: SIX,
  7: `${SIX} 100,98`,
  8: `${SIX} 100,98 100,182`,
  9: `${EIGHT} ${MIDDLE}`,
  T: `${EIGHT} 100,84 100,196`,
};

const COURTS = new URL("../img/courts.svg", import.meta.url).href;
const figure = (id) => `<use href="${COURTS}#${id}"/>`;

export const pip = (suit, x, y, k, turned = false) =>
  `<path d="${SHAPE[suit]}" fill="var(--s)"
    transform="translate(${x} ${y}) scale(${turned ? -k : k})"/>`;

/** A letter round a point; a ten has two figures, squeezed to `width`. */
export const letter = (rank, x, y, size, width = 0) =>
  `<text x="${x}" y="${y}" text-anchor="middle" font-size="${size}"${
    rank === "T" ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs">10` : `>${rank}`
  }</text>`;

/**
 * A card with what is drawn on it.
 * @param {string} kind @param {string} words for screen readers @param {string} inner
 */
export const frame = (kind, words, inner, edge = 'rx="17" stroke-width="3"') =>
  `<svg class="face face-${kind}" viewBox="0 0 200 280" role="img" aria-label="${words}">
    <rect x="1.5" y="1.5" width="197" height="277" ${edge} fill="var(--face)"
    stroke="var(--face-edge)"/>${inner}</svg>`;

const index = (rank, suit) => letter(rank, 32, 60, 66, 50) + pip(suit, 31, 86, 1.08);

function middle(rank, suit) {
  if (rank === "A") {
    return `<circle cx="100" cy="140" r="58" fill="none" stroke="var(--s)" stroke-opacity=".22"
      stroke-width="2"/>
      <circle cx="100" cy="140" r="52" fill="none" stroke="var(--s)" stroke-opacity=".14"
      stroke-width="5" stroke-dasharray="1 8" stroke-linecap="round"/>
      ${pip(suit, 100, 140, 2.5)}`;
  }
  if ("KQJ".includes(rank)) {
    const half = `${figure(rank)}${pip(suit, -34, -103, 0.62)}`;
    return `<rect x="55" y="20" width="90" height="240" rx="7" fill="var(--s)" fill-opacity=".07"
      stroke="var(--s)" stroke-opacity=".5" stroke-width="1.6"/>
      <g transform="translate(100 140)">${half}<g transform="rotate(180)">${half}</g>
      ${figure("belt")}</g>`;
  }
  const spots = PIPS[rank].split(" ").map((spot) => spot.split(",").map(Number));
  return spots.map(([x, y]) => pip(suit, x, y, 1.08, y > 140)).join("");
}

/** Cards without a suit: the key of the name, and what is drawn. @type {Record<string, any>} */
export const others = {};

/**
 * A card of the second pack as its equal of the first: only the case of the second letter differs.
 * @param {string} code
 */
export function firstPack(code) {
  const suit = code[1].toLowerCase();
  return code[0] + (suit === "j" ? "J" : suit);
}

/**
 * A face that reads from afar: figure and suit in a column that the next card leaves free, the
 * suit once more, and its letter.
 */
const large = (rank, suit) =>
  letter(rank, 50, 98, 112, 84) +
  pip(suit, 50, 152, 2) +
  pip(suit, 132, 214, 3) +
  letter(text("pages.suit_letter", { suit }), 150, 66, 58);

/** The deck that is drawn: that of the page, unless one is named. @param {string} [deck] */
export const isLarge = (deck = document.documentElement.dataset.deck) => deck === "large";

/**
 * One face as SVG markup. `small` is the face for narrow cards: a letter and one large suit.
 * @param {string} code such as "As" or "Th" @param {boolean} [small] @param {string} [deck]
 */
export function faceSvg(code, small = false, deck = undefined) {
  const [rank, suit] = firstPack(code);
  const other = others[rank + suit];
  if (other) return frame(rank + suit, cardWords(code), other.inner);
  if (!SHAPE[suit] || !"23456789TJQKA".includes(rank)) return "";
  if (isLarge(deck)) return frame(suit, cardWords(code), large(rank, suit));
  const inner = small
    ? letter(rank, 56, 122, 128, 94) + pip(suit, 118, 202, 3.7)
    : `${middle(rank, suit)}<g>${index(rank, suit)}</g>
      <g transform="rotate(180 100 140)">${index(rank, suit)}</g>`;
  return frame(suit, cardWords(code), inner);
}

/** A card in words: "ace of spades", or "a card face down". @param {string} code */
export function cardWords(code) {
  if (!code || code === "??") return text("pages.card_face_down");
  const [rank, suit] = firstPack(code);
  const name = others[rank + suit]?.name ?? "pages.card";
  return text(name, { rank: rank.toLowerCase(), suit });
}

/** Several cards in words, joined for a sentence. @param {string[]} codes */
export function cardsInWords(codes) {
  if (codes.every((code) => code === "??"))
    return text("pages.cards_face_down", { count: codes.length });
  return codes.map(cardWords).join(text("common.list_separator"));
}

const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };

/** Cards as short text: "K♠ Q♠ J♠". @param {string[]} codes */
export const cardsShort = (codes) =>
  codes
    .map((code) =>
      code === "??" ? "▮" : code[0].replace("T", "10") + SIGNS[code[1].toLowerCase()],
    )
    .join(" ");
