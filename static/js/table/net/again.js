// @ts-check
/** Owns when a command is sent again, over a socket or by a request. */

/** The pauses before a command with a key is sent again that was told to try again. */
export const AGAIN_MS = [150, 350, 700, 1500];
