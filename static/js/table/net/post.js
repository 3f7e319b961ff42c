// @ts-check
/** Owns the requests of the table page that don't use the socket. */

import { text } from "../../messages.js";

const headers = { Accept: "application/json" };

/**
 * Sends fields with the page's CSRF token. `body` is the server's answer, empty without one, and
 * `text` what it says; without an answer, that there was none.
 * @param {string} url @param {FormData | Record<string, string>} fields
 * @returns {Promise<{ok: boolean, body: any, text: string}>}
 */
export async function post(url, fields) {
  const form = fields instanceof FormData ? fields : new FormData();
  if (form !== fields) for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const token = /** @type {HTMLInputElement} */ (
    document.querySelector("[name=csrfmiddlewaretoken]")
  );
  form.set(token.name, token.value);
  try {
    const answer = await fetch(url, { method: "POST", body: form, headers });
    const body = await answer.json();
    return { ok: answer.ok, body, text: body.text ?? text("table.no_answer") };
  } catch {
    return { ok: false, body: {}, text: text("table.no_answer") };
  }
}

/**
 * Reports something to the moderators.
 * @param {any} state @param {FormData | Record<string, string>} fields
 */
export async function report(state, fields) {
  const { ok, body } = await post(state.boot.report_url, fields);
  return { ok, text: body.text ?? text("table.not_reported") };
}

/** The JSON at an address, null without an answer. @param {string} url */
export async function read(url) {
  try {
    const answer = await fetch(url, { headers });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
