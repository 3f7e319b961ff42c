// @ts-check
/** Owns the list of spectators: those who agree are named, the others are only counted. */

import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { read } from "../net/post.js";

/** @param {{state: any}} props */
export function Spectators({ state }) {
  const [found, setFound] = useState(/** @type {any} */ (null));
  useEffect(() => {
    read(`/api/v1/tables/${state.boot.slug}/spectators`).then((list) => setFound(list ?? {}));
  }, []);
  if (!found) return html`<p class="soft" role="status">Loading…</p>`;
  const names = found.names ?? [];
  const others = Math.max(0, state.watching - names.length);
  return html`${
    names.length > 0 &&
    html`<ul class="rule-list">${names.map(
      (name) => html`<li key=${name}><a href=${`/players/${encodeURIComponent(name)}/`}
      target="_blank" rel="noopener"><bdi>${name}</bdi></a></li>`,
    )}</ul>`
  }
    <p class="soft">${
      names.length
        ? others > 0 && text("table.unnamed_spectators", { count: others })
        : state.watching
          ? `${state.watching} watching, unnamed.`
          : "Nobody is watching."
    }</p>
    <p class="faint"><small>Your own name is shown only if you agree
    on${" "}<a href="/me/" target="_blank" rel="noopener">your profile</a>.</small></p>`;
}
