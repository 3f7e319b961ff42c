// @ts-check
/** Owns the settings dialog: sound, deck, animation, seat, and the keyboard shortcuts. */

import { bound, choose, settings } from "../../settings.js";
import { html, useState } from "../../view.js";
import { bind, canBind } from "../page/bindings.js";
import { Button } from "../ui/button.js";
import { useRedraw } from "../ui/redraw.js";

/** The names of the choices, their labels, and the values with their words. */
const CHOICES = [
  [
    "sound",
    "Sound",
    [
      ["all", "All"],
      ["turn", "My turn"],
      ["off", "Off"],
    ],
  ],
  [
    "deck",
    "Card colours",
    [
      ["4", "Four"],
      ["2", "Two"],
    ],
  ],
  [
    "speed",
    "Animation",
    [
      ["1", "Normal"],
      ["2", "Fast"],
      ["0", "None"],
    ],
  ],
  [
    "motion",
    "Motion",
    [
      ["auto", "Same as device"],
      ["reduced", "Reduced"],
    ],
  ],
  [
    "edge",
    "My seat",
    [
      ["bottom", "Bottom"],
      ["left", "Left"],
      ["top", "Top"],
      ["right", "Right"],
    ],
  ],
  [
    "label",
    "Show my hand's name",
    [
      ["on", "Yes"],
      ["off", "No"],
    ],
  ],
];

/** The shortcuts of every table; keys.js carries them out. */
const TABLE_KEYS = [
  ["T", "Chat"],
  ["L", "Show or hide the log"],
  ["M", "Sound on or off"],
  ["?", "These settings"],
];

function Choice({ choice: [name, label, options] }) {
  const [now, setNow] = useState(settings[name]);
  return html`<fieldset class="segmented"><legend>${label}</legend><div>${options.map(
    ([value, word]) => html`
    <label class=${now === value ? "on" : ""}>
    <input type="radio" name=${name} checked=${now === value} onChange=${() => {
      choose({ [name]: value });
      setNow(value);
    }} />${word}</label>`,
  )}</div></fieldset>`;
}

/** A key that another can be chosen for: press the button, then the key. */
function Key({ name, what }) {
  const [asked, setAsked] = useState(false);
  const redraw = useRedraw();
  if (name === "or" || name === "–") return name;
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
  return html`<button type="button" class="key" aria-label=${`${what}: key ${bound(name)}, change`}
    onClick=${() => setAsked(!asked)} onBlur=${() => setAsked(false)} onKeyDown=${onKeyDown}
    ><kbd>${asked ? "press a key" : bound(name)}</kbd></button>`;
}

/** The dialog's body; the game lists its shortcuts in `extras`. */
export function Settings({ extras }) {
  const keys = [...extras.keys, ...TABLE_KEYS];
  const typed = matchMedia("(hover: hover)").matches;
  return html`${CHOICES.map((choice) => html`<${Choice} choice=${choice} />`)}
    <details class="keys" open=${typed}><summary>Keyboard shortcuts</summary>
    <dl>${keys.map(
      ([key, what]) =>
        html`<div><dt>${key
          .split(" ")
          .map((one) => html`<${Key} name=${one} what=${what} /> `)}</dt><dd>${what}</dd></div>`,
    )}
    </dl>${
      Object.keys(settings.keys).length > 0 &&
      html`<${Button} look="quiet small"
      onClick=${() => choose({ keys: {} })}>Reset keys</${Button}>`
    }<p class="faint"><small>Press a key above to choose another for it.</small></p></details>`;
}
