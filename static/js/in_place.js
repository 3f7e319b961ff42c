// @ts-check
/**
 * Owns forms that are answered in place: the part of the page that holds one is replaced by the
 * same part of its answer. Without this script the answer is a page of its own.
 */

/** The answer to a form as a document; null where there is none to show. */
async function answerTo(form, button) {
  const url = new URL(form.action);
  const data = new FormData(form, button);
  url.search = new URLSearchParams(/** @type {any} */ (data)).toString();
  const answer = await fetch(url).catch(() => null);
  if (!answer?.ok) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const part = form.closest("[data-in-place]");
  if (!part || form.method !== "get") return;
  event.preventDefault();
  const found = (await answerTo(form, event.submitter))?.getElementById(part.id);
  if (!found) return form.requestSubmit === undefined ? undefined : form.submit();
  part.replaceChildren(...found.childNodes);
  part.querySelector('[role="status"]')?.scrollIntoView({ block: "nearest" });
});
