// @ts-check
/**
 * Owns bounds of inputs, and what users may choose. Written by `manage.py page_bounds`; a test
 * compares.
 */

export const CHAT_CHARS_MAX = 200;
export const DESIGN_NAME_CHARS_MAX = 40;
export const NAME_CHARS_MAX = 100;
export const NAME_GRAPHEMES_MAX = 20;
export const NEWCOMER_HANDS_MAX = 500;
export const NOTE_CHARS_MAX = 500;
export const ODDS_SEARCH_CHARS_MAX = 100;
export const POLL_WAIT_S_MAX = 20;
export const REPORT_CHARS_MAX = 500;
export const BOT_LEVELS = ["easy", "medium", "hard", "expert"];
/** @type {Record<string, string[]>} */
export const CHOICES = {
  room: ["dark", "light", "auto"],
  felt: ["green", "blue", "wine", "violet", "sea", "slate"],
  back: ["diamonds", "waves", "lattice", "stars", "lotus", "stripes", "checks", "plain"],
  deck: ["4", "2", "large"],
  size: ["100", "112", "125"],
  speed: ["1", "2", "0"],
  motion: ["auto", "reduced"],
  edge: ["bottom", "left", "top", "right"],
  label: ["on", "off"],
  numbers: ["short", "full"],
  amounts: ["chips", "blinds"],
  digits: ["auto", "en", "hi", "fr", "none"],
};
export const LOOK = ["room", "felt", "back", "deck", "size", "digits"];
