// @ts-check
/** Owns the fields of the form for a new table, and the server's error for each. */
import { has, text } from "./messages.js";
import { html } from "./view.js";

/** @type {Record<string, string>} */
let errors = {};
/** Sets the server's errors, by field name. */
export const setErrors = (found) => {
  errors = found;
};
export const errorOf = (name) => errors[name];

/** @type {Record<string, {min: ?number, max: ?number, hands?: number}>} */
let fields = {};
/** Sets the server's bounds and figures of each field, by field name. */
export const setFields = (found) => {
  fields = found;
};
export const fieldOf = (name) => fields[name];
const labelOf = (name) => text(`lobby.field.${name}`);
const helpOf = (name) =>
  has(`lobby.field_help.${name}`) ? text(`lobby.field_help.${name}`, fieldOf(name)) : "";

/** Characters of fields whose length no shape declares. */
const LONGEST = { design: 500, number: 12 };

/** Choices come as [value, label, help] or as objects. */
const choicesOf = (option) =>
  (option.choices ?? []).map((choice) =>
    Array.isArray(choice) ? { value: choice[0], label: choice[1], help: choice[2] ?? "" } : choice,
  );
const asText = (value) =>
  value === null || value === undefined
    ? "none"
    : Array.isArray(value)
      ? value.join(" ")
      : String(value);

/** A field; `label` and `help` are given where they depend on other fields. */
export function Field({ name, label = labelOf(name), help = helpOf(name), children }) {
  const error = errorOf(name);
  return html`<div class="field"><label for=${name}>${label}</label>${children}
    ${help && html`<p class="help">${help}</p>`}${
      error &&
      html`<p class="error"
    id=${`${name}-error`}>${error}</p>`
    }</div>`;
}

/** A number; `min` and `max` are given where other fields narrow the server's bounds. */
export function NumberField({
  name,
  label,
  help,
  values,
  set,
  min = fieldOf(name).min,
  max = fieldOf(name).max,
}) {
  return html`<${Field} name=${name} label=${label} help=${help}>
    <input id=${name} name=${name} type="number" inputmode="numeric" min=${min} max=${max}
    value=${values[name] ?? ""}
    aria-invalid=${errorOf(name) ? "true" : "false"} onInput=${(e) => set(name, e.target.value)} />
    </${Field}>`;
}

export function Switch({ name, values, set }) {
  return html`<label class="check"><input type="checkbox" name=${name}
    checked=${Boolean(values[name])} onChange=${(e) => set(name, e.target.checked ? "on" : "")} />
    <span><b>${labelOf(name)}</b><span class="help">${helpOf(name)}</span></span></label>`;
}

/** A pay table: one of the named designs, or a code from the pay table designer. */
function PayTable({ name, choices, value, onChange }) {
  const own = !choices.some((choice) => choice.value === value);
  const code = html`<input name=${name} aria-label=${text("lobby.form.design_code")}
    maxlength=${LONGEST.design} placeholder="tcp~dealer_qualifies=jack_high" value=${value}
    onInput=${(e) => onChange(e.target.value)} />`;
  return html`<select id=${name} name=${own ? undefined : name}
    onChange=${(e) => onChange(e.target.value)}>
    ${choices.map(
      (choice) => html`<option value=${choice.value} selected=${choice.value === value}>
    ${choice.label}</option>`,
    )}<option value="" selected=${own}>${text("lobby.form.own_design")}</option>
    </select>${own && code}`;
}

/** One house rule, drawn by its kind. */
export function Option({ option, value, standard, onChange }) {
  const name = `option_${option.name}`;
  const choices = choicesOf(option);
  const differs = asText(value) !== asText(standard);
  const chosen = choices.find((choice) => asText(choice.value) === asText(value));
  let control;
  if (option.kind === "bool") {
    control = html`<select id=${name} name=${name}
      value=${value === true || value === "true" ? "true" : "false"}
      onChange=${(e) => onChange(e.target.value === "true")}>
      <option value="true">${text("lobby.form.yes")}</option>
      <option value="false">${text("lobby.form.no")}</option></select>`;
  } else if (option.kind === "pay_table") {
    control = html`<${PayTable} name=${name} choices=${choices} value=${value}
      onChange=${onChange} />`;
  } else if (choices.length && (Array.isArray(value) || /set|many|multi|list/.test(option.kind))) {
    const now = Array.isArray(value) ? value.map(asText) : [];
    control = html`<div class="checks">${choices.map(
      (choice) => html`<label class="check"><input type="checkbox" name=${name}
        value=${asText(choice.value)} checked=${now.includes(asText(choice.value))}
      onChange=${(e) =>
        onChange(
          e.target.checked
            ? [...now, asText(choice.value)]
            : now.filter((v) => v !== asText(choice.value)),
        )} /><span>${choice.label}</span></label>`,
    )}</div>`;
  } else if (choices.length) {
    control = html`<select id=${name} name=${name} value=${asText(value)}
      onChange=${(e) => onChange(e.target.value)}>
      ${choices.map(
        (choice) => html`<option value=${asText(choice.value)}
      selected=${asText(choice.value) === asText(value)}>${choice.label}</option>`,
      )}</select>`;
  } else {
    control = html`<input id=${name} name=${name} type="text" inputmode="numeric"
    maxlength=${LONGEST.number}
    placeholder=${text(option.kind === "limit" ? "lobby.form.no_limit" : "lobby.form.none")}
      value=${value === null || value === undefined ? "" : asText(value)}
      onInput=${(e) => onChange(e.target.value)} />`;
  }
  return html`<div class=${`field option-field ${differs ? "differs" : ""}`}>
    <label for=${name}>${option.label}${
      differs && html` <span class="badge gold">${text("lobby.form.changed")}</span>`
    }</label>${control}
    <p class="help">${option.help}${
      chosen?.help
        ? html` <b class="choice-help">${chosen.help}
    </b>`
        : ""
    }</p>
    ${errorOf(name) && html`<p class="error">${errorOf(name)}</p>`}</div>`;
}

/** A preset as a card: its name and its sentence. */
export const Preset = ({ name, label, about, chosen, onChoose }) =>
  html`<label class=${`preset ${chosen ? "on" : ""}`}>
    <input type="radio" name="preset" value=${name} checked=${chosen} onChange=${onChoose} />
    <b>${label}</b><small><span>${about}</span></small></label>`;
