// @ts-check
/** Owns the plot of what each line of the pay table wins or costs the player, per design. */

import { text } from "../messages.js";
import { html } from "../view.js";
import { NARROW, signed } from "./format.js";

const [WIDE, LEFT, RIGHT, STEP] = NARROW ? [340, 166, 62, 26] : [560, 170, 82, 26];

/** Lines with a contribution in any of the designs, in the server's order. */
function linesOf(answers) {
  const found = new Map();
  for (const [side, { result }] of answers)
    for (const line of result.lines) {
      const entry = found.get(line.key) ?? { label: line.label, values: {} };
      entry.values[side] = line.contribution.value;
      found.set(line.key, entry);
    }
  return [...found.values()].filter(({ values }) => Object.values(values).some((value) => value));
}

export function Contributions({ answers }) {
  const lines = linesOf(answers);
  const values = lines.flatMap((line) => Object.values(line.values));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const wide = WIDE - LEFT - RIGHT;
  const x = (value) => LEFT + ((value - low) / (high - low || 1)) * wide;
  const step = STEP + (answers.length - 1) * 14;
  return html`<figure class="plot panel"><h2>${text("odds.plot.contributions")}</h2>
    <svg viewBox=${`0 0 ${WIDE} ${lines.length * step + 8}`} role="img"
    aria-label=${text("odds.plot.contributions_label")}>
      ${lines.map(
        (line, i) => html`<g><text x="0" y=${i * step + 17} class="name">${line.label}</text>
        ${answers.map(([side], place) => {
          const value = line.values[side] ?? 0;
          const y = i * step + 6 + place * 14;
          return html`<rect class=${`${value < 0 ? "bar-lose" : "bar-win"} side-${side}`}
            x=${Math.min(x(0), x(value))} y=${y} width=${Math.max(Math.abs(x(value) - x(0)), 0.6)}
            height=${answers.length > 1 ? 12 : 15} />
            <text x=${WIDE} y=${y + 11} text-anchor="end">${signed(value, 3)}</text>`;
        })}</g>`,
      )}
      <line class="zero" x1=${x(0)} x2=${x(0)} y1="2" y2=${lines.length * step + 4} />
    </svg>${
      answers.length > 1 &&
      html`<figcaption
    class="soft">${text("odds.plot.two_bars")}</figcaption>`
    }</figure>`;
}
