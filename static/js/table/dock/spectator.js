// @ts-check
/** Owns the bar that spectators see in place of the action bar. */

import { text } from "../../messages.js";
import { session } from "../../storage.js";
import { html, useEffect } from "../../view.js";
import { mustAsk, requestText } from "../seats/asking.js";
import { Held, lineLook } from "../seats/waiting_list.js";
import { Button } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { Bar } from "./turn.js";

/** The key of the seat that a visitor chose, kept over the reload after they log in. */
export const CHOSEN_SEAT = "cardhouse.seat";

/** Returns once to the seat that a visitor chose before they had a name. */
function returnToChosenSeat({ you, table, boot }, actions) {
  const [slug, seat] = (session.getItem(CHOSEN_SEAT) ?? "").split(" ");
  if (!you || slug !== boot.slug) return;
  session.removeItem(CHOSEN_SEAT);
  if (table.seats.some((one) => one?.name && String(one.seat) === seat))
    actions.explain(text("table.seat_taken"));
  else actions.sit(Number(seat));
}

function statusText({ table, you, boot, stoodUp }, { free, mine, line }) {
  if (boot.replay) return text("table.replay");
  if (stoodUp) return text("table.stood_up");
  const { state = "registering" } = table.sit_and_go ?? {};
  if (state === "running") return text("table.watch.running");
  if (state !== "registering") return text("table.watch.over");
  if (you?.waiting) return text(mine ? "table.line.held" : "table.line.place", you.waiting);
  if (!free) return text(line ? "table.watch.line" : "table.watch.full", { count: line });
  if (you?.seat_request && mustAsk({ table, you })) return requestText({ table, you });
  return text("table.free_seats", { count: free });
}

/** @param {{state: any, actions: any}} props */
export function SpectatorDock({ state, actions }) {
  const { table, you, boot } = state;
  useEffect(() => returnToChosenSeat(state, actions), []);
  const look = lineLook(state);
  const { free } = look;
  const { sit_and_go: sitAndGo } = table;
  const open = free > 0 && (!sitAndGo || sitAndGo.state === "registering");
  const asks = mustAsk(state);
  const waits = you?.waiting;
  const word = !you
    ? text("table.dialog.join")
    : asks
      ? text("table.ask_seat")
      : sitAndGo
        ? text("table.join_for", sitAndGo)
        : text("table.dialog.sit");
  return html`<${Bar} look="spectator" label=${text("table.watch.name")} state=${state}>
    <p class="status"><${Icon} name="eye" /> ${statusText(state, look)}
      ${look.mine && html`<${Held} state=${state} />`}</p>
    ${
      open &&
      !(asks && you.seat_request) &&
      html`<${Button} look="primary big"
    onClick=${() => (asks ? actions.tell({ type: "ask_seat" }) : actions.sit(look.vacant[0]))}
    >${word}</${Button}>`
    }
    ${
      (waits || look.joins) &&
      html`<${Button} look=${waits ? "quiet" : "primary big"}
    onClick=${() => actions.tell({ type: waits ? "leave_waiting_list" : "join_waiting_list" })}
    >${text(waits ? "table.line.leave" : "table.line.join")}</${Button}>`
    }
    ${
      !you &&
      html`<a class="button quiet" href=${boot.login_url ?? "/accounts/login/"}>
    ${text("table.log_in")}</a>`
    }
    ${
      !you &&
      boot.signup_url &&
      html`<a class="button quiet" href=${boot.signup_url}>
    ${text("table.sign_up")}</a>`
    }
  </${Bar}>`;
}
