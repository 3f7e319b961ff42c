// @ts-check
/**
 * Owns stopping what is typed at the length that the server takes. `maxlength` counts UTF-16 units,
 * where an emoji is two, and a line break as one; the server counts characters, and two for a line
 * break, as forms send it.
 */

const length = (text) => [...text.replaceAll("\n", "\r\n")].length;

/**
 * The text without what is too much of it, taken from before the caret, where it was typed.
 * @param {string} text @param {number} caret @param {number} most
 * @returns {[string, number]} the text, and where the caret is now
 */
export function fitted(text, caret, most) {
  const head = [...text.slice(0, caret)];
  const tail = text.slice(caret);
  while (head.length && length(head.join("") + tail) > most) head.pop();
  return [head.join("") + tail, head.join("").length];
}

addEventListener("focusin", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  if (!(field.maxLength > 0)) return;
  field.dataset.most = String(field.maxLength);
  field.removeAttribute("maxlength");
});

/** @param {any} event */
const onInput = ({ target, isComposing }) => {
  const most = Number(target.dataset?.most);
  if (!most || isComposing || length(target.value) <= most) return;
  const [text, caret] = fitted(target.value, target.selectionStart, most);
  target.value = text;
  target.setSelectionRange(caret, caret);
};
addEventListener("input", onInput, { capture: true });
addEventListener("compositionend", onInput, { capture: true });
