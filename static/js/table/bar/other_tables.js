// @ts-check
/** Owns the light in the bar that leads to another table where it is my turn. */
import { isolate } from "../../isolate.js";
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";

const EVERY_MS = 8_000;

/** @param {{slug: string}} props the slug of this table */
export function TurnElsewhere({ slug }) {
  const [waiting, setWaiting] = useState(/** @type {any} */ (null));
  useEffect(() => {
    async function refresh() {
      if (document.hidden) return;
      const answer = await fetch("/api/v1/tables/mine").catch(() => null);
      if (!answer?.ok) return;
      const { items } = await answer.json();
      setWaiting(items.find((table) => table.my_turn && table.slug !== slug));
    }
    refresh();
    const timer = setInterval(refresh, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (!waiting) return null;
  return html`<a class="icon-button turn-elsewhere" href=${`/t/${waiting.slug}/`} data-stays
    title=${text("table.turn_at", { table: isolate(waiting.name) })}><i></i></a>`;
}
