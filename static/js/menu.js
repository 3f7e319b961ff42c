// @ts-check
/**
 * Owns the poker menu in the browser: keeps at which edge of the screen the person sits among his
 * preferences, where the table looks, and sends each choice once.
 */
import { choose, settings } from "./table/settings.js";

/** @type {HTMLInputElement[]} */
const radios = [...document.querySelectorAll("input[type=radio][name=edge]")].map(
  (element) => /** @type {HTMLInputElement} */ (element),
);

/** Every picker of the page shows the same edge. @param {string} edge */
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
  // The page may come back from the browser's memory, with its button still off.
  addEventListener("pageshow", () => {
    button.disabled = false;
  });
}
