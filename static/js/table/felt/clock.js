// @ts-check
/** Owns the clock ring and count-downs; all driven by the server's deadline, never by clicks. */

import { listed, text } from "../../messages.js";
import { still } from "../../settings.js";
import { html } from "../../view.js";
import { mySeat, nameOf, serverNow } from "../store.js";
import { useTicks } from "../ui/redraw.js";

const LENGTH = 289; // circumference of r = 46
/** The rest of a turn in which its clock, and a sound, urge the player. */
export const URGENT_MS = 5000;

/** The ring round an avatar: ordinary time first, then the time bank as a second, outer ring. */
export function ClockRing({ clock, state }) {
  useTicks(still() ? 1000 : 100);
  const now = serverNow(state);
  const whole = Math.max(1, clock.until - clock.from);
  const left = Math.max(0, clock.until - now);
  const bankWhole = Math.max(0, clock.bank_until - clock.until);
  const bankLeft = Math.max(0, Math.min(bankWhole, clock.bank_until - now));
  const inBank = left === 0 && bankWhole > 0;
  const seconds = Math.ceil((inBank ? bankLeft : left) / 1000);
  const urgent = (inBank ? bankLeft : left + bankLeft) < URGENT_MS;
  return html`<span class=${`clock ${urgent ? "urgent" : ""} ${inBank ? "bank" : ""}`}>
    <svg viewBox="0 0 108 108" aria-hidden="true">
      <circle class="track" cx="54" cy="54" r="46" />
      <circle class="time" cx="54" cy="54" r="46" stroke-dasharray=${LENGTH}
      stroke-dashoffset=${LENGTH * (1 - left / whole)} />
      ${
        bankWhole > 0 &&
        html`<circle class="reserve" cx="54" cy="54" r="52" pathLength="100"
      stroke-dasharray="100" stroke-dashoffset=${100 * (1 - bankLeft / bankWhole)} />`
      }
    </svg>
    ${
      (seconds <= 10 || inBank) &&
      html`<b class="seconds">
    ${
      inBank &&
      html`<small>
    ${text(clock.held_until ? "table.clock.away" : "table.clock.bank")}</small>`
    }${seconds}</b>`
    }
  </span>`;
}

/** Whole seconds until a server time, at least 0, as the message `says` them. */
export function Countdown({ until, state, says = "table.seconds", args = {} }) {
  useTicks(250);
  const seconds = Math.max(0, Math.ceil((until - serverNow(state)) / 1000));
  return html`<span class="num">${text(says, { ...args, seconds })}</span>`;
}

/** Whose cut of the deck the next hand waits for; empty for nobody's. */
export function cutMissing(state) {
  const seats = state.table?.next_deck?.missing ?? [];
  const whose = seats.map((seat) => {
    const who = seat === mySeat(state) ? "me" : "other";
    return text("table.cut_of", { who, name: nameOf(state, seat) });
  });
  const count = seats.length;
  return count ? text("table.cuts_missing", { whose: listed(whose), count }) : "";
}

/** "Next hand in" so many seconds, or what it waits for. */
export const NextHandIn = (props) =>
  cutMissing(props.state) || html`<${Countdown} ...${props} says="table.next_hand_in" />`;
