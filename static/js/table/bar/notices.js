// @ts-check
/** Owns the lines below the bar: a paused table, a lost connection, what I missed. */
import { text } from "../../messages.js";
import { html } from "../../view.js";

const Notice = ({ children, look = "" }) =>
  html`<p class=${`connection ${look}`} role="status">${children}</p>`;

export function Notices({ state }) {
  const { table, light } = state;
  return html`${table.state === "frozen" && html`<${Notice}>${text("table.frozen")}</${Notice}>`}
  ${state.you?.seat_given_back && html`<${Notice}>${state.you.seat_given_back}</${Notice}>`}
  ${state.missed && html`<${Notice} look="missed">${state.missed}</${Notice}>`}
  ${table.state === "paused" && html`<${Notice}>${text("table.paused")}</${Notice}>`}
  ${light === "polling" && html`<${Notice}>${text("table.polling")}</${Notice}>`}
  ${/lost|restoring/.test(light) && html`<${Notice}>${text("table.lost")}</${Notice}>`}
  ${
    light === "closed" &&
    html`<${Notice}>${state.lightDetail || text("table.closed_line")} <a href="">
    ${text("table.reload")}</a></${Notice}>`
  }`;
}
