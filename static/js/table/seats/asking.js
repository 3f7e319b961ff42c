// @ts-check
/** Owns requests for a seat: a player asks the host, and the host answers. */

import { withElements } from "../../elements.js";
import { isolate } from "../../isolate.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { serverNow } from "../store.js";
import { Button } from "../ui/button.js";
import { useMoment } from "../ui/redraw.js";

/** Whether the reader has to ask the host before they can sit down. @param {any} state */
export const mustAsk = ({ table, you }) =>
  Boolean(table.approval && table.host && you && table.host !== you.name) &&
  you.seat_request !== "approved";

/** The state of the reader's request for a seat, in words. @param {any} state */
export function requestText({ table, you }) {
  const answer = you.seat_request ?? "none";
  return text(`table.request.${answer}`, { host: isolate(table.host) });
}

/** @param {{state: any, actions: any}} props */
export function AskSeat({ state, actions }) {
  const asked = state.you.seat_request;
  return html`<p class="soft" role="status">${requestText(state)}</p>
    ${
      !asked &&
      html`<${Button} look="primary wide big"
      onClick=${() => actions.tell({ type: "ask_seat" })}>
      ${text("table.ask_seat")}</${Button}>`
    }`;
}

/** The requests that wait, for the host; each goes when its time is over. */
export function SeatRequests({ state, actions }) {
  const requests = state.you?.seat_requests ?? [];
  const waiting = requests.filter(({ until }) => until > serverNow(state));
  const [next] = waiting.map(({ until }) => until).sort((a, b) => a - b);
  useMoment(next, state);
  const answer = (name, approve) =>
    html`<${Button} look=${approve ? "primary small" : "quiet small"}
    onClick=${() => actions.tell({ type: "answer_request", name, approve })}>
    ${text(approve ? "table.approve" : "table.refuse")}
    <span class="visually-hidden"> ${name}</span></${Button}>`;
  if (!waiting.length) return null;
  return html`<ul class="seat-requests" role="status" aria-label=${text("table.requests")}>
    ${waiting.map(
      ({ name, avatar, kind }) => html`<li key=${name}>
      <span class="who"><ch-avatar seed=${String(avatar)} kind=${kind}></ch-avatar>
      <span>${withElements("table.asks_for_seat", {
        name: html`<b><bdi>${name}</bdi></b>`,
      })}</span></span>
      ${answer(name, true)}${answer(name, false)}</li>`,
    )}</ul>`;
}
