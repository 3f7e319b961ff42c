// @ts-check
/** Owns an amount with a button for less and one for more on either side of it. */
import { html } from "../view.js";
import { AmountInput } from "./place.js";

/**
 * @param {{label: string, value: number, least: number, most: number, on: boolean, children?: any,
 *   onStep: (direction: number) => void, onCommit: (wish: number) => void}} props
 */
export function Stepper({ label, value, least, most, on, children, onStep, onCommit }) {
  const end = (reached) => (!on || reached ? "true" : "false");
  return html`<div class=${`stepper ${on ? "" : "off"}`} role="group" aria-label=${label}>
    <button type="button" aria-label="Less" aria-disabled=${end(value <= least)}
    onClick=${() => on && onStep(-1)}>−</button>
    <${AmountInput} value=${value} on=${on} onCommit=${onCommit} onStep=${onStep} />
    <button type="button" aria-label="More" aria-disabled=${end(value >= most)}
    onClick=${() => on && onStep(1)}>+</button>
    ${children}
  </div>`;
}
