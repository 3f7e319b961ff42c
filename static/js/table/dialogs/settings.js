// @ts-check
/**
 * Owns the settings: one list of them, and how they are drawn, in the dialog of a table and on the
 * settings page.
 */

import { CHOICES } from "../../bounds.js";
import { faceSvg } from "../../faces.js";
import { number, text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html, useEffect, useRef } from "../../view.js";
import { useRedraw } from "../ui/redraw.js";
import { Keys } from "./shortcuts.js";

/** The values of each setting; those beside the server's are the device's own. */
const VALUES = {
  ...CHOICES,
  sound: ["all", "turn", "off"],
  awake: ["on", "off"],
  reactions: ["on", "off"],
};

/** All settings by the heading that they have on the settings page. */
export const GROUPS = {
  look: ["room", "felt", "back", "deck", "size"],
  seat: ["edge", "label", "digits", "numbers", "amounts"],
  moving: ["speed", "motion", "reactions"],
  device: ["sound", "volume", "awake"],
};

/** Those that somebody looks for while they play. */
const SHORT = ["sound", "volume", "felt", "deck", "speed", "edge", "label", "reactions", "awake"];

const cards = (deck) => ["Kh", "Td", "8c"].map((code) => faceSvg(code, true, deck)).join("");

/** What a value looks like, for those that are seen. @type {Record<string, any>} */
const PICTURES = {
  room: (value) => html`<i class="swatch room" data-room=${value}></i>`,
  felt: (value) => html`<i class="swatch" data-felt=${value}></i>`,
  back: (value) => html`<i class="card-back" data-back=${value}></i>`,
  deck: (value) =>
    html`<i class="sample-cards" data-deck=${value} aria-hidden="true"
      dangerouslySetInnerHTML=${{ __html: cards(value) }}></i>`,
};

/** The choice of one setting. @param {{name: string}} props */
function Choice({ name }) {
  const picture = PICTURES[name];
  return html`<fieldset class=${`segmented ${picture ? "pictured" : ""}`}>
    <legend>${text(`table.setting.${name}`)}</legend>
    <div>${VALUES[name].map(
      (value) => html`
    <label class=${settings[name] === value ? "on" : ""}>
    <input type="radio" name=${name} checked=${settings[name] === value}
      onChange=${() => choose({ [name]: value })} />${picture?.(value)}
    <span>${text(`table.choice.${name}_${value}`)}</span></label>`,
    )}</div></fieldset>`;
}

/** How loud the sounds are; one of them is played to choose by. */
function Volume() {
  const hear = () => import("../page/sound.js").then(({ play }) => play("turn"));
  return html`<label class="volume"><span>${text("table.setting.volume")}</span>
    <input type="range" min="0" max="100" step="5" value=${settings.volume} onChange=${hear}
    onInput=${(event) => choose({ volume: Number(event.target.value) })} />
    <output class="num">${number(settings.volume)}</output></label>`;
}

/** Several settings; they are drawn again when one changes, wherever it was chosen. */
export function Choices({ names }) {
  const redraw = useRedraw();
  useEffect(() => {
    addEventListener("settings", redraw);
    return () => removeEventListener("settings", redraw);
  }, []);
  return names.map((name) =>
    name === "volume" ? html`<${Volume} />` : html`<${Choice} key=${name} name=${name} />`,
  );
}

/** The languages of the site, as the page has them; nothing while there is only one. */
export function Languages() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const page = /** @type {HTMLTemplateElement | null} */ (document.getElementById("languages"));
    if (page) place.current?.append(page.content.cloneNode(true));
  }, []);
  return html`<div ref=${place}></div>`;
}

/** The dialog's body; the game lists its shortcuts in `extras`. */
export function Settings({ extras }) {
  return html`<${Choices} names=${SHORT} />
    <${Languages} />
    <${Keys} keys=${extras.keys} />
    <a class="button quiet" href="/settings/" target="_blank">${text("table.all_settings")}</a>`;
}
