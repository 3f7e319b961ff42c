// @ts-check
/** Owns what to know of commands. Written by `manage.py asyncapi --commands`; a test compares. */

/** Commands with a key: a repetition counts once, so a lost answer may be asked for again. */
export const KEYED = new Set(["act", "add_bots", "again", "leave", "sit", "top_up"]);
