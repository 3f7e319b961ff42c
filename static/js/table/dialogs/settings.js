// @ts-check
/** Owns the settings dialog: sound, deck, animation, seat, language, and the keyboard shortcuts. */

import { number, text } from "../../messages.js";
import { bound, choose, settings } from "../../settings.js";
import { html, useEffect, useRef, useState } from "../../view.js";
import { bind, canBind } from "../page/bindings.js";
import { Button } from "../ui/button.js";
import { useRedraw } from "../ui/redraw.js";

/** The choices and their values. @type {[string, string[]][]} */
const CHOICES = [
  ["sound", ["all", "turn", "off"]],
  ["deck", ["4", "2"]],
  ["speed", ["1", "2", "0"]],
  ["motion", ["auto", "reduced"]],
  ["edge", ["bottom", "left", "top", "right"]],
  ["label", ["on", "off"]],
  ["awake", ["on", "off"]],
];

const sounds = () => import("../page/sound.js");

/** The shortcuts of every table; keys.js carries them out. */
const TABLE_KEYS = [
  ["T", "table.key.chat"],
  ["L", "table.key.log"],
  ["M", "table.key.sound"],
  ["?", "table.key.settings"],
];

function Choice({ choice: [name, values] }) {
  const [now, setNow] = useState(settings[name]);
  return html`<fieldset class="segmented"><legend>${text(`table.setting.${name}`)}</legend>
    <div>${values.map(
      (value) => html`
    <label class=${now === value ? "on" : ""}>
    <input type="radio" name=${name} checked=${now === value} onChange=${() => {
      choose({ [name]: value });
      setNow(value);
    }} />${text(`table.choice.${name}_${value}`)}</label>`,
    )}</div></fieldset>`;
}

/** How loud the sounds are; one of them is played to choose by. */
function Volume() {
  const [now, setNow] = useState(settings.volume);
  const hear = () => sounds().then(({ play }) => play("turn"));
  return html`<label class="volume"><span>${text("table.setting.volume")}</span>
    <input type="range" min="0" max="100" step="5" value=${now} onChange=${hear}
    onInput=${(event) => {
      setNow(Number(event.target.value));
      choose({ volume: Number(event.target.value) });
    }} /><output class="num">${number(now)}</output></label>`;
}

/** A key that another can be chosen for: press the button, then the key. */
function Key({ name, what }) {
  const [asked, setAsked] = useState(false);
  const redraw = useRedraw();
  if (name === "or") return text("table.or");
  if (name === "–") return name;
  if (!canBind(name)) return html`<kbd>${name}</kbd>`;
  const onKeyDown = (event) => {
    if (!asked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!canBind(event.key) && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    if (canBind(event.key)) bind(name, event.key);
    setAsked(false);
    redraw();
  };
  return html`<button type="button" class="key"
    aria-label=${text("table.change_key", { what, key: bound(name) })}
    onClick=${() => setAsked(!asked)} onBlur=${() => setAsked(false)} onKeyDown=${onKeyDown}
    ><kbd>${asked ? text("table.press_key") : bound(name)}</kbd></button>`;
}

/** The languages of the site, as the page has them; nothing while there is only one. */
function Languages() {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const page = /** @type {HTMLTemplateElement | null} */ (document.getElementById("languages"));
    if (page) place.current?.append(page.content.cloneNode(true));
  }, []);
  return html`<div ref=${place}></div>`;
}

/** The dialog's body; the game lists its shortcuts in `extras`. */
export function Settings({ extras }) {
  const keys = [...extras.keys, ...TABLE_KEYS].map(([key, what]) => [key, text(what)]);
  const typed = matchMedia("(hover: hover)").matches;
  const [sound, ...rest] = CHOICES.map((choice) => html`<${Choice} choice=${choice} />`);
  return html`${sound}<${Volume} />${rest}
    <${Languages} />
    <details class="keys" open=${typed}><summary>${text("table.shortcuts")}</summary>
    <dl>${keys.map(
      ([key, what]) =>
        html`<div><dt>${key
          .split(" ")
          .map((one) => html`<${Key} name=${one} what=${what} /> `)}</dt><dd>${what}</dd></div>`,
    )}
    </dl>${
      Object.keys(settings.keys).length > 0 &&
      html`<${Button} look="quiet small"
      onClick=${() => choose({ keys: {} })}>${text("table.reset_keys")}</${Button}>`
    }<p class="faint"><small>${text("table.about_keys")}</small></p></details>`;
}
