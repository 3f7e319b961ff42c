// @ts-check
/** Owns the form of a design: one field for each option, drawn from the server's description. */
import { html } from "../view.js";

const asText = (value) => (value === null || value === undefined ? "" : String(value));

function Field({ knob, error, children, wide = false }) {
  return html`<div class=${`field ${wide ? "wide" : ""}`}>
    <label for=${knob.name}>${knob.label}</label>${children}
    ${knob.help && html`<p class="help">${knob.help}</p>`}${
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

function Lines({ knob, design, errors, change }) {
  const lines = design[knob.name] ?? {};
  return html`<div class="lines">${knob.choices.map(([line, label]) => {
    const error = errors[`${knob.name}.${line}`];
    return html`<label class="line"><span>${label}</span>
      <${Odds} value=${lines[line]} error=${error} placeholder="–"
      change=${(text) => change(knob.name, { ...lines, [line]: text })} />
      ${error && html`<small class="error">${error}</small>`}</label>`;
  })}</div>${knob.help && html`<p class="help">${knob.help}</p>`}${
    errors[knob.name] &&
    html`<p
    class="error" role="alert">${errors[knob.name]}</p>`
  }`;
}

function Knob({ knob, design, errors, change }) {
  const [value, error] = [design[knob.name], errors[knob.name]];
  if (knob.kind === "lines")
    return html`<${Lines} knob=${knob} design=${design} errors=${errors} change=${change} />`;
  if (knob.kind === "odds" || knob.kind === "maybe")
    return html`<${Field} knob=${knob} error=${error}>
      <${Odds} id=${knob.name} value=${value} error=${error}
      placeholder=${knob.kind === "maybe" ? "off" : ""}
      change=${(text) => change(knob.name, text)} /></${Field}>`;
  const now = knob.kind === "suits" ? (value ?? []).join(",") : value;
  const pick = (text) =>
    change(knob.name, knob.kind === "suits" ? text.split(",").filter(Boolean) : text);
  const known = knob.choices.some(([choice]) => choice === now);
  const choices = known ? knob.choices : [...knob.choices, [now, now]];
  return html`<${Field} knob=${knob} error=${error}>
    <select id=${knob.name} value=${now} onChange=${(e) => pick(e.target.value)}>
    ${choices.map(
      ([choice, label]) => html`<option value=${choice} selected=${choice === now}>
    ${label}</option>`,
    )}</select></${Field}>`;
}

/** Whether anything of a group is on. */
const filled = (group, design) =>
  group.some((knob) =>
    knob.kind === "lines"
      ? Object.values(design[knob.name] ?? {}).some((odds) => odds !== "")
      : knob.kind === "maybe" && asText(design[knob.name]) !== "",
  );

/** All options in their groups; those of bonuses and side bets fold. */
export function Form({ knobs, design, errors, change }) {
  const names = [...new Set(knobs.map((knob) => knob.group))];
  return html`${names.map((name) => {
    const group = knobs.filter((knob) => knob.group === name);
    const fields = group.map(
      (knob) =>
        html`<${Knob} key=${knob.name} knob=${knob} design=${design} errors=${errors}
          change=${change} />`,
    );
    if (name === "Game")
      return html`<fieldset class="knobs" key=${name}><legend>${name}</legend>
        <div class="knob-grid">${fields}</div></fieldset>`;
    const on = filled(group, design);
    return html`<details class="knobs" key=${name} open=${on && name !== "Ranking"}>
      <summary>${name}${
        name !== "Ranking" &&
        html` <span class=${`badge ${on ? "gold" : ""}`}>
      ${on ? "on" : "off"}</span>`
      }</summary><div
      class=${group[0].kind === "lines" ? "knob-list" : "knob-grid"}>${fields}</div></details>`;
  })}`;
}

/** The design as it is sent: empty lines and empty options are off. */
export function cleaned(design) {
  const sent = {};
  for (const [name, value] of Object.entries(design)) {
    if (value && typeof value === "object" && !Array.isArray(value))
      sent[name] = Object.fromEntries(Object.entries(value).filter(([, odds]) => odds !== ""));
    else sent[name] = value === "" && ["mini_royal", "tie_bet"].includes(name) ? null : value;
  }
  return sent;
}
