// @ts-check
/** Owns the question whether I leave my seat or keep it when a link leads away from the table. */
import { html } from "../view.js";
import { Button } from "./button.js";
import { Problem, useSend } from "./dialog_parts.js";
import { mySeat } from "./store.js";
import { leavingText } from "./table_menu.js";

/** Where the link led that asked; read by the dialog. */
let target = "/";

/**
 * The address that a click leads to if it takes this window away from the table, else "".
 * @param {MouseEvent} event
 */
function leadsTo(event) {
  const link = /** @type {HTMLAnchorElement | null} */ (
    /** @type {Element} */ (event.target).closest?.("a[href]")
  );
  const plain = !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download"))
    return "";
  const here = link.origin === location.origin && link.pathname === location.pathname;
  return here ? "" : link.href;
}

/** Asks before a click leads away while I have a seat. @param {any} state @param {any} actions */
export function askBeforeLeaving(state, actions) {
  const onClick = (event) => {
    if (!state.table || mySeat(state) === null || state.elsewhere) return;
    const href = leadsTo(event);
    if (!href) return;
    event.preventDefault();
    target = href;
    actions.open("depart");
  };
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}

/** @param {{state: any, actions: any, extras: any}} props */
export function Depart({ state, actions, extras }) {
  const go = () => location.assign(target);
  const { error, busy, send } = useSend({
    ...actions,
    close: go, // once the seat is given up
  });
  const leave = () => {
    state.leaving = true;
    send({ type: "leave" });
  };
  return html`<p>Leave the table or keep your seat?</p>
    <p class="soft">${leavingText(state, extras.leaving)} If you keep your seat, you sit out when
      your time runs out, and after some minutes the seat is given back.</p>
    <${Problem} text=${error} />
    <div class="choices two"><${Button} look="quiet" onClick=${go}>Keep my seat</${Button}>
    <${Button} look="danger" disabled=${busy} onClick=${leave}>Leave the table</${Button}></div>`;
}
