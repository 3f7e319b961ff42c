// @ts-check
/** Owns the plots of the edge against what lines pay, for one design or two, and their table. */
import { text } from "../messages.js";
import { html } from "../view.js";
import { NARROW, percent, signed } from "./format.js";

const [WIDE, LEFT] = NARROW ? [148, 50] : [260, 58];
const [HIGH, RIGHT, TOP, FOOT] = [132, 8, 10, 22];
/** From such a span of edges on, labels have no decimals. */
const WIDE_SPAN = 0.2;

/** Curves of the same line in both designs, in the server's order. @param {any[]} answers */
function linesOf(answers) {
  const found = new Map();
  for (const [side, { curves }] of answers)
    for (const curve of curves) {
      const key = `${curve.bet}.${curve.key}`;
      const entry = found.get(key) ?? { key, label: curve.label, sides: [] };
      entry.sides.push({ side, now: curve.pays, points: curve.points.map(pointOf) });
      found.set(key, entry);
    }
  return [...found.values()];
}

/** A fraction such as `19/20` as a number. @param {string} pays */
function numberOf(pays) {
  const [over, under = "1"] = pays.split("/");
  return Number(over) / Number(under);
}

const pointOf = ({ pays, edge }) => ({ pays, x: numberOf(pays), edge: edge.value });

const nowOf = ({ now, points }) => points.find(({ pays }) => pays === now);

/** What the edge changes where the line pays 1 more than now. */
function changeOf({ now, points }) {
  const here = nowOf({ now, points });
  const more = points.find(({ x }) => x === here.x + 1);
  return more ? more.edge - here.edge : null;
}

const inWords = (label, { now, points }) =>
  text("odds.plot.curve_label", {
    line: label,
    pays: now,
    now: percent(nowOf({ now, points }).edge),
    least: points[0].pays,
    from: percent(points[0].edge),
    most: points.at(-1).pays,
    to: percent(points.at(-1).edge),
  });

function Curve({ label, sides }) {
  const all = sides.flatMap(({ points }) => points);
  const [first, last] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [low, high] = [
    Math.min(...all.map(({ edge }) => edge)),
    Math.max(...all.map(({ edge }) => edge)),
  ];
  const x = (pays) => LEFT + ((pays - first) / (last - first || 1)) * (WIDE - LEFT - RIGHT);
  const y = (edge) => TOP + ((high - edge) / (high - low || 1)) * (HIGH - TOP - FOOT);
  const places = high - low > WIDE_SPAN ? 0 : 2;
  const at = (p) => `${x(p.x).toFixed(1)},${y(p.edge).toFixed(1)}`;
  const across = (name, edge) =>
    html`<line class=${name} x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(edge)} y2=${y(edge)} />`;
  const words = sides.map((side) => inWords(label, side)).join(" ");
  return html`<svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${words}>
    ${[high, low].map(
      (edge) => html`<g class="grid">${across("", edge)}
      <text x=${LEFT - 6} y=${y(edge) + 4} text-anchor="end">${percent(edge, places)}</text></g>`,
    )}
    ${low < 0 && high > 0 && across("zero", 0)}
    ${[first, last].map(
      (pays, end) => html`<text x=${x(pays)} y=${HIGH - 5}
      text-anchor=${end ? "end" : "start"}>${pays}</text>`,
    )}
    ${sides.map(({ side, now, points }) => {
      const here = nowOf({ now, points });
      return html`<g class=${`curve curve-${side}`}>
        <polyline points=${points.map(at).join(" ")} />
        <circle cx=${x(here.x)} cy=${y(here.edge)} r="5" /></g>`;
    })}</svg>`;
}

/** The rows of one line: its payouts in ascending order, with the edge of each design. */
function rowsOf({ sides }) {
  const rows = new Map();
  for (const { side, now, points } of sides)
    for (const point of points) {
      const row = rows.get(point.pays) ?? { pays: point.pays, x: point.x, edges: {}, now: {} };
      row.edges[side] = point.edge;
      row.now[side] = point.pays === now;
      rows.set(point.pays, row);
    }
  return [...rows.values()].sort((one, other) => one.x - other.x);
}

function Table({ lines, answers }) {
  const heads = answers.map(([side]) =>
    answers.length > 1
      ? text("odds.head.edge_of", { side: side.toUpperCase() })
      : text("odds.fact.edge"),
  );
  return html`<details class="paid"><summary>${text("odds.plot.curves_table")}</summary>
    <div class="scroller"><table class="facts">
    <thead><tr><th scope="col">${text("odds.head.pays")}</th>${heads.map(
      (head) => html`<th scope="col" class="num">${head}</th>`,
    )}</tr></thead>
    ${lines.map(
      (line) => html`<tbody><tr><th scope="rowgroup" colspan=${answers.length + 1} class="group">
      ${line.label}</th></tr>${rowsOf(line).map(
        ({ pays, edges, now }) =>
          html`<tr><th scope="row">${pays}</th>${answers.map(
            ([side]) =>
              html`<td class="num">${
                side in edges
                  ? html`${percent(edges[side], 4)}${
                      now[side] && html` <span class="badge gold">${text("odds.plot.now")}</span>`
                    }`
                  : "–"
              }</td>`,
          )}</tr>`,
      )}</tbody>`,
    )}</table></div></details>`;
}

export function Curves({ answers }) {
  const lines = linesOf(answers);
  return html`<figure class="plot panel curves"><h2>${text("odds.plot.curves")}</h2>
    <p class="soft">${text("odds.plot.curves_about")}${
      answers.length > 1 && html` ${text("odds.plot.curves_two")}`
    }</p>
    <div class="curve-grid">${lines.map(
      ({ key, label, sides }) => html`<div key=${key}><h3>${label}</h3>
      <${Curve} label=${label} sides=${sides} />
      <p class="soft">${sides.map((side) => {
        const change = changeOf(side);
        const said =
          change === null ? "" : text("odds.plot.one_more", { change: signed(change, 3) });
        const named = { side: side.side.toUpperCase(), value: said };
        return html`<span>${
          answers.length > 1 ? text("odds.differences.other", named) : said
        }</span>`;
      })}</p></div>`,
    )}</div>
    <figcaption><${Table} lines=${lines} answers=${answers} /></figcaption></figure>`;
}
