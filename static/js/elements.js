// @ts-check
/** Owns messages with elements in them, such as a number in bold inside a sentence. */
import { text } from "./messages.js";

/** Characters that stand for elements, and for nothing else. */
const MARKS = [..."\ue000\ue001\ue002\ue003"];
const MARK = /([\ue000-\ue003])/;

/**
 * The text of a message some of whose arguments are elements, as children of a template.
 * @param {string} key @param {Record<string, any>} args
 */
export function withElements(key, args) {
  /** @type {any[]} */
  const elements = [];
  const marked = Object.entries(args).map(([name, value]) => {
    const isElement = value !== null && typeof value === "object" && !("code" in value);
    return [name, isElement ? MARKS[elements.push(value) - 1] : value];
  });
  const parts = text(key, Object.fromEntries(marked)).split(MARK);
  return parts.map((part) => elements[MARKS.indexOf(part)] ?? part);
}
