// @ts-check
/** Owns the plots of the table: the strength distribution, and results by kind of hand. */
import { html } from "../view.js";
import { percent, whole } from "./format.js";

const [WIDE, HIGH, LEFT, FOOT, HEAD] = [460, 250, 40, 40, 10];

/** A round number not below the highest. @param {number} highest */
function ceiling(highest) {
  const power = 10 ** Math.floor(Math.log10(highest));
  return (
    [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * power).find((step) => step >= highest) ??
    highest
  );
}

/** Hands by the share of dealer hands they beat, one colour for each kind. */
export function Spread({ plots }) {
  const bins = plots.spread[0].length;
  const sums = plots.spread[0].map((_, bin) =>
    plots.spread.reduce((sum, row) => sum + row[bin], 0),
  );
  const top = ceiling(Math.max(...sums));
  const [wide, high] = [WIDE - LEFT - 8, HIGH - FOOT - HEAD];
  const y = (hands) => HEAD + high * (1 - hands / top);
  const step = wide / bins;
  const bars = sums.flatMap((_, bin) => {
    let below = 0;
    return plots.categories.map((category, row) => {
      const hands = plots.spread[row][bin];
      if (!hands) return null;
      below += hands;
      return html`<rect class=${`kind-${category.key}`} x=${LEFT + bin * step + 0.4}
        width=${step - 0.8} y=${y(below)} height=${Math.max(y(below - hands) - y(below), 0.8)}>
        <title>${`${category.label}: ${whole(hands)} hands that win ${bin * 2} to ${bin * 2 + 2} %`}
        </title></rect>`;
    });
  });
  return html`<figure class="plot panel"><h2>Strength distribution</h2>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img"
    aria-label="Number of hands by the share of dealer hands they beat">
      ${[0, 0.5, 1].map(
        (part) => html`<g class="grid">
      <line x1=${LEFT} x2=${WIDE - 8} y1=${y(top * part)} y2=${y(top * part)} />
      <text x=${LEFT - 6} y=${y(top * part) + 4} text-anchor="end">${whole(top * part)}</text>
      </g>`,
      )}
      ${bars}
      ${[0, 25, 50, 75, 100].map(
        (share) => html`<text x=${LEFT + (wide * share) / 100}
      y=${HIGH - FOOT + 18} text-anchor=${share === 100 ? "end" : "middle"}>${share} %</text>`,
      )}
      <text x=${LEFT + wide / 2} y=${HIGH - 3} text-anchor="middle"
      class="axis">share of dealer hands beaten</text>
    </svg>
    <figcaption><ul class="legend">${[...plots.categories].reverse().map(
      (category) => html`<li>
    <i class=${`dot kind-${category.key}`}></i>${category.label}</li>`,
    )}</ul></figcaption>
    </figure>`;
}

/** For each kind of hand the shares of wins, ties and losses. */
export function Kinds({ plots }) {
  const all = plots.categories.reduce((sum, category) => sum + category.hands, 0);
  const rows = [...plots.categories].reverse();
  const [left, wide, step] = [124, WIDE - 124 - 62, 35];
  return html`<figure class="plot panel"><h2>Results by kind of hand</h2>
    <svg viewBox=${`0 0 ${WIDE} ${rows.length * step + 30}`} role="img"
    aria-label="Shares of wins, ties and losses by kind of hand">
      ${rows.map((row, i) => {
        const deals = row.win + row.lose + row.tie;
        const share = (part) => percent(part / deals, 4);
        const shares = `wins ${share(row.win)}, ties ${share(row.tie)}, loses ${share(row.lose)}`;
        const [win, tie] = [(row.win / deals) * wide, (row.tie / deals) * wide];
        const y = i * step + 4;
        return html`<g>
          <title>${`${row.label}: ${shares}`}</title>
          <text x="0" y=${y + 11} class="name">${row.label}</text>
          <text x="0" y=${y + 25}>${whole(row.hands)} · ${percent(row.hands / all, 2)}</text>
          <rect class="bar-win" x=${left} y=${y} width=${win} height="24" />
          <rect class="bar-tie" x=${left + win} y=${y} width=${tie} height="24" />
          <rect class="bar-lose" x=${left + win + tie} y=${y} width=${Math.max(wide - win - tie, 0)}
          height="24" />
          <text x=${WIDE} y=${y + 17} text-anchor="end" class="name">${percent(row.win / deals, 1)}
          </text></g>`;
      })}
      ${[0, 50, 100].map(
        (share) => html`<text x=${left + (wide * share) / 100}
      y=${rows.length * step + 20} text-anchor="middle">${share} %</text>`,
      )}
    </svg>
    <figcaption><ul class="legend"><li><i class="dot bar-win"></i>wins</li>
    <li><i class="dot bar-tie"></i>ties</li><li><i class="dot bar-lose"></i>loses</li></ul>
    </figcaption></figure>`;
}
