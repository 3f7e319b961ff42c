// @ts-check
/**
 * Owns which of my cards are selected, and what the server says about them. Answers are valid for
 * one state of the hand and requested once. Nothing here knows the rules.
 */

import { text } from "../../messages.js";
import { useEffect } from "../../view.js";
import { refusalText } from "../refusals.js";
import { mySeat, playing } from "../store.js";
import { useRedraw } from "../ui/redraw.js";
import { byRank, nextHint } from "./order.js";

const PAUSE_MS = 110;
const listeners = new Set();
const now = {
  hand: "",
  at: "",
  cards: /** @type {string[]} */ ([]),
  reading: "",
  /** @type {Map<string, any>} */ answers: new Map(),
};
const changed = () => {
  for (const listener of listeners) listener();
};

export const chosen = () => now.cards;

/** @param {Iterable<string>} codes */
export function choose(codes) {
  now.cards = byRank([...codes]);
  now.reading = "";
  changed();
}

export const toggle = (code) =>
  choose(now.cards.includes(code) ? now.cards.filter((c) => c !== code) : [...now.cards, code]);

export function readAs(reading) {
  now.reading = reading;
  changed();
}

export const ownCards = (state) =>
  state.hand?.view.seats.find(({ seat }) => seat === mySeat(state))?.cards ?? [];

export const myTurnNow = (state) =>
  playing(state) && mySeat(state) !== null && state.hand.view.turn === mySeat(state);

export const leading = (state) =>
  myTurnNow(state) && state.hand.view.phase === "play" && !state.hand.view.last;

/** Drops answers of an earlier state, and cards that are no longer mine. */
function tidy(state) {
  const { hand } = state;
  const at = hand ? `${hand.id}/${hand.seq}` : "";
  if (at === now.at) return;
  now.at = at;
  now.answers.clear();
  if (now.hand !== hand?.id) now.cards = [];
  now.hand = hand?.id ?? "";
  const own = new Set(ownCards(state));
  const kept = now.cards.filter((code) => own.has(code) && hand.view.phase !== "settled");
  if (kept.length < now.cards.length) Object.assign(now, { cards: kept, reading: "" });
}

const key = () => now.cards.join(" ");

/** The server's answer about the selected cards. @returns {Promise<any>} null without one */
async function ask(actions) {
  const [at, what] = [now.at, key()];
  if (now.answers.has(what)) return now.answers.get(what);
  const answer = await actions.command({ type: "ask", cards: now.cards });
  if (!answer.ok || at !== now.at) return null;
  now.answers.set(what, answer);
  changed();
  return answer;
}

/** The current selection; the component is redrawn when it changes. */
export function useChoice(state) {
  const redraw = useRedraw();
  useEffect(() => {
    listeners.add(redraw);
    return () => listeners.delete(redraw);
  }, []);
  tidy(state);
  const answer = now.cards.length ? now.answers.get(key()) : null;
  const several = answer && !answer.code && answer.readings?.length > 1 && leading(state);
  return {
    cards: now.cards,
    answer,
    readings: several ? answer.readings : [],
    reading: now.reading,
  };
}

/** Asks about a selection once it has not changed for a moment. */
export function useAsking(actions) {
  useEffect(() => {
    if (!now.cards.length || now.answers.has(key())) return undefined;
    const timer = setTimeout(() => ask(actions), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [now.at, key()]);
}

export function hint(state, actions) {
  const hints = state.hand?.view.you?.hints ?? [];
  if (hints.length) choose(nextHint(hints, now.cards));
  else actions.explain(text(myTurnNow(state) ? "dou_dizhu.no_hint" : "refusals.NOT_YOUR_TURN"));
}

/** Plays the selection, or explains why it can't be played. */
export async function play(state, actions) {
  if (!now.cards.length) return actions.explain(text("dou_dizhu.refusal.EMPTY_PLAY"));
  if (!myTurnNow(state)) return actions.explain(text("refusals.NOT_YOUR_TURN"));
  const seen = now.answers.has(key());
  const cards = now.cards;
  const answer = await ask(actions);
  if (cards !== now.cards) return;
  if (answer?.code) return actions.explain(refusalText(state.boot, answer));
  const several = leading(state) && answer?.readings.length > 1;
  if (several && !seen) return; // the readings have only just appeared
  actions.act("play", several && now.reading ? { cards, reading: now.reading } : { cards });
}

/** Moves the focus to my first card, from where the arrow keys go on. */
export const enterCards = () =>
  /** @type {HTMLElement | null} */ (
    document.querySelector("div.hero-cards.mine [data-card]")
  )?.focus();
