// @ts-check
/** Owns the checks on the page of a hand, and of the latest public hands on the fairness page. */
import { checkRecord, foundText, scopeOf } from "./record.js";

/**
 * Checks a record and says what was found. @param {Element} place @param {string} url of a record
 * @param {Element | null} scope a list that tells what was checked and what was not
 */
async function check(place, url, scope = null) {
  place.className = "fair-found";
  place.textContent = "Checking…";
  scope?.replaceChildren();
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw Error("the record could not be read");
    const found = await checkRecord(await answer.json());
    place.textContent = `${foundText(found)}.`;
    place.classList.add("plus");
    for (const sentence of scope ? scopeOf(found) : []) {
      const row = document.createElement("li");
      row.textContent = sentence;
      scope?.append(row);
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    place.textContent = `This hand FAILED the check: ${why}.`;
    place.classList.add("minus");
  }
}

async function checkLast(list) {
  list.replaceChildren();
  try {
    const answer = await fetch("/api/v1/fair/hands");
    if (!answer.ok) throw Error("the list of hands could not be read");
    const { items } = await answer.json();
    for (const hand of items) {
      const row = document.createElement("li");
      const link = document.createElement("a");
      link.href = `/hands/${hand.id}/`;
      link.textContent = `${hand.game_name}, hand ${hand.number}`;
      const found = document.createElement("span");
      row.append(link, " ", found);
      list.append(row);
      await check(found, `/api/v1/hands/${hand.id}/record`);
    }
    if (!items.length) list.textContent = "No public hand has ended within the last hour.";
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    list.textContent = `Nothing could be checked: ${why}.`;
  }
}

const scope = document.querySelector("[data-fair-scope]");
for (const place of document.querySelectorAll("[data-fair-record]"))
  check(place, /** @type {HTMLElement} */ (place).dataset.fairRecord ?? "", scope);

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fair-last]"));
button?.addEventListener("click", async () => {
  button.disabled = true;
  await checkLast(document.getElementById("fair-last"));
  button.disabled = false;
});
