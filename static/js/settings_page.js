// @ts-check
/** Owns the settings page: all settings in groups, a sample of the table, and every game's keys. */

import { Alerts } from "./alerts.js";
import { chipsShort } from "./chips.js";
import { load, loadLater, number, text } from "./messages.js";
import { Choices, GROUPS, Languages } from "./table/dialogs/settings.js";
import { inWords, KeyList, ResetKeys, TABLE_KEYS } from "./table/dialogs/shortcuts.js";
import { useRedraw } from "./table/ui/redraw.js";
import { html, render, useEffect, useState } from "./view.js";

const games = JSON.parse(document.getElementById("games-with-keys")?.textContent ?? "[]");

/** One game at a time: each brings the texts of its own table. @type {Promise<any>} */
let queue = Promise.resolve();

/** A game's shortcuts in words. @param {{module: string, messages: string}} game */
async function keysOf(game) {
  const { default: drawn } = await import(game.module);
  const [{ keys }] = await Promise.all([drawn.extras(), loadLater(game.messages)]);
  return inWords(keys);
}

/** The list of a game's shortcuts, loaded when it is opened. */
function GameKeys({ game }) {
  const [keys, setKeys] = useState(/** @type {any} */ (null));
  const open = (event) => {
    if (!event.currentTarget.open || keys) return;
    queue = queue.catch(() => {}).then(async () => setKeys(await keysOf(game)));
  };
  return html`<details class="keys" onToggle=${open}><summary>${game.name}</summary>
    ${keys && html`<${KeyList} keys=${keys} />`}</details>`;
}

/** What has been chosen, on a piece of a table. */
const Sample = () => html`<aside class="sample" aria-hidden="true"><div class="sample-felt">
    <div class="cards"><i class="card-back"></i><i class="card-back"></i></div>
    <ch-cards codes="As Kh Qd Jc"></ch-cards>
    <div class="amounts"><b class="pot-amount">${chipsShort(1_234_567)}</b>
      <span class="num">${number(1_234_567)}</span></div>
  </div></aside>`;

const Group = ({ heading, children }) => html`<section class="panel"
    aria-labelledby=${`group-${heading}`}>
    <h2 id=${`group-${heading}`}>${text(`table.settings.${heading}`)}</h2>${children}</section>`;

function Page() {
  const redraw = useRedraw();
  useEffect(() => addEventListener("settings", redraw), []);
  return html`<div class="settings-groups">
    ${Object.entries(GROUPS).map(
      ([heading, names]) => html`<${Group} key=${heading} heading=${heading}>
        <${Choices} names=${names} /></${Group}>`,
    )}
    ${
      "kept" in document.documentElement.dataset &&
      html`<${Group} heading="alerts"><${Alerts} /></${Group}>`
    }
    <${Group} heading="language"><${Languages} /></${Group}>
    <${Group} heading="keys"><p class="soft">${text("table.about_keys")}</p>
      <div class="keys"><${KeyList} keys=${inWords(TABLE_KEYS)} /></div>
      ${games.map((game) => html`<${GameKeys} key=${game.module} game=${game} />`)}
      <${ResetKeys} /></${Group}>
  </div><${Sample} />`;
}

load().then(() => {
  const place = /** @type {HTMLElement} */ (document.getElementById("settings"));
  place.replaceChildren();
  render(html`<${Page} />`, place);
});
