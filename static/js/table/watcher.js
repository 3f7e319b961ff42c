// @ts-check
/** Owns what stands in place of the action bar for those who only watch. */
import { chips } from "../chips.js";
import { html } from "../view.js";
import { Icon } from "./icons.js";

function standing({ table, boot }, free) {
  if (boot.replay) return "Replay";
  if (table.contest && table.contest.state !== "registering")
    return `You are watching. The game is ${
      table.contest.state === "running" ? "under way" : "over"
    }.`;
  if (!free) return "You are watching. The table is full.";
  return `You are watching. ${free} ${free === 1 ? "seat is" : "seats are"} free.`;
}

/** @param {{state: any, actions: any}} props */
export function WatcherDock({ state, actions }) {
  const { table, you, boot } = state;
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
