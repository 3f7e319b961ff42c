// @ts-check
/** Owns the form of a design: one field per parameter, drawn from the server's description. */
import { text } from "../messages.js";
import { html } from "../view.js";

const asText = (value) => (value === null || value === undefined ? "" : String(value));

/** What the other design has, beside a field in which it differs. @param {{other: string}} of */
const Other = ({ other }) =>
  other && html`<small class="other"><span aria-hidden="true">≠ </span>${other}</small>`;

function Field({ parameter, error, children, other = "" }) {
  return html`<div class=${`field ${other ? "differs" : ""}`}>
    <label for=${parameter.name}>${parameter.label}</label>${children}
    <${Other} other=${other} />
    ${parameter.help && html`<p class="help">${parameter.help}</p>`}${
      error &&
      html`<p class="error"
    role="alert">${error}</p>`
    }</div>`;
}

/** A number as text: whole, decimal or a fraction; the server reads it. */
function Odds({ id, value, change, error, label, placeholder = "" }) {
  return html`<input id=${id} inputmode="decimal" autocomplete="off" maxlength="12"
    aria-label=${label} aria-invalid=${error ? "true" : "false"} placeholder=${placeholder}
    value=${asText(value)} onInput=${(e) => change(e.target.value.trim())} />`;
}

function Lines({ parameter, design, errors, others, change }) {
  const lines = design[parameter.name] ?? {};
  return html`<div class="lines">${parameter.choices.map(([line, label]) => {
    const error = errors[`${parameter.name}.${line}`];
    const other = others[`${parameter.name}.${line}`];
    return html`<label class=${`line ${other ? "differs" : ""}`}><span>${label}</span>
      <${Odds} value=${lines[line]} error=${error} placeholder="–"
      change=${(odds) => change(parameter.name, { ...lines, [line]: odds })} />
      <${Other} other=${other} />
      ${error && html`<small class="error">${error}</small>`}</label>`;
  })}</div>${parameter.help && html`<p class="help">${parameter.help}</p>`}${
    errors[parameter.name] &&
    html`<p
    class="error" role="alert">${errors[parameter.name]}</p>`
  }`;
}

function Parameter({ parameter, design, errors, others, change }) {
  const [value, error] = [design[parameter.name], errors[parameter.name]];
  const other = others[`${parameter.name}.`];
  if (parameter.kind === "lines")
    return html`<${Lines} parameter=${parameter} design=${design} errors=${errors}
      others=${others} change=${change} />`;
  if (parameter.kind === "odds" || parameter.kind === "maybe")
    return html`<${Field} parameter=${parameter} error=${error} other=${other}>
      <${Odds} id=${parameter.name} value=${value} error=${error}
      placeholder=${parameter.kind === "maybe" ? text("odds.form.off") : ""}
      change=${(odds) => change(parameter.name, odds)} /></${Field}>`;
  const now = parameter.kind === "suits" ? (value ?? []).join(",") : value;
  const pick = (choice) =>
    change(parameter.name, parameter.kind === "suits" ? choice.split(",").filter(Boolean) : choice);
  const known = parameter.choices.some(([choice]) => choice === now);
  const choices = known ? parameter.choices : [...parameter.choices, [now, now]];
  return html`<${Field} parameter=${parameter} error=${error} other=${other}>
    <select id=${parameter.name} value=${now} onChange=${(e) => pick(e.target.value)}>
    ${choices.map(
      ([choice, label]) => html`<option value=${choice} selected=${choice === now}>
    ${label}</option>`,
    )}</select></${Field}>`;
}

/** Whether a parameter is a bonus or a side bet, which a design may lack. */
const isBet = ({ kind }) => kind === "lines" || kind === "maybe";

/** Whether any parameter of a group is set. */
const filled = (group, design) =>
  group.some((parameter) =>
    parameter.kind === "lines"
      ? Object.values(design[parameter.name] ?? {}).some((odds) => odds !== "")
      : parameter.kind === "maybe" && asText(design[parameter.name]) !== "",
  );

/**
 * All parameters in groups; the groups of bonuses and side bets can be collapsed. `others` is what
 * the other design has, by `name.line`, where the two differ.
 */
export function Form({ parameters, design, errors, others, change }) {
  const names = [...new Set(parameters.map((parameter) => parameter.group))];
  return html`${names.map((name, i) => {
    const group = parameters.filter((parameter) => parameter.group === name);
    const fields = group.map(
      (parameter) =>
        html`<${Parameter} key=${parameter.name} parameter=${parameter} design=${design}
          errors=${errors} others=${others} change=${change} />`,
    );
    if (i === 0)
      return html`<fieldset class="parameters" key=${name}><legend>${name}</legend>
        <div class="parameter-grid">${fields}</div></fieldset>`;
    const on = filled(group, design);
    return html`<details class="parameters" key=${name} open=${on}>
      <summary>${name}${
        group.some(isBet) &&
        html` <span class=${`badge ${on ? "gold" : ""}`}>
      ${text(on ? "odds.form.on" : "odds.form.off")}</span>`
      }</summary><div
      class=${group[0].kind === "lines" ? "parameter-list" : "parameter-grid"}>${fields}</div>
      </details>`;
  })}`;
}

/** The design as it is sent: empty lines and parameters are off. */
export function cleaned(design) {
  const sent = {};
  for (const [name, value] of Object.entries(design)) {
    if (value && typeof value === "object" && !Array.isArray(value))
      sent[name] = Object.fromEntries(Object.entries(value).filter(([, odds]) => odds !== ""));
    else sent[name] = value === "" && ["mini_royal", "tie_bet"].includes(name) ? null : value;
  }
  return sent;
}
