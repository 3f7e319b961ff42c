// @ts-check
/** Owns what the guard of a table's page needs: storage, and opened decks. */
import { session } from "../device.js";
import { Guard } from "./guard.js";

/** A deck that was never dealt, as everybody may read it; null where there is none. */
async function opened(deckId) {
  const id = deckId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  const answer = await fetch(`/api/v1/decks/${id}`);
  return answer.ok ? answer.json() : null;
}

/** @param {any} boot the page's table-data @param {any} tools command, resync, changed */
export const guardOf = (boot, tools) =>
  new Guard({ ...tools, opened, store: session, slug: boot.ws });
