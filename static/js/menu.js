// @ts-check
/**
 * Owns the poker menu in the browser: stores the chosen edge of the screen in the settings, which
 * the table reads, and submits each form once.
 */
import { choose, settings } from "./settings.js";

/** @type {HTMLInputElement[]} */
const radios = [...document.querySelectorAll("input[type=radio][name=edge]")].map(
  (element) => /** @type {HTMLInputElement} */ (element),
);

/** Shows the same edge in every picker of the page. @param {string} edge */
function show(edge) {
  for (const radio of radios) radio.checked = radio.value === edge;
}

show(settings.edge);
for (const radio of radios) {
  radio.addEventListener("change", () => {
    show(radio.value);
    choose({ edge: /** @type {any} */ (radio.value) });
  });
}

for (const form of document.querySelectorAll("form.menu-form")) {
  const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
  form.addEventListener("submit", () => {
    button.disabled = true;
  });
  // The page may come back from the browser's cache with its button still disabled.
  addEventListener("pageshow", () => {
    button.disabled = false;
  });
}
