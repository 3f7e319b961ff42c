// @ts-check
/** Owns the parts that dialogs share: facts, amounts, switches, sending and what goes wrong. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { Button } from "../ui/button.js";

/** Labels with their values; a row may be left out. @param {{rows: any[]}} props */
export const Facts = ({ rows }) =>
  html`<dl class="facts">${rows
    .filter(Boolean)
    .map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`;

/** What stands in the place of something that is asked for: it is coming, or there is none. */
export const Awaited = ({ found, none = "table.no_answer" }) =>
  html`<p class="soft" role="status">${text(found === null ? none : "table.loading")}</p>`;

/** An error in words. @param {{text: string}} props */
export const Problem = ({ text }) => text && html`<p class="error" role="alert">${text}</p>`;

/**
 * Sends something and closes the dialog, unless it is refused.
 * @param {any} actions
 * @param {(body: any) => Promise<{ok: boolean, text?: string}>} [request] else a command
 */
export function useSend(actions, request = actions.command) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (body) => {
    setBusy(true);
    const { ok, text } = await request(body);
    setBusy(false);
    if (ok) actions.close();
    else setError(text ?? "");
  };
  return { error, busy, send };
}

/** The button that sends what a dialog is for. */
export function Send({ actions, body, look = "", disabled = false, children }) {
  const { error, busy, send } = useSend(actions);
  return html`<${Problem} text=${error} />
    <${Button} look=${`primary wide ${look}`} disabled=${busy || disabled}
    onClick=${() => send(body)}>${children}</${Button}>`;
}

/** Something that is on or off. */
export const Switch = ({ on, label, what }) =>
  html`<li><button type="button" class="menu-item wish" role="switch" aria-checked=${Boolean(on)}
    onClick=${what}><span>${label}</span><i aria-hidden="true"></i></button></li>`;

/** An amount between two bounds: slider, figure, three common choices. */
export function AmountField({ label, min, max, value, setValue }) {
  const keep = (wish) => Math.min(max, Math.max(min, Math.trunc(Number(wish) || min)));
  const half = Math.floor(max / 2);
  const choices = { min, ...(half > min && { half }), max };
  return html`<div class="amount-field">
    <label><span>${label}</span><input type="text" inputmode="numeric" maxlength="13"
    value=${value}
    onChange=${(e) => setValue(keep(e.target.value.replace(/\D/g, "")))} /></label>
    <input type="range" aria-label=${label} min=${min} max=${max} value=${value}
    onInput=${(e) => setValue(keep(e.target.value))} />
    <div class="choices">${Object.entries(choices).map(
      ([word, amount]) => html`<${Button} look="quiet small" aria-pressed=${value === amount}
      onClick=${() => setValue(amount)}>${text(`table.amount.${word}`)}${" "}
      <b class="num">${chips(amount)}</b></${Button}>`,
    )}</div>
  </div>`;
}
