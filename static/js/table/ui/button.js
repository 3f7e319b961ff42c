// @ts-check
/** Owns the buttons with words. Their looks are in ../../../css/components/button.css. */
import { html } from "../../view.js";

/** @param {{look: string} & Record<string, any>} props `look` is "primary", "quiet wide", … */
export const Button = ({ look, ...others }) =>
  html`<button type="button" class=${`button ${look}`} ...${others} />`;
