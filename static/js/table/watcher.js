// @ts-check
/** Owns what stands in place of the action bar for those who only watch. */
import { chips } from "../chips.js";
import { html, useEffect } from "../view.js";
import { Icon } from "./icons.js";

/** Where the page remembers a seat over the reload that brings a guest's name. */
export const CHOSEN = "cardhouse.seat";

/** Back to the seat that a visitor chose before they had a name; once. */
function takeChosen({ you, table, boot }, actions) {
  const [slug, seat] = (sessionStorage.getItem(CHOSEN) ?? "").split(" ");
  if (!you || slug !== boot.slug) return;
  sessionStorage.removeItem(CHOSEN);
  if (table.seats.some((one) => one?.name && String(one.seat) === seat))
    actions.explain("Somebody took that seat meanwhile. Choose another one.");
  else actions.sit(Number(seat));
}

function standing({ table, boot, stoodUp }, free) {
  if (boot.replay) return "Replay";
  if (stoodUp) return "You no longer have a seat here. Your chips are back in your wallet.";
  const { state = "registering" } = table.contest ?? {};
  if (state === "running") return "You are watching. The game is in progress.";
  if (state !== "registering") return "You are watching. The game is over.";
  if (!free) return "You are watching. The table is full.";
  return `You are watching. ${free} ${free === 1 ? "seat is" : "seats are"} free.`;
}

/** @param {{state: any, actions: any}} props */
export function WatcherDock({ state, actions }) {
  const { table, you, boot } = state;
  useEffect(() => takeChosen(state, actions), []);
  const free = Array.from({ length: table.max_seats }, (_, i) => i).filter(
    (i) => !table.seats.some((s) => s?.seat === i && s.name),
  );
  const { contest } = table;
  const open = free.length > 0 && (!contest || contest.state === "registering");
  const word = !you
    ? "Play as guest"
    : contest
      ? `Join for ${chips(contest.entry)} chips`
      : "Take a seat";
  return html`<section class="dock watcher" aria-label="Watching">
    ${
      state.refusal &&
      html`<p class="refusal" role="alert" key=${state.refusal.at}>
    ${state.refusal.text}</p>`
    }
    <p class="status"><${Icon} name="eye" /> ${standing(state, free.length)}</p>
    ${
      open &&
      html`<button type="button" class="button primary big"
    onClick=${() => actions.sit(free[0])}>${word}</button>`
    }
    ${!you && html`<a class="button quiet" href=${boot.login_url ?? "/accounts/login/"}>Log in</a>`}
  </section>`;
}
