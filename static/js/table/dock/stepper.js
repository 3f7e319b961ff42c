// @ts-check
/** Owns an amount with buttons for less and more. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { AmountInput, off } from "./action_button.js";

/** Why less or more is impossible: `why` no amount is, or the end of the range. */
export const ends = (why, value, min, max) => ({
  less: why || (value <= min && text("table.least", { min })),
  more: why || (value >= max && text("table.most", { max })),
});

/**
 * `why`: the reason why no amount can be chosen; empty: one can.
 * @param {{label: string, value: number, min: number, max: number, why?: string, explain:
 *   (why: string) => void, children?: any, onStep: (direction: number) => void,
 *   onCommit: (wish: number) => void}} props
 */
export function Stepper({ label, value, min, max, why, explain, children, onStep, onCommit }) {
  const end = ends(why, value, min, max);
  const on = !why;
  return html`<div class=${`stepper ${on ? "" : "off"}`} role="group" aria-label=${label}>
    <button type="button" aria-label=${text("table.less")} ...${off(end.less)}
    onClick=${() => (end.less ? explain(end.less) : onStep(-1))}>−</button>
    <${AmountInput} value=${value} on=${on} onCommit=${onCommit} onStep=${onStep} />
    <button type="button" aria-label=${text("table.more")} ...${off(end.more)}
    onClick=${() => (end.more ? explain(end.more) : onStep(1))}>+</button>
    ${children}
  </div>`;
}
