// @ts-check
/**
 * Owns one card on the table: back, face, the turn from one to the other, its order in the deal.
 */
import { cardWords, faceSvg } from "../../faces.js";
import { still } from "../../settings.js";
import { html, useEffect, useRef, useState } from "../../view.js";

/** Order of a seat in the deal, from the dealer's left, as variables for its motion. */
export function dealVars(state, seat) {
  const seats = state.hand?.view.seats.map((entry) => entry.seat) ?? [];
  const button = state.hand?.view.button ?? 0;
  const after = (number) => (number - button - 1 + 99) % 99;
  const order = [...seats].sort((a, b) => after(a) - after(b)).indexOf(seat);
  return { "--order": Math.max(0, order), "--players": seats.length || 1 };
}

/** `index` is the place in the hand; it fans the cards. */
export function Card({ code, small = false, index = 0, raised = false, dim = false }) {
  const before = useRef(code);
  const [turned, setTurned] = useState(false);
  useEffect(() => {
    if (before.current === "??" && code !== "??" && !still()) setTurned(true);
    if (code === "??") setTurned(false);
    before.current = code;
  }, [code]);
  const known = code !== "??";
  const classes = ["card", turned && "turned", raised && "raised", dim && "dim"];
  return html`<span class=${classes.filter(Boolean).join(" ")} style=${{ "--i": index }}>
    ${
      known
        ? html`<span class="face-holder"
          dangerouslySetInnerHTML=${{ __html: faceSvg(code, small) }}></span>`
        : html`<span class="card-back" role="img" aria-label=${cardWords(code)}></span>`
    }
  </span>`;
}
