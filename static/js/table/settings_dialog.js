// @ts-check
/** Owns the settings dialog: sound, deck, animation, seat, and the keyboard shortcuts. */
import { html, useState } from "../view.js";
import { choose, settings } from "./settings.js";

function Choice({ name, label, options }) {
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

/** The dialog's body; the game lists its shortcuts in `extras`. */
export function Settings({ extras }) {
  const keys = [...extras.keys, ["T", "Chat"], ["?", "These settings"]];
  const typed = matchMedia("(hover: hover)").matches;
  return html`<${Choice} name="sound" label="Sound" options=${[
    ["all", "All"],
    ["turn", "My turn"],
    ["off", "Off"],
  ]} />
    <${Choice} name="deck" label="Card colours" options=${[["4", "Four"], ["2", "Two"]]} />
    <${Choice} name="speed" label="Animation" options=${[
      ["1", "Normal"],
      ["2", "Fast"],
      ["0", "None"],
    ]} />
    <${Choice} name="motion" label="Motion" options=${[
      ["auto", "Same as device"],
      ["reduced", "Reduced"],
    ]} />
    <${Choice} name="edge" label="My seat" options=${[
      ["bottom", "Bottom"],
      ["left", "Left"],
      ["top", "Top"],
      ["right", "Right"],
    ]} />
    <${Choice} name="label" label="Show my hand's name" options=${[["on", "Yes"], ["off", "No"]]} />
    <details class="keys" open=${typed}><summary>Keyboard shortcuts</summary>
    <dl>${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}
    </dl></details>`;
}
