// @ts-check
/** Owns what asks before a link leads away from my seat; the dialog is in `table_menu.js`. */
import { mySeat } from "./store.js";

/** The link by which a click takes this window away from the table, if it does. */
function leaving(event) {
  const link = event.target.closest?.("a[href]");
  const special = event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || special || link.target || link.download || "stays" in link.dataset) return null;
  return link.origin + link.pathname === location.origin + location.pathname ? null : link;
}

/** Asks while I have a seat. @param {any} state @param {any} actions */
export function askBeforeLeaving(state, actions) {
  const onClick = (event) => {
    const link = state.table && mySeat(state) !== null && !state.elsewhere && leaving(event);
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    state.target = link.href;
    actions.open("leave");
  };
  addEventListener("click", onClick);
  return () => removeEventListener("click", onClick);
}
