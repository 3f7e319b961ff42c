// @ts-check
/** Owns how moments are written: in the page's language, in the reader's time zone. */

/** @type {Record<string, Intl.DateTimeFormat>} */
const formats = {};

/**
 * A moment, as the reader's country writes it where it has the page's language.
 * @param {number | string | Date} at @param {Intl.DateTimeFormatOptions} options
 */
export function moment(at, options) {
  const key = JSON.stringify(options);
  formats[key] ??= new Intl.DateTimeFormat(locale(), options);
  return formats[key].format(new Date(at));
}

/** The reader's own form of the page's language, such as British English. */
function locale() {
  const lang = document.documentElement.lang || "en";
  return navigator.languages.find((one) => one.split("-")[0] === lang.split("-")[0]) ?? lang;
}
