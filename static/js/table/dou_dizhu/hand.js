// @ts-check
/**
 * Owns my own cards: their layout, and selecting them by tap, swipe, drag, double tap and keys.
 * See choice.js for the meaning of a selection.
 */
import { cardsInWords, cardWords, faceSvg } from "../../faces.js";
import { html, useEffect, useRef } from "../../view.js";
import { later } from "../later.js";
import { settings } from "../settings.js";
import { playing } from "../store.js";
import { choose, chosen, play, toggle, useChoice } from "./choice.js";
import { byCount, byRank, rows, sweep } from "./order.js";

const Name = later(() => import("./readings.js").then((m) => m.Name));
const slim = matchMedia("(max-width: 560px)");
const middle = matchMedia("(max-width: 900px)");
const FAR = 8; // pixels until a press is a stroke
const UP = 46; // pixels until a drag upwards plays
const TWICE_MS = 320;

const redraw = () => dispatchEvent(new Event("settings"));
slim.onchange = redraw;
middle.onchange = redraw;

/** Pointer handlers of the row of cards. */
function useGestures(state, actions) {
  const held = useRef(/** @type {any} */ (null));
  const last = useRef({ code: "", at: 0 });
  const lift = (element, pixels) => element.style.setProperty("--lift", `${pixels}px`);

  const tap = (code) => {
    const again = last.current.code === code && performance.now() - last.current.at < TWICE_MS;
    last.current = { code: again ? "" : code, at: performance.now() };
    if (!again) return toggle(code);
    if (!chosen().includes(code)) choose([...chosen(), code]);
    play(state, actions);
  };

  return {
    onPointerDown(event) {
      const card = event.target.closest("[data-card]");
      if (!card || event.button) return;
      const list = event.currentTarget;
      const row = [...list.querySelectorAll(`[data-row="${card.dataset.row}"]`)]
        .map((one) => ({ code: one.dataset.card, left: one.getBoundingClientRect().left }))
        .sort((a, b) => a.left - b.left);
      const codes = row.map(({ code }) => code);
      const from = codes.indexOf(card.dataset.card);
      held.current = {
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        row,
        codes,
        from,
        base: chosen(),
        way: "",
      };
      list.setPointerCapture(event.pointerId);
    },
    onPointerMove(event) {
      const hold = held.current;
      if (hold?.id !== event.pointerId) return;
      const [dx, dy] = [event.clientX - hold.x, event.clientY - hold.y];
      if (!hold.way && Math.hypot(dx, dy) > FAR) {
        hold.way = -dy > Math.abs(dx) ? "up" : "across";
        const code = hold.codes[hold.from];
        if (hold.way === "up" && !hold.base.includes(code)) choose([...hold.base, code]);
      }
      if (hold.way === "up") lift(event.currentTarget, Math.min(0, dy));
      if (hold.way !== "across") return;
      const to = hold.row.findLastIndex(({ left }) => left <= event.clientX);
      choose(sweep(hold.base, hold.codes, hold.from, Math.max(0, to)));
    },
    onPointerUp(event) {
      const hold = held.current;
      if (hold?.id !== event.pointerId) return;
      held.current = null;
      lift(event.currentTarget, 0);
      if (!hold.way) tap(hold.codes[hold.from]);
      else if (hold.way === "up" && hold.y - event.clientY > UP) play(state, actions);
    },
    onPointerCancel(event) {
      if (held.current) choose(held.current.base);
      held.current = null;
      lift(event.currentTarget, 0);
    },
  };
}

/** Arrow keys move among the cards, space chooses. */
function onKeyDown(event) {
  const card = event.target.closest("[data-card]");
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!card || (!step && event.key !== " ")) return;
  event.preventDefault();
  event.stopPropagation();
  if (!step) return toggle(card.dataset.card);
  const next = event.currentTarget.querySelector(`[data-at="${Number(card.dataset.at) + step}"]`);
  next?.focus();
}

function useClearing(cards) {
  useEffect(() => {
    if (!cards.length) return undefined;
    const clear = (event) => {
      if (!event.target.closest(".table-main")) return;
      event.preventDefault();
      choose([]);
    };
    addEventListener("contextmenu", clear);
    return () => removeEventListener("contextmenu", clear);
  }, [cards.length > 0]);
}

export function HeroCards({ state, facts, actions }) {
  const { inHand, dealing } = facts;
  const choice = useChoice(state);
  const gestures = useGestures(state, actions);
  useClearing(choice.cards);
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
  const tone = `${dealing ? "dealt" : ""} ${live ? "live" : ""}`;
  return html`<div class=${`hero-cards mine ${tone} rows-${lengths.length}`}
      style=${{ "--per": lengths[0], "--rows": lengths.length }}>
    ${live && choice.cards.length > 0 && html`<${Name} choice=${choice} />`}
    <div class="cards" role="listbox" aria-multiselectable="true"
    aria-label=${`Your cards: ${cardsInWords(order)}`} onKeyDown=${live ? onKeyDown : undefined}
    ...${live ? gestures : {}}>
      ${dom.map((code) => {
        const { at, row, style } = place(code);
        const up = live && choice.cards.includes(code);
        return html`<span key=${code}
          class=${`own ${up ? "up" : ""} ${fresh.includes(code) ? "fresh" : ""}`} style=${style}
          role="option" aria-selected=${up ? "true" : "false"} aria-label=${cardWords(code)}
          tabindex=${live ? (at === 0 ? 0 : -1) : undefined} data-card=${code} data-row=${row}
          data-at=${at}
          onClick=${(event) => live && event.detail === 0 && toggle(code)}
          dangerouslySetInnerHTML=${{ __html: faceSvg(code) }}></span>`;
      })}
    </div>
  </div>`;
}
