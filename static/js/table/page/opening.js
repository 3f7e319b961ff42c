// @ts-check
/** Owns what the page says until the table is there, and the ways out if that takes long. */
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";

/** How long the page says only that it is opening. */
const LATE_MS = 5000;

/** @param {{state: any}} props */
export function Opening({ state }) {
  const [late, setLate] = useState(false);
  useEffect(() => void setTimeout(() => setLate(true), LATE_MS), []);
  const closed = state.light === "closed";
  const said = closed
    ? state.lightDetail || text("table.cannot_open")
    : text(late ? "table.opens_late" : "table.opens");
  return html`<div class="loading" role="status"><p>${said}</p>${
    (closed || late) &&
    html`<p><a class="button quiet" href="">${text("table.reload")}</a>${" "}
    <a class="button quiet" href="/">${text("table.to_lobby")}</a></p>`
  }</div>`;
}
