// @ts-check
/** Owns the list of keyboard shortcuts, where each can be given another key. */

import { text } from "../../messages.js";
import { bound, choose, settings } from "../../settings.js";
import { html, useState } from "../../view.js";
import { bind, canBind } from "../page/bindings.js";
import { Button } from "../ui/button.js";
import { useRedraw } from "../ui/redraw.js";

/** The shortcuts of every table; keys.js carries them out. @type {[string, string][]} */
export const TABLE_KEYS = [
  ["T", "table.key.chat"],
  ["L", "table.key.log"],
  ["E", "table.dialog.reactions"],
  ["I", "table.dialog.ranking"],
  ["M", "table.key.sound"],
  ["?", "table.key.settings"],
];

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

/** Keys with what they do in words. @param {[string, string][]} keys */
export const inWords = (keys) => keys.map(([key, what]) => [key, text(what)]);

/** @param {{keys: string[][]}} props keys `inWords` */
export const KeyList = ({ keys }) =>
  html`<dl>${keys.map(([key, what]) => {
    const parts = key.split(" ").map((one) => html`<${Key} name=${one} what=${what} /> `);
    return html`<div><dt>${parts}</dt><dd>${what}</dd></div>`;
  })}</dl>`;

/** The button that gives all shortcuts their own keys again, if one has another. */
export const ResetKeys = () =>
  Object.keys(settings.keys).length > 0 &&
  html`<${Button} look="quiet small"
    onClick=${() => choose({ keys: {} })}>${text("table.reset_keys")}</${Button}>`;

/** The shortcuts of a table, with those of its game first. */
export function Keys({ keys }) {
  return html`<details class="keys" open=${matchMedia("(hover: hover)").matches}>
    <summary>${text("table.shortcuts")}</summary>
    <${KeyList} keys=${inWords([...keys, ...TABLE_KEYS])} />
    <${ResetKeys} />
    <p class="faint"><small>${text("table.about_keys")}</small></p></details>`;
}
