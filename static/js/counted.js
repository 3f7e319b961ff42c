// @ts-check
/**
 * Owns stopping what is typed at the length that the server takes. `maxlength` counts UTF-16 units,
 * where an emoji is two, and a line break as one; the server counts characters, and two for a line
 * break, as forms send it. In a field with `data-graphemes` it counts letters with their marks too.
 * It cuts between graphemes.
 */

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);
const length = (text) => [...text.replaceAll("\n", "\r\n")].length;

/**
 * The text without what is too much of it, taken from before the caret, where it was typed.
 * @param {string} text @param {number} caret @param {number} most characters
 * @param {number} [mostGraphemes]
 * @returns {[string, number]} the text, and where the caret is now
 */
export function fitted(text, caret, most, mostGraphemes = Infinity) {
  const head = graphemes(text.slice(0, caret));
  const tail = text.slice(caret);
  const fits = (all) => length(all) <= most && graphemes(all).length <= mostGraphemes;
  while (head.length && !fits(head.join("") + tail)) head.pop();
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
  if (!most || isComposing) return;
  const mostGraphemes = Number(target.dataset.graphemes ?? Infinity);
  const [text, caret] = fitted(target.value, target.selectionStart, most, mostGraphemes);
  if (text === target.value) return;
  target.value = text;
  target.setSelectionRange(caret, caret);
};
addEventListener("input", onInput, { capture: true });
addEventListener("compositionend", onInput, { capture: true });
