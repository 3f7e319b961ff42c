// @ts-check
/** Owns what the page says until the table is there, and the ways out if that takes long. */
import { html, useEffect, useState } from "../../view.js";

/** How long the page says only that it is opening. */
const LATE_MS = 5000;

/** @param {{state: any}} props */
export function Opening({ state }) {
  const [late, setLate] = useState(false);
  useEffect(() => void setTimeout(() => setLate(true), LATE_MS), []);
  const closed = state.light === "closed";
  const text = closed
    ? state.lightDetail || "This table can't be opened."
    : late
      ? "The table doesn't answer. Your network may block live connections. Still trying…"
      : "Opening the table…";
  return html`<div class="loading" role="status"><p>${text}</p>${
    (closed || late) &&
    html`<p><a class="button quiet" href="">Reload</a>${" "}
    <a class="button quiet" href="/">Go to lobby</a></p>`
  }</div>`;
}
