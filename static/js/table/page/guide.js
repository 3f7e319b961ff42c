// @ts-check
/**
 * Owns the three notes of a newcomer's first turn: they point at real things, lie on no card and no
 * button, and go with the turn. They delay nothing.
 */
import { has, text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../view.js";
import { mySeat, playing } from "../store.js";
import { Button } from "../ui/button.js";
import { speak } from "./spoken.js";

/** What each note points at: the first of these that is drawn. */
const POINTS = {
  cards: [".hero .hero-cards", ".hero .hero-plate"],
  goal: [".laid-all li", ".bottom-cards", ".pay-table", ".room .pot", ".stage"],
  moves: [".dock .places"],
};
const NOTES = Object.keys(POINTS);
/** What a note covers only without another place, and how many pixels farther away it rather is. */
/** @type {[string, number][]} */
const COVERED = [
  [".room .face, .hero .card-back, .room button:not(.about), .dock", 1e6],
  [".room .card-back", 3000],
  [".pod, .hero-plate, .pot, .price, .stake, .wager", 500],
];
/** Cards and chips move below the notes, which give way. */
const AGAIN_MS = 300;
const GRID_PX = 12;
/** A longer line would cross what lies between. */
const LINE_MAX_PX = 120;

const box = (element) => element.getBoundingClientRect();
const boxes = (selector) => [...document.querySelectorAll(selector)].map(box);
/** What a note points at. @param {string[]} selectors */
const target = (selectors) => selectors.flatMap(boxes).find(({ width, height }) => width && height);
/** @param {any} a @param {any} b */
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The best corner for a note of this size near what it points at. */
function cornerOf({ offsetWidth: width, offsetHeight: height }, at) {
  const room = box(document.querySelector(".room"));
  const covered = COVERED.flatMap(([selector, cost]) =>
    boxes(selector).map((other) => ({ other, cost })),
  );
  covered.push({ other: at, cost: 500 });
  let best = { left: room.left, top: room.top, cost: Number.POSITIVE_INFINITY };
  for (let top = Math.max(room.top, 0) + 4; top + height <= room.bottom; top += GRID_PX)
    for (let left = Math.max(room.left, 0) + 4; left + width <= room.right; left += GRID_PX) {
      const own = { left, top, right: left + width, bottom: top + height };
      const [x, y] = [left + width / 2, top + height / 2];
      let cost = Math.hypot(x - (at.left + at.right) / 2, y - (at.top + at.bottom) / 2);
      for (const one of covered) if (meet(own, one.other)) cost += one.cost;
      if (cost < best.cost) best = { left, top, cost };
    }
  return best;
}

/** Puts a note, the ring round what it points at, and the line between them. */
function arrange(layer, selectors) {
  const at = target(selectors);
  const [line, ring, note] = layer.children;
  layer.hidden = !at;
  if (!at) return;
  const { left, top } = cornerOf(note, at);
  note.style.translate = `${left}px ${top}px`;
  Object.assign(ring.style, {
    translate: `${at.left - 4}px ${at.top - 4}px`,
    inlineSize: `${at.width + 8}px`,
    blockSize: `${at.height + 8}px`,
  });
  const own = box(note);
  /** The point of a box nearest to the middle of another. */
  const near = (one, other) => [
    Math.min(Math.max((other.left + other.right) / 2, one.left), one.right),
    Math.min(Math.max((other.top + other.bottom) / 2, one.top), one.bottom),
  ];
  const [x, y] = near(own, at);
  const [toX, toY] = near(at, own);
  const length = Math.hypot(toX - x, toY - y);
  line.hidden = length > LINE_MAX_PX;
  line.style.translate = `${x}px ${y}px`;
  line.style.inlineSize = `${length}px`;
  line.style.rotate = `${Math.atan2(toY - y, toX - x)}rad`;
}

/** What a note says in this game. */
function wordsOf({ boot, hand }, name) {
  const own = `${boot.subject}.guide.${name}`;
  const said = text(has(own) ? own : `table.guide.${name}`, { phase: hand.view.phase });
  return name === "moves" && hand.clock ? `${said} ${text("table.guide.clock")}` : said;
}

/** @param {{state: any}} props */
export function Guide({ state }) {
  const [step, setStep] = useState(0);
  const layer = useRef(/** @type {any} */ (null));
  const shown = useRef(false);
  const mine = playing(state) && state.hand.view.turn === mySeat(state);
  const end = () => {
    state.teach = false;
    choose({ taught: [...new Set([...settings.taught, state.table.game])] });
  };
  const next = () => (step + 1 < NOTES.length ? setStep(step + 1) : end());
  const place = () => layer.current && arrange(layer.current, POINTS[NOTES[step]]);
  useLayoutEffect(place);
  useEffect(() => {
    if (mine) speak(NOTES.map((name) => wordsOf(state, name)).join(" "));
    else if (shown.current) end();
    shown.current = mine;
  }, [mine]);
  useLayoutEffect(() => {
    if (!mine) return undefined;
    const again = setInterval(place, AGAIN_MS);
    const onKey = ({ key }) =>
      key === "Escape" && !document.querySelector("dialog[open]") && next();
    addEventListener("keydown", onKey);
    return () => {
      clearInterval(again);
      removeEventListener("keydown", onKey);
    };
  }, [mine, step]);
  if (!mine) return null;
  return html`<div class="guide" ref=${layer}><i class="guide-line"></i><i class="guide-ring"></i>
    <section class="guide-note" aria-label=${text("table.guide.name")} onClick=${next}>
      <p><b class="num">${step + 1}/${NOTES.length}</b> ${wordsOf(state, NOTES[step])}</p>
      <p class="guide-buttons">
        <${Button} look="quiet small" onClick=${(event) => {
          event.stopPropagation();
          end();
        }}>${text("table.guide.skip")}</${Button}>
        <${Button} look="small green">${text(
          step + 1 < NOTES.length ? "table.guide.next" : "table.guide.done",
        )}</${Button}></p>
    </section></div>`;
}
