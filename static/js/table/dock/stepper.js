// @ts-check
/** Owns an amount with buttons for less and more. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { AmountInput } from "./action_button.js";

/**
 * @param {{label: string, value: number, min: number, max: number, on: boolean, children?: any,
 *   onStep: (direction: number) => void, onCommit: (wish: number) => void}} props
 */
export function Stepper({ label, value, min, max, on, children, onStep, onCommit }) {
  const end = (reached) => !on || reached;
  return html`<div class=${`stepper ${on ? "" : "off"}`} role="group" aria-label=${label}>
    <button type="button" aria-label=${text("table.less")} aria-disabled=${end(value <= min)}
    onClick=${() => on && onStep(-1)}>−</button>
    <${AmountInput} value=${value} on=${on} onCommit=${onCommit} onStep=${onStep} />
    <button type="button" aria-label=${text("table.more")} aria-disabled=${end(value >= max)}
    onClick=${() => on && onStep(1)}>+</button>
    ${children}
  </div>`;
}
