// @ts-check
/**
 * Owns what the vendored reader of the API's document (Swagger UI) does not do for everybody: the
 * path of an operation lies in the button that opens it, and a link in a button is no link to a
 * screen reader. The path becomes plain text; the button still sets the address. Examples scroll by
 * keyboard, and the choices of an example and of the server have names.
 */

/** @param {any} system */
const plainPaths = (system) => ({
  wrapComponents: {
    DeepLink:
      () =>
      /** @param {{text: any}} props */
      ({ text }) =>
        system.React.createElement("span", null, text),
  },
});

new MutationObserver(() => {
  for (const example of document.querySelectorAll("pre.microlight:not([tabindex])"))
    example.setAttribute("tabindex", "0");
  for (const choice of document.querySelectorAll(
    "select.examples-select-element:not([aria-label])",
  ))
    choice.setAttribute("aria-label", "Example");
  for (const choice of document.querySelectorAll("select#servers:not([aria-label])"))
    choice.setAttribute("aria-label", "Server");
}).observe(document.body, { childList: true, subtree: true });

const page = /** @type {any} */ (globalThis);
const start = page.SwaggerUIBundle;
page.SwaggerUIBundle = Object.assign(
  (/** @type {any} */ config) =>
    start({ ...config, plugins: [...(config.plugins ?? []), plainPaths] }),
  start,
);
