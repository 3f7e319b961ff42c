// @ts-check
/** Owns the last hand, replayed at the table in a frame: the page of the hand without the rest. */
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { read } from "../net/post.js";

/** @param {{state: any}} props */
export function LastHand({ state: { boot } }) {
  const [hand, setHand] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    const hands = `/api/v1/tables/${encodeURIComponent(boot.slug)}/hands?size=5`;
    read(hands).then((found) => setHand(found?.items[0] ?? null));
  }, []);
  if (!hand)
    return html`<p class="soft" role="status">
    ${text(hand === null ? "table.no_last_hand" : "table.loading")}</p>`;
  const page = `/hands/${hand.id}/`;
  const title = text("table.hand_number", { number: String(hand.number) });
  return html`<iframe class="last-hand" src=${`${page}?small`} title=${title}></iframe>
    <p class="row spread"><a href=${page} target="_blank" rel="noopener">${title}</a>
    ${
      boot.table_hands_url &&
      html`<a href=${boot.table_hands_url} target="_blank" rel="noopener">
    ${text("table.hands_here")}</a>`
    }</p>`;
}
