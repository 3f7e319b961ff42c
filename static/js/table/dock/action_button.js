// @ts-check
/** Owns a button of the action bar, and its guard against a price that has just changed. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { bound } from "../../settings.js";
import { html, useRef, useState } from "../../view.js";
import { Icon } from "../ui/icons.js";

/** A click within this time after the price changed was meant for the old price. */
const PRICE_GUARD_MS = 500;

/**
 * The attributes of a button that is off: it keeps the focus, and says why.
 * @param {string | false} why empty: it is on
 */
export const off = (why) => ({
  "aria-disabled": Boolean(why),
  "aria-description": why || undefined,
});

/** Detects that a price changed while it was shown on the button. @param {any} price falsy: none */
export function usePriceGuard(price) {
  const last = useRef({ price, since: 0 });
  const [pulse, setPulse] = useState(0);
  if (last.current.price !== price)
    last.current = { price, since: last.current.price && price ? performance.now() : 0 };
  const guarded = () => {
    if (performance.now() - last.current.since > PRICE_GUARD_MS || !last.current.since)
      return false;
    setPulse((n) => n + 1);
    return true;
  };
  return { guarded, pulse };
}

/** One button of the bar: it never moves; when it is off, it says why. */
export function ActionButton(props) {
  const { look, label, amount, note, hotkey, on, why, busy, pressed, pulse = 0 } = props;
  const { tone = look[0], icon = look[1] } = props;
  return html`<button type="button" key=${pulse}
    class=${`place ${tone} ${on ? "" : "off"} ${busy ? "busy" : ""} ${pulse ? "pulse" : ""}`}
    ...${off(!on && why)} aria-pressed=${pressed}
    onClick=${props.onTap}>
    <${Icon} name=${icon} /><span class="what">${label}${
      amount !== undefined && html` <b class="num">${chips(amount)}</b>`
    }${note && html`<small class="num">${note}</small>`}</span>
    ${hotkey && html`<kbd>${bound(hotkey)}</kbd>`}</button>`;
}

/** The input of a stepper: typed digits count when they are committed. */
export function AmountInput({ value, on, onCommit, onStep }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const commit = () => {
    if (typed) onCommit(Number(typed));
    setTyped(null);
  };
  const keys = {
    Enter: (event) => {
      commit();
      event.target.blur();
    },
    ArrowUp: () => onStep(1),
    ArrowDown: () => onStep(-1),
  };
  return html`<input type="text" inputmode="numeric" aria-label=${text("table.amount")}
    autocomplete="off"
    maxlength="13"
    disabled=${!on} value=${on ? (typed ?? String(value)) : "–"}
    onFocus=${(e) => e.target.select()}
    onInput=${(e) => setTyped(e.target.value.replace(/\D/g, ""))} onBlur=${commit}
    onKeyDown=${(e) => {
      if (!keys[e.key]) return;
      e.preventDefault();
      if (e.key !== "Enter") setTyped(null);
      keys[e.key](e);
    }} />`;
}

/** The arrow keys of an amount. @param {(direction: number) => void} step */
export const arrowKeys = (step) => ({
  arrowup: () => step(1),
  arrowright: () => step(1),
  arrowdown: () => step(-1),
  arrowleft: () => step(-1),
});
