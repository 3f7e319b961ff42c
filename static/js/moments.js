// @ts-check
/** Owns how moments are written: in the page's language, in the reader's time zone. */
import { language } from "./messages.js";

/** @type {Record<string, Intl.DateTimeFormat>} */
const formats = {};

/**
 * A moment, as the reader's country writes it where it has the page's language.
 * @param {number | string | Date} at @param {Intl.DateTimeFormatOptions} options
 */
export function moment(at, options) {
  const own = navigator.languages.find((one) => one.split("-")[0] === language.split("-")[0]);
  const key = `${language} ${JSON.stringify(options)}`;
  formats[key] ??= new Intl.DateTimeFormat(own ?? language, options);
  return formats[key].format(new Date(at));
}
