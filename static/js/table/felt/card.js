// @ts-check
/** Owns one card on the table: back or face. It is moved by `cards_in_motion.js`. */
import { cardWords, faceSvg } from "../../faces.js";
import { html } from "../../view.js";

/** `index` is the place in the hand; it fans the cards. */
export function Card({ code, small = false, index = 0, raised = false, dim = false }) {
  const classes = `card ${raised ? "raised" : ""} ${dim ? "dim" : ""}`;
  return html`<span class=${classes} style=${{ "--i": index }}>
    ${
      code === "??"
        ? html`<span class="card-back" role="img" aria-label=${cardWords(code)}></span>`
        : html`<span class="face-holder"
          dangerouslySetInnerHTML=${{ __html: faceSvg(code, small) }}></span>`
    }
  </span>`;
}
