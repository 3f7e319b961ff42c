// @ts-check
/**
 * Owns what every page has: drawn avatars and cards, local times, saved colours.
 */
import { anySeed } from "./avatar.js";
import "./cards.js";
import "./counted.js";
import { moment } from "./moments.js";
import "./my_tables.js";
import "./offline.js";
import { apply } from "./settings.js";

/** What a page may show of a moment in milliseconds. @type {Record<string, any>} */
const SHOWN = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  second: { timeStyle: "medium" },
};

apply();

for (const element of document.querySelectorAll("time[datetime]")) {
  const at = new Date(element.getAttribute("datetime") ?? "");
  if (Number.isNaN(at.getTime())) continue;
  const style = element.hasAttribute("data-clock")
    ? { timeStyle: "medium" }
    : { dateStyle: "medium", timeStyle: "short" };
  element.textContent = moment(at, /** @type {any} */ (style));
}

/** Moments given in milliseconds, in an SVG too. */
for (const element of document.querySelectorAll("[data-ms]")) {
  /** @type {Intl.DateTimeFormatOptions} */
  const style = SHOWN[element.getAttribute("data-shows") ?? "second"];
  element.textContent = moment(Number(element.getAttribute("data-ms")), style);
}

/** Replaces the avatars to choose from by others. */
for (const faces of document.querySelectorAll("[data-faces]")) {
  const button = /** @type {HTMLButtonElement} */ (faces.querySelector("[data-other-faces]"));
  button.hidden = false;
  button.addEventListener("click", () => {
    for (const label of faces.querySelectorAll("label")) {
      const seed = String(anySeed());
      /** @type {HTMLInputElement} */ (label.firstElementChild).value = seed;
      label.lastElementChild?.setAttribute("seed", seed);
    }
  });
}

/** A suggested name is replaced by the first letter that is typed. */
const first = /** @type {HTMLInputElement | null} */ (document.querySelector("input[autofocus]"));
if (first && first === document.activeElement) first.select();

/** Buttons that shuffle an avatar before it is saved. */
for (const form of document.querySelectorAll("form[data-avatar-form]")) {
  const field = /** @type {HTMLInputElement | null} */ (form.querySelector("input[name=seed]"));
  const face = form.querySelector("ch-avatar");
  form.querySelector("[data-another]")?.addEventListener("click", () => {
    if (!field || !face) return;
    field.value = String(anySeed());
    face.setAttribute("seed", field.value);
  });
}
