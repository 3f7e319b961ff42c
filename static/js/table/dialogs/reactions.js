// @ts-check
/** Owns the choice of an emote or a quick phrase, and the switch that turns all of them off. */
import { EMOTES, faceOf } from "../../emotes.js";
import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html } from "../../view.js";
import { Problem, Switch, useSend } from "./parts.js";

/** @param {{state: any, actions: any}} props */
export function Reactions({ state, actions }) {
  const { error, busy, send } = useSend(actions);
  const react = (reaction) => () => send({ type: "react", reaction });
  const on = settings.reactions === "on";
  return html`${
    on &&
    html`<div class="emotes">${EMOTES.map((name) => {
      const words = text(`house.emote.${name}`);
      return html`<button type="button" aria-label=${words} title=${words} disabled=${busy}
      onClick=${react(name)}><img src=${faceOf(name)} alt="" /></button>`;
    })}</div>
    <p class="phrases">${state.boot.phrases?.map(
      (code) => html`<button type="button" disabled=${busy}
      onClick=${react(code)}>${text(`house.phrase.${code}`)}</button>`,
    )}</p>
    <${Problem} text=${error} />`
  }
  <ul class="menu-list"><${Switch} on=${on} label=${text("table.setting.reactions")}
  what=${() => choose({ reactions: on ? "off" : "on" })} /></ul>
  ${!on && html`<p class="faint"><small>${text("table.reactions_off")}</small></p>`}`;
}
