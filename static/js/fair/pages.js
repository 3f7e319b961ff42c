// @ts-check
/** Owns when pages check records: one when it is seen, the latest public ones when asked. */
import { whenSeen } from "../seen.js";

const scope = document.querySelector("[data-fair-scope]");
for (const place of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll("[data-fair-record]")
))
  whenSeen(place, async () => {
    const { check } = await import("./checks.js");
    await check(place, place.dataset.fairRecord ?? "", scope);
  });

const button = /** @type {HTMLButtonElement | null} */ (document.querySelector("[data-fair-last]"));
button?.addEventListener("click", async () => {
  button.disabled = true;
  const { checkLast } = await import("./checks.js");
  await checkLast(document.getElementById("fair-last"));
  button.disabled = false;
});
