// @ts-check
/** Owns what the guard of a table's page needs from the browser: storage, and opened decks. */
import { Guard } from "./guard.js";

/** A store that forgets with the page, where the browser allows none. */
function forgetful() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

function storage() {
  try {
    sessionStorage.setItem("fair", "1");
    return sessionStorage;
  } catch {
    return forgetful();
  }
}

/** A deck that was never dealt, as everybody may read it; null where there is none. */
async function opened(deckId) {
  const id = deckId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const answer = await fetch(`/api/v1/decks/${id}`);
  return answer.ok ? answer.json() : null;
}

/** @param {any} boot the page's table-data @param {any} tools command, resync, changed */
export const guardOf = (boot, tools) =>
  new Guard({ ...tools, opened, store: storage(), slug: boot.ws });
