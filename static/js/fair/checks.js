// @ts-check
/** Owns the checks of records on pages: of one hand, and of the latest public hands. */
import { load, loadLater, text } from "../messages.js";
import { checkText } from "./check_text.js";
import { ProofFailed } from "./failed.js";
import { checkRecord } from "./record.js";
import { foundWords, scopeWords } from "./record_words.js";

/**
 * Checks a record and says what was found. @param {HTMLElement} place @param {string} url of a
 * record @param {Element | null} scope a list that tells what was checked and what was not
 */
export async function check(place, url, scope = null) {
  const { messages } = place.dataset;
  await (messages ? loadLater(messages) : load());
  place.className = "fair-found";
  place.textContent = text("fair.record.checking");
  scope?.replaceChildren();
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw Error(text("fair.record.unread"));
    const found = await checkRecord(await answer.json());
    place.textContent = foundWords(found);
    place.classList.add("plus");
    for (const sentence of scope ? scopeWords(found) : []) {
      const row = document.createElement("li");
      row.textContent = sentence;
      scope?.append(row);
    }
  } catch (error) {
    place.textContent = failedWords(error);
    place.classList.add("minus");
    if (error instanceof ProofFailed) place.append(technical(error));
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** That a hand failed, and why. @param {unknown} error */
function failedWords(error) {
  if (!(error instanceof ProofFailed)) return text("fair.record.failed", { why: messageOf(error) });
  const { check } = error;
  return text("fair.record.failed_check", { check, why: checkText(check) });
}

/** The technical reason, in English. @param {ProofFailed} error */
function technical(error) {
  const line = Object.assign(document.createElement("small"), { lang: "en" });
  line.textContent = ` (${error.why})`;
  return line;
}

/** Checks the latest public hands, one after the other. */
export async function checkLast(list) {
  await load();
  list.replaceChildren();
  try {
    const answer = await fetch("/api/v1/fair/hands");
    if (!answer.ok) throw Error(text("fair.record.list_unread"));
    const { items } = await answer.json();
    for (const hand of items) {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = `/hands/${hand.id}/`;
      const { game_name: game, number } = hand;
      link.textContent = text("fair.record.hand", { game, number });
      const found = document.createElement("span");
      row.append(link, " ", found);
      list.append(row);
      await check(found, `/api/v1/hands/${hand.id}/record`);
    }
    if (!items.length) list.textContent = text("fair.record.none");
  } catch (error) {
    list.textContent = text("fair.record.nothing", { why: messageOf(error) });
  }
}
