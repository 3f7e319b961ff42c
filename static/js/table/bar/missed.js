// @ts-check
/** Owns the summary after a lost connection: how many hands were played, and my net result. */

import { text } from "../../messages.js";

/** How long the page shows it. */
const SHOWN_MS = 15_000;

/**
 * The summary in a sentence; empty where nothing was missed.
 * @param {{hands: number, played: number, won: number, net: number, by_clock: number}} told
 * @param {string} unit chips or points
 */
export function summary(told, unit) {
  const parts = [];
  if (told.hands) {
    const mine = told.played === told.hands ? "all" : "some";
    parts.push(text("table.missed_hands", { count: told.hands, played: told.played, mine }));
  }
  if (told.played)
    parts.push(text("table.missed_won", told), text("table.missed_net", { ...told, unit }));
  if (told.by_clock) parts.push(text("table.missed_by_clock", { count: told.by_clock }));
  const list = parts.join(text("common.list_separator"));
  return list && text("table.missed", { list });
}

/** Asks the server what happened after hand `after`, and shows it. @param {any} store */
export async function tellMissed(store, after) {
  const { state } = store;
  const url = `/api/v1/tables/${state.table.slug}/missed?after=${after}`;
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return;
  const unit = /cash|unrated/.test(state.table.format) ? "chips" : "points";
  const missed = summary(await answer.json(), unit);
  if (!missed) return;
  store.set({ missed });
  store.write([{ text: missed, kind: "missed" }]);
  setTimeout(() => store.set({ missed: null }), SHOWN_MS);
}
