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

/** Called after each message: marks my turn once per state. */
export function attend(state) {
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
