// @ts-check
/** Owns the lines below the bar: a paused table, a lost connection, what I missed. */
import { html } from "../../view.js";

export function Notices({ state }) {
  const { table, light } = state;
  return html`${
    table.state === "frozen" &&
    html`<p class="connection"
  role="status">This table is paused. The clock is stopped.</p>`
  }
  ${
    state.you?.seat_given_back &&
    html`<p class="connection" role="status">${state.you.seat_given_back}</p>`
  }
  ${state.missed && html`<p class="connection missed" role="status">${state.missed}</p>`}
  ${
    table.state === "paused" &&
    html`<p class="connection" role="status">The host has paused the
  table. No new hand starts until they resume.</p>`
  }
  ${
    light === "polling" &&
    html`<p class="connection" role="status">Your network blocks live
  connections, so this table is updated by ordinary requests. You can play, a little slower.</p>`
  }
  ${
    ["lost", "restoring", "closed"].includes(light) &&
    html`<p class="connection" role="status">
    ${
      light === "closed"
        ? state.lightDetail || "The table closed this connection."
        : "Connection lost. Reconnecting… You keep your seat."
    }
    ${light === "closed" && html` <a href="">Reload</a>`}</p>`
  }`;
}
