// @ts-check
/** Owns the figures of a design as tables, for one design or two side by side. */
import { withElements } from "../elements.js";
import { has, text } from "../messages.js";
import { html } from "../view.js";
import { minus, percent, signed } from "./format.js";

const number = (value, places) => minus(value.toFixed(places));

const share = (value) => percent(value, 4);
const shareGap = (value) => signed(value, 4);
const plain = (value) => number(value, 4);

/**
 * The key of a figure, how it is read from a result and written; the last writes a difference.
 * @type {[string, (result: any) => any, (value: number) => string, (value: number) => string][]}
 */
const FACTS = [
  ["edge", (r) => r.house_edge, share, shareGap],
  ["risk", (r) => r.element_of_risk, share, shareGap],
  ["return", (r) => r.rtp, share, shareGap],
  ["return_wagered", (r) => r.rtp_wagered, share, shareGap],
  ["wager", (r) => r.total_wager, plain, plain],
  ["deviation", (r) => ({ value: r.sd }), plain, plain],
  ["won", (r) => r.hit, share, shareGap],
  ["even", (r) => r.push, share, shareGap],
  ["raised", (r) => r.raise_frequency, share, shareGap],
];

/** The heads of columns of numbers. @param {...string} keys */
const numberHeads = (...keys) =>
  keys.map((key) => html`<th scope="col" class="num">${text(key)}</th>`);

/** Which of two designs it is. @param {string} side */
const designOf = (side) => text("odds.form.design", { side: side.toUpperCase() });

/** The edge in large figures, with warnings where the player has the advantage. */
export function Edge({ side, answer, busy }) {
  const { result } = answer;
  const edge = result.house_edge.value;
  return html`<div class=${`edge panel ${edge < 0 ? "loses" : ""} ${busy ? "busy" : ""}`}>
    <p class="label">${text("odds.fact.edge")}${
      side && html` <span class="badge gold">${designOf(side)}</span>`
    }</p>
    <p class="figure">${percent(edge, 4)}</p>
    <p class="exact num">${minus(result.house_edge.exact)}</p>
    <p>${withElements("odds.result.raise", { hand: html`<b>${result.threshold}</b>` })} <span
    class="soft">${text("odds.result.raised", { raised: result.raised_hands, hands: result.hands })}
    </span></p>
    ${result.warnings.map((one) => html`<p class="warning" role="alert">⚠ ${one}</p>`)}</div>`;
}

/** The edges in one line, visible while the parameters are changed. */
export function EdgeBar({ answers }) {
  return html`<a class="edge-bar" href="#results">${answers.map(([side, { result }]) => {
    const edge = result.house_edge.value;
    return html`<span class=${edge < 0 ? "loses" : ""}>
      ${withElements(`odds.bar.${answers.length > 1 ? side : "edge"}`, {
        edge: html`<b>${percent(edge, 3)}</b>`,
      })}
      </span>`;
  })}<span class="soft">${text("odds.result.link")}</span></a>`;
}

export function Facts({ answers }) {
  const two = answers.length > 1;
  return html`<div class="panel table-panel scroller"><table class="facts">
    <thead><tr><th scope="col">${text("odds.head.result")}</th>${answers.map(
      ([side]) => html`<th scope="col"
    class="num">${two ? designOf(side) : text("odds.head.value")}</th>`,
    )}${
      two
        ? html`<th
    scope="col" class="num">${text("odds.head.gap")}</th>`
        : html`<th scope="col"
    class="num exact-head">${text("odds.head.exact")}</th>`
    }</tr></thead>
    <tbody>${FACTS.map(([key, read, write, gap]) => {
      const values = answers.map(([, answer]) => read(answer.result));
      return html`<tr><th scope="row">${text(`odds.fact.${key}`)}${
        has(`odds.fact.${key}.unit`) && html` <small>${text(`odds.fact.${key}.unit`)}</small>`
      }</th>
        ${values.map((v) => html`<td class="num">${write(v.value)}</td>`)}${
          two
            ? html`<td
        class="num gap">${gap(values[1].value - values[0].value)}</td>`
            : html`<td
        class="num exact">${minus(values[0].exact ?? "")}</td>`
        }</tr>`;
    })}</tbody></table></div>`;
}

/** Payouts: frequency, return to the player, and the edge if the line paid 1 more. */
export function Paid({ title, result, other }) {
  const differs = (line) =>
    other && line.pays !== (other.lines.find(({ key }) => key === line.key)?.pays ?? null);
  return html`<details class="panel table-panel paid" open><summary>${title}</summary>
    <div class="scroller"><table class="facts">
    <thead><tr><th scope="col">${text("odds.head.line")}</th>
    ${numberHeads(
      "odds.head.pays",
      "odds.head.frequency",
      "odds.head.return",
      "odds.head.plus_one",
    )}
    </tr></thead>
    <tbody>${result.lines.map(
      (line) => html`<tr
    class=${line.contribution.value === 0 ? "nothing" : ""}><th scope="row">${line.label}</th>
    <td class=${`num ${differs(line) ? "differs" : ""}`}>${line.pays ?? ""}${
      differs(line) && html` <span class="visually-hidden">${text("odds.differences.here")}</span>`
    }</td><td class="num">${percent(line.probability.value, 4)}
    </td><td class="num">${signed(line.contribution.value, 4)}</td>
    <td class="num">${line.sensitivity ? signed(line.sensitivity.value, 4) : ""}</td></tr>`,
    )}
    </tbody></table></div></details>`;
}

export function SideBets({ title, result }) {
  if (!result.side_bets.length) return null;
  return html`<div class="panel table-panel scroller"><table class="facts">
    <thead><tr><th scope="col">${title}</th>
    ${numberHeads("odds.fact.edge", "odds.head.hit", "odds.head.sd")}</tr></thead>
    <tbody>${result.side_bets.map(
      (bet) => html`<tr>
    <th scope="row">${bet.label} <small>${bet.lines.map((line) => line.pays).join(" – ")}</small>
    </th><td class="num"><b>${percent(bet.house_edge.value, 4)}</b></td>
    <td class="num">${percent(bet.hit.value, 4)}</td><td class="num">${number(bet.sd, 4)}</td>
    </tr>`,
    )}</tbody></table></div>`;
}
