// @ts-check
/** Owns the last hand, replayed at the table in a frame: the page of the hand without the rest. */
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { read } from "../net/post.js";
import { Awaited } from "./parts.js";

/** @param {{state: any}} props */
export function LastHand({ state: { boot } }) {
  const [hand, setHand] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    read(`/api/v1/tables/${boot.slug}/hands?size=5`).then((found) =>
      setHand(found?.items[0] ?? null),
    );
  }, []);
  if (!hand) return html`<${Awaited} found=${hand} none="table.no_last_hand" />`;
  const page = `/hands/${hand.id}/`;
  const title = text("table.hand_number", { number: String(hand.number) });
  return html`<iframe class="last-hand" src=${`${page}?small`} title=${title}></iframe>
    <p class="row spread"><a href=${page} target="_blank">${title}</a>
    ${
      boot.table_hands_url &&
      html`<a href=${boot.table_hands_url} target="_blank">
    ${text("table.hands_here")}</a>`
    }</p>`;
}
