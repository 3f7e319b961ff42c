// @ts-check
/** Owns one card on the table: back, face, and the turn from one to the other. */
import { faceSvg, cardWords } from "../cards.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { still } from "./settings.js";

/**
 * @param {{code: string, small?: boolean, index?: number, raised?: boolean}} props
 * `index` is the place in the hand; it fans the cards.
 */
export function Card({ code, small = false, index = 0, raised = false }) {
  const before = useRef(code);
  const [turned, setTurned] = useState(false);
  useEffect(() => {
    if (before.current === "??" && code !== "??" && !still()) setTurned(true);
    if (code === "??") setTurned(false);
    before.current = code;
  }, [code]);
  const known = code !== "??";
  const classes = ["card", known ? "is-face" : "is-back", turned && "turned", raised && "raised"];
  return html`<span class=${classes.filter(Boolean).join(" ")} style=${{ "--i": index }}>
    ${
      known
        ? html`<span class="face-holder" dangerouslySetInnerHTML=${{ __html: faceSvg(code, small) }}></span>`
        : html`<span class="card-back" role="img" aria-label=${cardWords(code)}></span>`
    }
  </span>`;
}
