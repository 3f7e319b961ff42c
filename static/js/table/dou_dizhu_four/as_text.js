// @ts-check
/** Owns what four-player Dou Dizhu adds to the page of text: the same as the game of three. */
export { default } from "../dou_dizhu/as_text.js";
