// @ts-check
/** Owns the name of a hand at a seat and in a result: whole, or only its kind on a small screen. */
import { has, text } from "../../messages.js";
import { html } from "../../view.js";
import { handTitle } from "../hand_name.js";

/** Only the kind of a hand, for a narrow place; the whole where a hand is its ranks. */
const handKind = (value) =>
  value && has(`cards.kind.${value.kind}`) ? text(`cards.kind.${value.kind}`) : handTitle(value);

/** A hand's name, and its kind for small screens. */
export const HandWords = ({ value }) => html`<span class="long">${handTitle(value)}</span>
  <span class="short">${handKind(value)}</span>`;

/** The same at a seat. */
export const HandName = ({ value }) =>
  html`<span class="hand-name"><${HandWords} value=${value} /></span>`;
