// @ts-check
/** Owns bounds of inputs. Written by `manage.py page_bounds`; a test compares. */

export const CHAT_CHARS_MAX = 200;
export const DESIGN_NAME_CHARS_MAX = 40;
export const NAME_CHARS_MAX = 100;
export const NAME_GRAPHEMES_MAX = 20;
export const NEWCOMER_HANDS_MAX = 500;
export const NOTE_CHARS_MAX = 500;
export const ODDS_SEARCH_CHARS_MAX = 100;
export const POLL_WAIT_S_MAX = 20;
export const REPORT_CHARS_MAX = 500;
