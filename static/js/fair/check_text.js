// @ts-check
/** Owns what a failed check means to a player; the technical reason is in the evidence. */
import { has, text } from "../messages.js";

/** What was found to be wrong, by the name of the check. @param {string} check */
export const checkText = (check) =>
  text(`fair.check.${has(`fair.check.${check}`) ? check : "form"}`);
