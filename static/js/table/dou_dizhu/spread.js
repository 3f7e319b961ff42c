// @ts-check
/** Owns how cards lie on the felt: narrow faces whose corner can be read, in rows. */
import {
  cardsInWords,
  cardWords,
  faceSvg,
  firstPack,
  frame,
  isLarge,
  letter,
  pip,
} from "../../faces.js";
import { html } from "../../view.js";

const drawn = new Map();

/** A face with a large corner, for cards that are mostly covered. @param {string} code */
export function smallCardSvg(code) {
  if (/j$/i.test(code) || isLarge()) return faceSvg(code);
  if (!drawn.has(code)) {
    const [rank, suit] = firstPack(code);
    const inner = letter(rank, 56, 102, 112, 92) + pip(suit, 56, 150, 2) + pip(suit, 138, 214, 2.9);
    drawn.set(code, frame(suit, cardWords(code), inner, 'rx="20" stroke-width="4"'));
  }
  return drawn.get(code);
}

/** One card on the felt, face or back. @param {{code: string, k?: number}} props */
export const SmallCard = ({ code, k = 0 }) =>
  code === "??"
    ? html`<span class="slip back" style=${{ "--k": k }}>
      <span class="card-back" role="img" aria-label=${cardWords(code)}></span></span>`
    : html`<span class="slip" style=${{ "--k": k }}
      dangerouslySetInnerHTML=${{ __html: smallCardSvg(code) }}></span>`;

/** Cards in rows of at most ten. @param {{codes: string[], most?: number}} props */
export function Spread({ codes, most = 10 }) {
  const lines = Math.ceil(codes.length / most) || 1;
  const each = Math.ceil(codes.length / lines);
  const parts = Array.from({ length: lines }, (_, i) => codes.slice(i * each, (i + 1) * each));
  return html`<span class="spread" role="img" aria-label=${cardsInWords(codes)}>${parts.map(
    (part) =>
      html`<span class="lot">${part.map(
        (code, k) => html`<${SmallCard} key=${code === "??" ? k : code}
        code=${code} k=${k} />`,
      )}</span>`,
  )}</span>`;
}
