// @ts-check
/**
 * Owns the sentence with "Reload" for a page whose scripts could not be loaded, at its start or
 * later, as after an upgrade. No module: it must work where modules do not.
 */
(() => {
  /** How long a page's script may take to begin. */
  const START_MS = 10_000;
  /** Its texts, in the language of the page. */
  const texts = document.currentScript?.dataset ?? {};

  const tell = () => {
    if (document.querySelector(".note.reload")) return;
    const note = document.createElement("p");
    note.className = "note error reload";
    note.setAttribute("role", "alert");
    note.textContent = `${texts.text} `;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = texts.button ?? "";
    button.onclick = () => location.reload();
    note.append(button);
    (document.querySelector("dialog:modal") ?? document.body).append(note);
  };

  /** Whether a module or the messages are missing, or a module is of another release. */
  const isMissing = (error) =>
    /module|import|messages/i.test(error?.message ?? "") &&
    (error instanceof TypeError || error instanceof SyntaxError);

  addEventListener(
    "error",
    ({ target, error }) => {
      if (target instanceof HTMLScriptElement || isMissing(error)) tell();
    },
    true,
  );
  addEventListener("unhandledrejection", ({ reason }) => isMissing(reason) && tell());
  setTimeout(() => document.querySelector("[data-until-started]") && tell(), START_MS);
})();
