// @ts-check
/**
 * Owns the sentence with "Reload" for a page whose scripts could not be loaded, at its start or
 * later, as after an upgrade. No module: it must work where modules do not.
 */
(() => {
  /** How long a page's script may take to begin. */
  const START_MS = 10_000;

  const tell = () => {
    if (document.querySelector(".note.reload")) return;
    const note = document.createElement("p");
    note.className = "note error reload";
    note.setAttribute("role", "alert");
    note.textContent = "A part of this page could not be loaded. ";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = "Reload";
    button.onclick = () => location.reload();
    note.append(button);
    (document.querySelector("dialog:modal") ?? document.body).append(note);
  };

  /** Whether an error means that a module is missing, or of another release than its importer. */
  const isMissing = (error) =>
    /module|import/i.test(error?.message ?? "") &&
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
