// @ts-check
/** Owns the figures of a design as tables, for one design or two side by side. */
import { html } from "../view.js";
import { minus, percent, signed, whole } from "./format.js";

const HANDS = 22_100;
const number = (value, places) => minus(value.toFixed(places));

/**
 * Label, what it is, and how it is read from a result and written; the last writes a difference.
 * @type {[string, string, (result: any) => any, (value: number) => string,
 *   (value: number) => string][]}
 */
const FACTS = [
  ["House edge", "loss per ante", (r) => r.house_edge, (v) => percent(v, 4), (v) => signed(v, 4)],
  [
    "Element of risk",
    "loss per unit wagered",
    (r) => r.element_of_risk,
    (v) => percent(v, 4),
    (v) => signed(v, 4),
  ],
  ["Return per ante", "", (r) => r.rtp, (v) => percent(v, 4), (v) => signed(v, 4)],
  ["Return per unit wagered", "", (r) => r.rtp_wagered, (v) => percent(v, 4), (v) => signed(v, 4)],
  ["Average wager", "antes", (r) => r.total_wager, (v) => number(v, 4), (v) => number(v, 4)],
  [
    "Standard deviation",
    "antes per hand",
    (r) => ({ value: r.sd }),
    (v) => number(v, 4),
    (v) => number(v, 4),
  ],
  ["Hands won", "net above zero", (r) => r.hit, (v) => percent(v, 4), (v) => signed(v, 4)],
  ["Hands even", "net exactly zero", (r) => r.push, (v) => percent(v, 4), (v) => signed(v, 4)],
  ["Raised", "", (r) => r.raise_frequency, (v) => percent(v, 4), (v) => signed(v, 4)],
]; // prettier-ignore

/** The edge in large figures, with warnings where the player has the advantage. */
export function Edge({ side, answer, busy }) {
  const { result } = answer;
  const edge = result.house_edge.value;
  return html`<div class=${`edge panel ${edge < 0 ? "loses" : ""} ${busy ? "busy" : ""}`}>
    <p class="label">House edge${
      side &&
      html` <span class="badge gold">Design ${side.toUpperCase()}
    </span>`
    }</p>
    <p class="figure">${percent(edge, 4)}</p>
    <p class="exact num">${minus(result.house_edge.exact)}</p>
    <p>Raise with <b>${result.threshold}</b> <span
    class="soft">(${whole(result.raised_hands)} of ${whole(HANDS)} hands).</span></p>
    ${result.warnings.map((text) => html`<p class="warning" role="alert">⚠ ${text}</p>`)}</div>`;
}

/** The edges in one line, visible while the parameters are changed. */
export function EdgeBar({ answers }) {
  return html`<a class="edge-bar" href="#results">${answers.map(([side, { result }]) => {
    const edge = result.house_edge.value;
    return html`<span class=${edge < 0 ? "loses" : ""}>
      ${answers.length > 1 ? `${side.toUpperCase()}: ` : "House edge "}<b>${percent(edge, 3)}</b>
      </span>`;
  })}<span class="soft">Results ↓</span></a>`;
}

export function Facts({ answers }) {
  const two = answers.length > 1;
  return html`<div class="panel table-panel scroller"><table class="facts">
    <thead><tr><th scope="col">Result</th>${answers.map(
      ([side]) => html`<th scope="col"
    class="num">${two ? `Design ${side.toUpperCase()}` : "Value"}</th>`,
    )}${
      two
        ? html`<th
    scope="col" class="num">B minus A</th>`
        : html`<th scope="col"
    class="num exact-head">Exact</th>`
    }</tr></thead>
    <tbody>${FACTS.map(([label, help, read, write, gap]) => {
      const values = answers.map(([, answer]) => read(answer.result));
      return html`<tr><th scope="row">${label}${help && html` <small>${help}</small>`}</th>
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
export function Paid({ title, result }) {
  return html`<details class="panel table-panel paid" open><summary>${title}</summary>
    <div class="scroller"><table class="facts">
    <thead><tr><th scope="col">Line</th><th scope="col" class="num">Pays</th>
    <th scope="col" class="num">Frequency</th><th scope="col" class="num">Return to player</th>
    <th scope="col" class="num">Edge at +1</th></tr></thead>
    <tbody>${result.lines.map(
      (line) => html`<tr
    class=${line.contribution.value === 0 ? "nothing" : ""}><th scope="row">${line.label}</th>
    <td class="num">${line.pays ?? ""}</td><td class="num">${percent(line.probability.value, 4)}
    </td><td class="num">${signed(line.contribution.value, 4)}</td>
    <td class="num">${line.sensitivity ? signed(line.sensitivity.value, 4) : ""}</td></tr>`,
    )}
    </tbody></table></div></details>`;
}

export function SideBets({ title, result }) {
  if (!result.side_bets.length) return null;
  return html`<div class="panel table-panel scroller"><table class="facts">
    <thead><tr><th scope="col">${title}</th><th scope="col" class="num">House edge</th>
    <th scope="col" class="num">Hit</th><th scope="col" class="num">SD</th></tr></thead>
    <tbody>${result.side_bets.map(
      (bet) => html`<tr>
    <th scope="row">${bet.label} <small>${bet.lines.map((line) => line.pays).join(" – ")}</small>
    </th><td class="num"><b>${percent(bet.house_edge.value, 4)}</b></td>
    <td class="num">${percent(bet.hit.value, 4)}</td><td class="num">${number(bet.sd, 4)}</td>
    </tr>`,
    )}</tbody></table></div>`;
}
