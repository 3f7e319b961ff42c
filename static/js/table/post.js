// @ts-check
/** Owns the requests of the table page that don't use the socket. */

/**
 * Sends a form with the page's CSRF token. `body` is the server's answer, empty without one.
 * @param {string} url @param {FormData} fields
 * @returns {Promise<{ok: boolean, body: any}>}
 */
export async function post(url, fields) {
  const token = /** @type {HTMLInputElement} */ (
    document.querySelector("[name=csrfmiddlewaretoken]")
  );
  fields.set("csrfmiddlewaretoken", token.value);
  try {
    const answer = await fetch(url, {
      method: "POST",
      body: fields,
      headers: { Accept: "application/json" },
    });
    return { ok: answer.ok, body: await answer.json() };
  } catch {
    return { ok: false, body: {} };
  }
}

/** The JSON at an address, null without an answer. @param {string} url */
export async function read(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
