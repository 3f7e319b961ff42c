// @ts-check
/** Owns the checks on the page of a hand, and of the latest public hands on the fairness page. */
import { checkRecord, foundText } from "./record.js";

/** @param {Element} place @param {string} url of a record */
async function check(place, url) {
  place.className = "fair-found";
  place.textContent = "Checking…";
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw Error("the record could not be read");
    place.textContent = `${foundText(await checkRecord(await answer.json()))}.`;
    place.classList.add("plus");
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    place.textContent = `This hand failed the check: ${why}.`;
    place.classList.add("minus");
  }
}

async function checkLast(list) {
  const answer = await fetch("/api/v1/fair/hands");
  const { items } = await answer.json();
  list.replaceChildren();
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
}

for (const place of document.querySelectorAll("[data-fair-record]"))
  check(place, /** @type {HTMLElement} */ (place).dataset.fairRecord ?? "");

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fair-last]"));
button?.addEventListener("click", async () => {
  button.disabled = true;
  await checkLast(document.getElementById("fair-last"));
  button.disabled = false;
});
