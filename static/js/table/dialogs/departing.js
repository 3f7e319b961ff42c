// @ts-check
/** Owns what asks before I leave my seat's page; the dialog is in `table_menu.js`. */
import { mySeat } from "../store.js";

/** The link by which a click takes this window away from the table, if it does. */
function leaving(event) {
  const link = event.target.closest?.("a[href]");
  const special = event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || special || link.target || link.download) return null;
  return link.origin + link.pathname === location.origin + location.pathname ? null : link;
}

/**
 * Asks once while I have a seat: links with the dialog; the back arrow, a closed tab and all else
 * with the browser's own question.
 * @param {any} state
 * @param {any} actions
 */
export function askBeforeLeaving(state, actions) {
  const asks = () => state.table && mySeat(state) !== null && !state.elsewhere;
  const onClick = (event) => {
    const link = asks() && leaving(event);
    if (!link || event.defaultPrevented) return;
    state.departs = "stays" in link.dataset; // with the seat, to another one
    if (state.departs) return;
    event.preventDefault();
    state.target = link.href;
    actions.open("leave");
  };
  const onUnload = (event) => asks() && !state.departs && event.preventDefault();
  addEventListener("click", onClick);
  addEventListener("beforeunload", onUnload);
}
