// @ts-check
/** Owns how the page calls for attention: title, icon, vibration, sounds, spoken region. */
import { mySeat } from "./store.js";

/** Sounds come with the first gesture; before it browsers allow none. @type {any} */
let sounds = null;
const wake = () => import("./sound.js").then((module) => (sounds = module).wake());
for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { once: true });
const play = (name) => sounds?.play(name);

const title = document.title;
let wasTurn = "";
let warning = 0;

const HOUR_MS = 3_600_000;
const sitting = { since: Date.now(), told: 0, chips: /** @type {number | null} */ (null) };

/** A word of the house after each hour at the table, to me alone: the time, and my chips since. */
function remind(state) {
  const seat = state.table?.seats.find((one) => one?.seat === mySeat(state));
  if (!seat || !state.you) return;
  const own = state.you.wallet + (seat.for_points ? 0 : seat.stack + (seat.pending ?? 0));
  sitting.chips ??= own;
  const hours = Math.floor((Date.now() - sitting.since) / HOUR_MS);
  if (hours <= sitting.told) return;
  sitting.told = hours;
  const change = (own - sitting.chips).toLocaleString("en-US", { signDisplay: "exceptZero" });
  const text = `You have been here for ${hours === 1 ? "an hour" : `${hours} hours`}; your chips since then: ${change}. How about a break?`;
  const at = Date.now();
  state.chat = [...state.chat, { id: -at, at, who: "House", kind: "dealer", room: "players", text }];
  state.unread += 1;
  speak(text);
}

/** Called after each message: marks my turn once per state. */
export function attend(state) {
  remind(state);
  const words = state.game.myTurn(state);
  const turn = words
    ? `${state.hand.id}/${state.hand.view.turn}/${state.hand.view.phase}/${state.hand.clock?.from}`
    : "";
  document.title = turn ? `● Your turn · ${title}` : title;
  const icon = /** @type {any} */ (document.getElementById("page-icon"));
  if (icon?.dataset.turn) icon.href = (turn ? icon.dataset.turn : icon.dataset.calm) ?? icon.href;
  if (turn !== wasTurn) clearTimeout(warning);
  if (turn && turn !== wasTurn) {
    play("turn");
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
    speak(words);
    const until = state.hand.clock?.bank_until ?? state.hand.clock?.until;
    const warn = () => state.game.myTurn(state) && play("warning");
    if (until) warning = setTimeout(warn, until - Date.now() - state.offset - 5000);
  }
  wasTurn = turn;
}

/** Sounds of what others did. @param {any[]} events */
export function hear(events, state, sound) {
  const won = events.some((e) => (e.kind === "win" || e.net > 0) && e.seat === mySeat(state));
  play(won ? "win" : sound(new Set(events.map((event) => event.kind))));
}

let count = 0;
/** Says a line in the live region; numbered, so that equal lines are spoken again. */
export function speak(text) {
  const region = document.getElementById("spoken");
  if (!region) return;
  count += 1;
  const line = document.createElement("p");
  line.textContent = `${count}. ${text}`;
  region.append(line);
  while (region.childElementCount > 12) region.firstElementChild?.remove();
}
