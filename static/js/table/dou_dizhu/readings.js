// @ts-check
/** Owns the name of my selection, and the choice between its readings when there are several. */
import { text } from "../../messages.js";
import { html, useEffect } from "../../view.js";
import { readAs } from "./choice.js";
import { RANKS, rankName } from "./order.js";
import { combinationTitle } from "./words.js";

const EACH = {
  chain: 1,
  pair_chain: 2,
  airplane: 3,
  airplane_with_solos: 4,
  airplane_with_pairs: 5,
};
const FIRST = { rocket: 3, bomb: 2, airplane: 1 };

function parts(reading, count) {
  const [category, low] = reading.split("@");
  const n = EACH[category] ? count / EACH[category] : 1;
  return { kind: FIRST[category] ?? 0, n, low: RANKS.indexOf(low) };
}

/** The default reading when leading. @param {{reading: string}[]} readings */
export const usual = (readings, count) =>
  [...readings].sort((a, b) => {
    const [x, y] = [parts(a.reading, count), parts(b.reading, count)];
    return y.kind - x.kind || y.n - x.n || y.low - x.low;
  })[0]?.reading ?? "";

/** "Airplane with solos 4–6". @param {{reading: string, category: string}} option */
export function readingName({ reading, category }, count) {
  const { n, low } = parts(reading, count);
  const ranks = n > 1 ? `${rankName(low)}–${rankName(low + n - 1)}` : rankName(low);
  return text("dou_dizhu.reading", { combination: combinationTitle(category), ranks });
}

/** @param {{choice: any}} props */
export function Name({ choice: { cards, answer, readings, reading } }) {
  const preset = readings.length && !reading ? usual(readings, cards.length) : "";
  useEffect(() => {
    if (preset) readAs(preset);
  }, [preset]);
  if (!answer) return null;
  if (!readings.length)
    return html`<p class=${`combination ${answer.category ? "" : "none"}`} role="status">
      ${answer.category ? combinationTitle(answer.category) : text("dou_dizhu.not_one")}</p>`;
  return html`<div class="readings" role="radiogroup"
    aria-label=${text("dou_dizhu.play_as")}>${readings.map(
      (option) =>
        html`<button type="button" role="radio"
        aria-checked=${option.reading === reading}
        onClick=${() => readAs(option.reading)}>${readingName(option, cards.length)}</button>`,
    )}</div>`;
}
