// @ts-check
/** Owns the line of an action bar that says what was refused. */
import { html } from "../../view.js";

/** @param {{state: any}} props */
export const Refusal = ({ state: { refusal } }) =>
  refusal && html`<p class="refusal" role="alert" key=${refusal.at}>${refusal.text}</p>`;
