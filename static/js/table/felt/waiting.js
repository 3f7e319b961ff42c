// @ts-check
/** Owns the middle of the felt before the first hand: what the table waits for, and buttons. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { mySeat } from "../store.js";
import { Button } from "../ui/button.js";
import { cutMissing, NextHandIn } from "./clock.js";

/** @param {{state: any, actions: any}} props */
export function Waiting({ state, actions }) {
  const { table } = state;
  const { sit_and_go: sitAndGo } = table;
  const mine = mySeat(state) !== null;
  const prizes = sitAndGo?.prizes.map(chips).join(text("common.list_separator"));
  const soon = table.next_at
    ? html`<${NextHandIn} until=${table.next_at} state=${state} />`
    : text(table.can_start ? "table.ready_to_deal" : "table.waiting_for_players");
  return html`<div class="waiting">
    <p class="big">${cutMissing(state) || state.game.waiting?.(state) || table.waiting || soon}</p>
    ${sitAndGo && html`<p class="terms num">${text("table.terms", { ...sitAndGo, prizes })}</p>`}
    ${
      mine &&
      !state.boot.replay &&
      html`<div class="waiting-buttons">
      ${
        table.can_start &&
        html`<${Button} look="primary"
      onClick=${actions.start}>
      ${text(sitAndGo ? "table.start_now" : "table.deal_first")}</${Button}>`
      }
      ${
        table.seats.filter((s) => s?.name).length < table.max_seats &&
        html`<${Button} look="quiet" onClick=${() => actions.open("bots")}>
        ${text("table.add_bots")}</${Button}>`
      }
      ${
        table.invite &&
        html`<${Button} look="quiet"
      onClick=${() => actions.open("invite")}>${text("table.menu.invite")}</${Button}>`
      }
    </div>`
    }
  </div>`;
}
