// @ts-check
/**
 * Owns my own cards and their layout. See gestures.js for how they are selected, and choice.js for
 * the meaning of a selection.
 */
import { cardsInWords, cardWords, faceSvg } from "../../faces.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html, useEffect, useRef } from "../../view.js";
import { playing } from "../store.js";
import { later } from "../ui/later.js";
import { useRedraw } from "../ui/redraw.js";
import { toggle, useChoice } from "./choice.js";
import { byCount, byRank, rows } from "./order.js";

const Name = later(() => import("./readings.js").then((m) => m.Name));
const slim = matchMedia("(max-width: 560px)");
const middle = matchMedia("(max-width: 1400px)");
const resized = () => dispatchEvent(new Event("settings"));
slim.onchange = resized;
middle.onchange = resized;

/** Loaded without delaying the first drawing; until then a click selects. @type {any} */
let gestures = null;
const loading = import("./gestures.js").then((loaded) => {
  gestures = loaded;
});

/** Handlers of the row of cards. */
function useGestures(state, actions, cards) {
  const held = useRef({ state, actions, hold: null, code: "", at: 0 });
  const redraw = useRedraw();
  useEffect(() => {
    loading.then(redraw);
  }, []);
  useEffect(() => (cards.length ? gestures?.clearing() : undefined), [cards.length > 0, gestures]);
  Object.assign(held.current, { state, actions });
  return gestures ? gestures.handlers(held.current) : {};
}

export function HeroCards({ state, facts, actions }) {
  const { inHand } = facts;
  const choice = useChoice(state);
  const handlers = useGestures(state, actions, choice.cards);
  const codes = inHand?.cards ?? [];
  if (!codes.length) return null;
  const live = playing(state) && !state.boot.replay;
  const { view } = state.hand;
  const dom = byRank(codes);
  const order = settings.sorting === "count" ? byCount(codes) : dom;
  const lengths = rows(codes.length, slim.matches ? "narrow" : middle.matches ? "middle" : "wide");
  const fresh = inHand.role === "landlord" && !inHand.plays ? view.kitty : [];
  const place = (code) => {
    const at = order.indexOf(code);
    const row = Math.floor(at / lengths[0]);
    const k = (at % lengths[0]) + (lengths[0] - lengths[row]) / 2;
    return { at, row, style: { "--k": k, "--row": row, "--at": at } };
  };
  return html`<div class=${`hero-cards mine ${live ? "live" : ""} rows-${lengths.length}`}
      style=${{ "--per": lengths[0], "--rows": lengths.length }}>
    ${live && choice.cards.length > 0 && html`<${Name} choice=${choice} />`}
    <div class="cards" role="listbox" aria-multiselectable="true"
    aria-label=${text("table.your_cards", { cards: cardsInWords(order) })}
    ...${live ? handlers : {}}>
      ${dom.map((code) => {
        const { at, row, style } = place(code);
        const up = live && choice.cards.includes(code);
        return html`<span key=${code}
          class=${`own ${up ? "up" : ""} ${fresh.includes(code) ? "fresh" : ""}`} style=${style}
          role="option" aria-selected=${up} aria-label=${cardWords(code)}
          tabindex=${live ? (at === 0 ? 0 : -1) : undefined} data-card=${code} data-row=${row}
          data-at=${at}
          onClick=${(event) => live && (event.detail === 0 || !gestures) && toggle(code)}
          dangerouslySetInnerHTML=${{ __html: faceSvg(code) }}></span>`;
      })}
    </div>
  </div>`;
}
