// @ts-check
/** Owns the list of spectators: those who agree are named, the others are only counted. */

import { withElements } from "../../elements.js";
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { read } from "../net/post.js";
import { Address } from "./invite.js";
import { Awaited } from "./parts.js";

/** @param {{state: any}} props */
export function Spectators({ state }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    read(`/api/v1/tables/${state.boot.slug}/spectators`).then((list) => setFound(list ?? {}));
  }, []);
  if (!found) return html`<${Awaited} />`;
  const names = found.names ?? [];
  const others = Math.max(0, state.watching - names.length);
  const profile = html`<a href="/me/" target="_blank">
    ${text("table.your_profile")}</a>`;
  return html`${
    names.length > 0 &&
    html`<ul class="rule-list">${names.map(
      (name) => html`<li key=${name}><a href=${`/players/${encodeURIComponent(name)}/`}
      target="_blank"><bdi>${name}</bdi></a></li>`,
    )}</ul>`
  }
    <p class="soft">${
      names.length
        ? others > 0 && text("table.unnamed_spectators", { count: others })
        : state.watching
          ? text("table.watching_unnamed", { count: state.watching })
          : text("table.nobody_watches")
    }</p>
    <p class="faint"><small>${withElements("table.about_spectators", { profile })}</small></p>
    ${
      state.boot.overlay_url &&
      state.table.spectators !== "closed" &&
      html`<h3>${text("table.overlay")}</h3>
      <p class="soft">${text("table.about_overlay")}</p>
      <${Address} path=${state.boot.overlay_url}
      label=${text("table.overlay")} look="quiet wide" />`
    }`;
}
