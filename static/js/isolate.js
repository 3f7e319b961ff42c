// @ts-check
/** Owns isolating texts of users inside our sentences, as core/bidi.py does on the server. */

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/;

/** The text between two marks if it is written from right to left. @param {string} text */
export const isolate = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);
