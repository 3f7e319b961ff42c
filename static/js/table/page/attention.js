// @ts-check
/** Owns how the page gets attention: title, icon, vibration, sounds, live region. */
import { keepAwake } from "../../device.js";
import { isolate } from "../../isolate.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { URGENT_MS } from "../felt/clock.js";
import { balanceOf } from "../sentences.js";
import { isUnrated, mySeat, serverNow } from "../store.js";
import { speak } from "./spoken.js";

/** Sounds are loaded with the first gesture; browsers allow none before it. @type {any} */
let sounds = null;
const startSounds = async () => {
  sounds = await import("./sound.js");
  sounds.start();
};
for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, startSounds, { once: true });
const play = (name) => sounds?.play(name);

/** Sounds and vibrates like my turn; browsers allow it once the page has been touched. */
function ring(pattern) {
  play("turn");
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}

const title = document.title;
let wasTurn = "";
let warning = 0;

const MINUTE_MS = 60_000;
const sitting = { since: Date.now(), told: 0, chips: /** @type {number | null} */ (null) };

/** How long I have sat here and how my chips have changed; null without a seat. */
export function session(state) {
  const seat = state.table?.seats.find((one) => one?.seat === mySeat(state));
  if (!seat || !state.you) return null;
  const own =
    state.you.wallet + (seat.for_points || isUnrated(state) ? 0 : seat.stack + (seat.pending ?? 0));
  const before = sitting.chips ?? own;
  sitting.chips = before;
  const minutes = Math.floor((Date.now() - sitting.since) / MINUTE_MS);
  const args = { hours: Math.floor(minutes / 60), minutes: minutes % 60, change: own - before };
  return { minutes, text: text("table.session", args) };
}

/** The session reminder, as often as I chose; only I see it. */
function remind(state) {
  const now = session(state);
  const times = now ? Math.floor(now.minutes / (state.boot?.user?.remind_minutes ?? 60)) : 0;
  if (!now || times <= sitting.told) return;
  sitting.told = times;
  const said = text("table.remind", { session: now.text });
  const at = Date.now();
  const line = { id: -at, at, kind: "dealer", room: "players", text: said };
  state.chat = [...state.chat, { ...line, who: text("table.house") }];
  state.unread += 1;
  speak(said);
}

/**
 * The text of a nudge to me on my turn, empty for any other message. Sounds like the turn itself.
 * @param {any} message
 */
export function nudgeText(message, state) {
  const mine = mySeat(state);
  if (message.type !== "chat" || mine === null || state.hand?.view.turn !== mine) return "";
  const line = message.lines.find(({ nudges }) => nudges === mine);
  if (!line) return "";
  ring([80, 60, 80]);
  return text("table.nudges", { name: isolate(line.who) });
}

let ready = false;
const light = () => keepAwake(ready && settings.awake === "on");
addEventListener("settings", light);

let sat = false;
/** Detects that I lost my seat without asking to leave. */
function noteSeat(state) {
  const sits = mySeat(state) !== null;
  if (sits === sat) return;
  state.stoodUp = sat && !state.leaving;
  state.leaving = false;
  sat = sits;
  dispatchEvent(new Event("settings")); // draws again
}

/** Called after each message: signals my turn once per state. */
export function updateAttention(state) {
  remind(state);
  const own = state.table?.seats.find((one) => one?.seat === mySeat(state));
  ready = own?.status === "ready";
  light();
  noteSeat(state);
  const words = state.game.myTurn(state);
  const turn = words
    ? `${state.hand.id}/${state.hand.view.turn}/${state.hand.view.phase}/${state.hand.clock?.from}`
    : "";
  document.title = turn ? text("table.turn_title", { title }) : title;
  const icon = /** @type {any} */ (document.getElementById("page-icon"));
  if (icon?.dataset.turn) icon.href = (turn ? icon.dataset.turn : icon.dataset.calm) ?? icon.href;
  if (turn !== wasTurn) clearTimeout(warning);
  if (turn && turn !== wasTurn) {
    ring(120);
    speak(words);
    if (document.hidden) import("../../push.js").then((m) => m.tellOutOfSight(title));
    const until = state.hand.clock?.bank_until ?? state.hand.clock?.until;
    const warn = () => state.game.myTurn(state) && play("warning");
    if (until) warning = setTimeout(warn, until - serverNow(state) - URGENT_MS);
  }
  wasTurn = turn;
}

/**
 * Plays the sound of some events, a heartbeat while a board is completed, and mine if I have won.
 * @param {any[]} events
 */
export function playSounds(events, state, sound) {
  const won = events.some((e) => (e.kind === "win" || e.net > 0) && e.seat === mySeat(state));
  play(sound(new Set(events.map((event) => event.kind)), events));
  if (state.running) play("tension");
  if (won) play("win");
}

/** Says what I have won or lost once the hand is over, unless its events say it. */
function sayNet({ type, hand, events = [] }, state) {
  if (type !== "hand" || hand?.view.phase !== "settled" || !events.length) return;
  const own = hand.view.result.net?.find(([seat]) => seat === mySeat(state));
  const won = ({ kind, seat, amount }) => kind === "win" && seat === own[0] && amount === own[1];
  if (!own || events.some((event) => Number.isInteger(event.net) || won(event))) return;
  speak(text("table.net", { balance: balanceOf(own[1]), net: own[1] }));
}

/**
 * Says what a message means for me: a nudge, a clock that ran out, new lines of the log.
 * @param {any} message
 * @param {any[]} fresh the lines of the log that it added
 * @param {any} state @param {(text: string, said: boolean) => void} explain
 */
export function announce(message, fresh, state, explain) {
  const nudge = nudgeText(message, state);
  if (nudge) explain(nudge, false);
  if (fresh.some(({ seat, auto }) => auto === "timeout" && seat === mySeat(state)))
    explain(text("table.time_out"), true);
  for (const line of fresh) speak(line.spoken ?? line.text, line.kind);
  sayNet(message, state);
  updateAttention(state);
}
