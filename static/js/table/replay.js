// @ts-check
/** Owns the replayer: the live table's own drawing, fed with the recorded frames of one hand. */
import { loadLater, text } from "../messages.js";
import { apply } from "../settings.js";
import { html, render, useEffect, useState } from "../view.js";
import { watch } from "./felt/life.js";
import { Stage } from "./felt/stage.js";
import { Hero } from "./seats/hero.js";
import { say } from "./sentences.js";
import { createStore, mySeat } from "./store.js";
import { Icon } from "./ui/icons.js";
import { useRedraw } from "./ui/redraw.js";

const place = /** @type {HTMLElement} */ (document.getElementById("replay"));
const record = JSON.parse(document.getElementById("replay-data")?.textContent || "{}");
const game = (await import(record.game_module)).default;
await loadLater(place.dataset.messages ?? "");
/** A hand whose streets follow one action is shown street by street. */
const extras = await game.extras();
const { unfold, chapter = "stage", begins = newPhase } = extras;
const frames = (await unfold?.(record.frames ?? [])) ?? record.frames ?? [];
/** The first steps of each street, trick or other part of the hand. @type {number[]} */
const chapters = frames.flatMap((frame, i) => (i === 0 || begins(frame, frames[i - 1]) ? [i] : []));
const store = createStore({ replay: true, subject: record.subject }, game);
const { state } = store;
const seat = record.you && typeof record.you === "object" ? record.you.seat : record.you;
const me = record.table?.seats.find((entry) => entry.seat === seat);
const PACE_MS = 1500;
const PATHS = {
  first: "M6 5v14M18 5l-9 7 9 7z",
  prev: "M17 5l-10 7 10 7z",
  next: "M7 5l10 7-10 7z",
  last: "M18 5v14M6 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  prev_part: "M19 5l-8 7 8 7zM11 5l-8 7 8 7z",
  next_part: "M5 5l8 7-8 7zM13 5l8 7-8 7z",
};

/** The parts of a game that has no better ones. */
function newPhase(frame, before) {
  return frame.view.phase !== before.view.phase;
}

/** The step that a link names, 0 without one. */
function linkedStep() {
  const step = Number(location.hash.match(/^#step-(\d+)$/)?.[1] ?? 0);
  return Math.max(
    0,
    frames.findLastIndex((frame) => frame.seq <= step),
  );
}

apply();
store.receive({
  type: "hello",
  v: 1,
  now: Date.now(),
  you: me ? { ...me, seat, wallet: 0 } : null,
  chat: [],
  watching: 0,
  hand: null,
  events: [],
  table: {
    house_rules: [],
    min_buy_in: 0,
    max_buy_in: 0,
    boot: 0,
    clock_ms: 0,
    next_at: null,
    ...record.table,
  },
});

/** Draws one frame; `moving` shows its motion too, and that of the deal at the first one. */
function show(index, moving) {
  const frame = frames[index];
  const hand = {
    id: record.hand?.id ?? "hand",
    number: record.hand?.number,
    clock: null,
    next_at: null,
    fair: null,
    openings: [],
    teaching: null,
    seq: frame.seq,
    view: frame.view,
  };
  const move = watch({ hand, step: true }, state, extras);
  state.labels = {};
  state.hand = null;
  for (let past = 0; past <= index; past += 1) {
    store.receive({
      type: "hand",
      now: Date.now(),
      hand: { ...hand, seq: frames[past].seq, view: frames[past].view },
      events: frames[past].events,
      step: past,
    });
  }
  if (moving) move?.(frame.events);
  store.set({});
}

function wordsOf(index) {
  const { subject } = record;
  const who = { subject, name: store.name, mine: mySeat(state), number: record.hand?.number };
  const said = frames[index].events.map((event) => say(game, event, who)?.text).filter(Boolean);
  return said.at(-1) ?? text("table.cards_dealt");
}

function mark(index) {
  for (const line of document.querySelectorAll(".lines li"))
    line.classList.toggle("now", line.getAttribute("data-seq") === String(frames[index].seq));
}

/** @param {{plays: boolean}} props */
function Replay({ plays }) {
  const redraw = useRedraw();
  const [index, setIndex] = useState(0);
  const [playing, setPlaying] = useState(plays);
  const [pace, setPace] = useState(1);
  const last = frames.length - 1;
  const partBefore = () => chapters.findLast((at) => at < index) ?? 0;
  const partAfter = () => chapters.find((at) => at > index) ?? last;
  const go = (to, moving = to === index + 1) => {
    const next = Math.min(last, Math.max(0, to));
    show(next, moving);
    mark(next);
    setIndex(next);
  };
  useEffect(() => store.subscribe(redraw), []);
  useEffect(() => go(linkedStep(), plays), []);
  useEffect(() => {
    place.dataset.step = frames[index].seq;
  }, [index]);
  useEffect(() => {
    if (!playing) return undefined;
    if (index >= last) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => go(index + 1), PACE_MS / pace);
    return () => clearTimeout(timer);
  }, [playing, index, pace]);
  useEffect(() => {
    const onKey = (event) => {
      if (
        event.target.closest("input:not([type=range]), select, textarea") ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      const does = {
        Home: () => go(0),
        End: () => go(last),
        "[": () => go(partBefore()),
        "]": () => go(partAfter()),
        ArrowLeft: () => go(index - 1),
        ArrowRight: () => go(index + 1),
        " ": () => setPlaying(!playing),
      }[event.key];
      if (!does || (event.key === " " && event.target.closest("button, a, summary"))) return;
      event.preventDefault();
      does();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const tool = (icon, what, off) => {
    const label = text(`table.step.${icon}`, { part: chapter });
    return html`<button type="button"
      class=${`icon-button ${icon === "play" || icon === "pause" ? "play" : ""}`}
      aria-label=${label} title=${label} disabled=${off} onClick=${what}>
      <${Icon} name=${PATHS[icon]} /></button>`;
  };
  const actions = { sit() {}, open() {}, act() {}, explain() {}, tell() {} };
  return html`<div class="replay">
    <div class="table-main"><div class="room">
      <${Stage} state=${state} name=${store.name} actions=${actions} />
      ${mySeat(state) !== null && html`<${Hero} state=${state} actions=${actions} />`}
    </div></div>
    <div class="replay-bar">
      <p class="what" aria-live="polite">${frames.length ? wordsOf(index) : ""}</p>
      ${tool("first", () => go(0), index === 0)}
      ${tool("prev_part", () => go(partBefore()), index === 0)}
      ${tool("prev", () => go(index - 1), index === 0)}
      ${
        playing
          ? tool("pause", () => setPlaying(false))
          : tool("play", () => {
              if (index >= last) go(0, true);
              setPlaying(true);
            })
      }
      ${tool("next", () => go(index + 1), index === last)}
      ${tool("next_part", () => go(partAfter()), index === last)}
      ${tool("last", () => go(last), index === last)}
      <input type="range" min="0" max=${last} value=${index} aria-label=${text("table.step_slider")}
      aria-valuetext=${text("table.step_of", { index, last })}
      onInput=${(e) => go(Number(e.target.value))} />
      <span class="num faint">${index}/${last}</span>
      <select aria-label=${text("table.speed")}
      onChange=${(e) => setPace(Number(e.target.value))}>${[
        [0.5, "½×"],
        [1, "1×"],
        [2, "2×"],
        [4, "4×"],
      ].map(([v, w]) => html`<option value=${v} selected=${v === pace}>${w}</option>`)}</select>
    </div>
  </div>`;
}

/** Shows the replay, at the step that the address names. @param {boolean} plays at once */
export function start(plays) {
  if (!frames.length) return;
  place.replaceChildren();
  render(html`<${Replay} plays=${plays} />`, place);
}
