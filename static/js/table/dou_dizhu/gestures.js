// @ts-check
/** Owns selecting my cards by tap, swipe, drag, double tap and keys. */
import { choose, chosen, play, toggle } from "./choice.js";
import { sweep } from "./order.js";

const TABLE = ".table-main";
const FAR = 8; // pixels until a press is a stroke
const UP = 46; // pixels until a drag upwards plays
const TWICE_MS = 320;

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

/**
 * The handlers of the row of cards; `me` is kept from drawing to drawing.
 * @param {{state: any, actions: any, hold: any, code: string, at: number}} me
 */
export function handlers(me) {
  const lift = (element, pixels) => element.style.setProperty("--lift", `${pixels}px`);

  const tap = (code) => {
    const again = me.code === code && performance.now() - me.at < TWICE_MS;
    Object.assign(me, { code: again ? "" : code, at: performance.now() });
    if (!again) return toggle(code);
    if (!chosen().includes(code)) choose([...chosen(), code]);
    play(me.state, me.actions);
  };

  return {
    onKeyDown,
    onPointerDown(event) {
      const card = event.target.closest("[data-card]");
      if (!card || event.button) return;
      const list = event.currentTarget;
      const row = [...list.querySelectorAll(`[data-row="${card.dataset.row}"]`)]
        .map((one) => ({ code: one.dataset.card, left: one.getBoundingClientRect().left }))
        .sort((a, b) => a.left - b.left);
      const codes = row.map(({ code }) => code);
      const from = codes.indexOf(card.dataset.card);
      me.hold = {
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
      const { hold } = me;
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
      const { hold } = me;
      if (hold?.id !== event.pointerId) return;
      me.hold = null;
      lift(event.currentTarget, 0);
      if (!hold.way) tap(hold.codes[hold.from]);
      else if (hold.way === "up" && hold.y - event.clientY > UP) play(me.state, me.actions);
    },
    onPointerCancel(event) {
      if (me.hold) choose(me.hold.base);
      me.hold = null;
      lift(event.currentTarget, 0);
    },
  };
}

/** Lets a click of the right button drop the selection; returns how to end that. */
export function clearing() {
  const clear = (event) => {
    if (!event.target.closest(TABLE)) return;
    event.preventDefault();
    choose([]);
  };
  addEventListener("contextmenu", clear);
  return () => removeEventListener("contextmenu", clear);
}
