// @ts-check
/** Owns the summary after a lost connection: how many hands were played, and my net result. */

import { signed } from "../../messages.js";
import { count } from "../words.js";

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
    const mine = told.played === told.hands ? "" : `, ${told.played} of them yours`;
    parts.push(`${count(told.hands, "hand")}${mine}`);
  }
  if (told.played) parts.push(`${told.won} won`, `${signed(told.net)} ${unit}`);
  if (told.by_clock) parts.push(`the clock acted for you ${count(told.by_clock, "time")}`);
  return parts.length ? `While you were away: ${parts.join(", ")}.` : "";
}

/** Asks the server what happened after hand `after`, and shows it. @param {any} store */
export async function tellMissed(store, after) {
  const { state } = store;
  const url = `/api/v1/tables/${state.table.slug}/missed?after=${after}`;
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return;
  const unit = state.table.format === "cash" ? "chips" : "points";
  const text = summary(await answer.json(), unit);
  if (!text) return;
  store.set({ missed: text });
  store.write([{ text, kind: "missed" }]);
  setTimeout(() => store.set({ missed: null }), SHOWN_MS);
}
