// @ts-check
/** Owns the lines below the bar: a paused table, a lost connection, what I missed. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { playing } from "../store.js";

const Notice = ({ children, look = "" }) =>
  html`<p class=${`connection ${look}`} role="status">${children}</p>`;

/** What everybody must know of a teaching table. @param {any} state */
export function teachingText({ table, hand }) {
  if (!table.teaching) return "";
  const { is_open: open, cards_set: set, taken_back = 0 } = hand?.teaching ?? {};
  const args = { is_open: open ? "yes" : "no", cards_set: set ? "yes" : "no", taken_back };
  return text("table.teaching", args);
}

/** Why a paused table waits. @param {any} state */
export const pausedText = (state) =>
  text(state.table.teaching && playing(state) ? "table.stopped" : "table.paused");

export function Notices({ state }) {
  const { table, light } = state;
  // One line, because lines lie over each other.
  const lasting = [teachingText(state), table.state === "paused" && pausedText(state)];
  const told = lasting.filter(Boolean).join(" ");
  return html`${told && html`<${Notice}>${told}</${Notice}>`}
  ${table.state === "frozen" && html`<${Notice}>${text("table.frozen")}</${Notice}>`}
  ${state.you?.seat_given_back && html`<${Notice}>${state.you.seat_given_back}</${Notice}>`}
  ${state.missed && html`<${Notice} look="missed">${state.missed}</${Notice}>`}
  ${light === "polling" && html`<${Notice}>${text("table.polling")}</${Notice}>`}
  ${/lost|restoring/.test(light) && html`<${Notice}>${text("table.lost")}</${Notice}>`}
  ${
    light === "closed" &&
    html`<${Notice}>${state.lightDetail || text("table.closed_line")} <a href="">
    ${text("table.reload")}</a></${Notice}>`
  }`;
}
