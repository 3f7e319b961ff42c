// @ts-check
/** Owns how two designs differ: which parameters and lines, and what each says in words. */
import { text } from "../messages.js";
import { html } from "../view.js";

const NONE = "–";

/** A value of a parameter in words. @param {any} parameter @param {any} value */
function said(parameter, value) {
  const plain = String(value ?? "");
  return parameter.choices.find(([choice]) => choice === plain)?.[1] ?? (plain || NONE);
}

/**
 * The rows in which two designs differ, each with the parameter, its line if it has lines, and
 * both values in words.
 * @param {any[]} parameters @param {any} a @param {any} b
 */
export function differencesOf(parameters, a, b) {
  return parameters.flatMap((parameter) => {
    const { name, label } = parameter;
    if (parameter.kind !== "lines") {
      const [one, other] = [said(parameter, a[name]), said(parameter, b[name])];
      return one === other ? [] : [{ name, line: "", label, a: one, b: other }];
    }
    return parameter.choices.flatMap(([line, words]) => {
      const [one, other] = [a, b].map((design) => String(design[name]?.[line] || NONE));
      const title = text("odds.differences.line", { bet: parameter.group, line: words });
      return one === other ? [] : [{ name, line, label: title, a: one, b: other }];
    });
  });
}

/** All differences of two designs, as a table. */
export function Differences({ rows }) {
  return html`<section class="panel table-panel differences">
    <h2>${text("odds.differences.title")}</h2>
    ${
      rows.length === 0
        ? html`<p class="soft">${text("odds.differences.none")}</p>`
        : html`<div class="scroller"><table class="facts">
    <thead><tr><th scope="col">${text("odds.head.option")}</th>${["A", "B"].map(
      (side) => html`<th scope="col" class="num">${text("odds.form.design", { side })}</th>`,
    )}</tr></thead><tbody>${rows.map(
      ({
        name,
        line,
        label,
        a,
        b,
      }) => html`<tr key=${`${name}.${line}`}><th scope="row">${label}</th>
      <td class="num">${a}</td><td class="num differs">${b}</td></tr>`,
    )}</tbody></table></div>`
    }</section>`;
}
