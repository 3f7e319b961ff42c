// @ts-check
/** Owns the form that reports a player to the moderators. */
import { REPORT_CHARS_MAX } from "../../bounds.js";
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { report } from "../net/post.js";
import { Problem } from "./parts.js";

/** Names that can be reported: players and recent authors, without me and the bots. */
function names({ table, chat, you }) {
  const players = table.seats.filter((seat) => seat?.name && seat.kind !== "bot");
  const authors = chat.filter((line) => line.kind !== "dealer");
  const all = new Set([...players.map(({ name }) => name), ...authors.map(({ who }) => who)]);
  all.delete(you.name);
  return [...all];
}

/** @param {{state: any, seat?: number}} props */
export function Report({ state, seat }) {
  const about = seat === undefined ? "" : state.people[seat]?.name;
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    setAnswer(await report(state, new FormData(event.target)));
    setBusy(false);
  };
  if (answer?.ok) return html`<p role="status">${answer.text}</p>`;
  return html`<form class="stack" onSubmit=${submit}>
    <p class="soft">${text("table.about_reports")} <a href="/conduct/" target="_blank">
    ${text("table.conduct_title")}</a></p>
    <label class="field"><span>${text("table.report_kind")}</span>
    <select name="kind">${state.boot.report_kinds.map(
      ([value, word]) => html`<option value=${value}>${word}</option>`,
    )}</select></label>
    <label class="field"><span>${text("table.report_about")}</span><select name="about">
    <option value="">${text("table.report_nobody")}</option>${names(state).map(
      (name) => html`<option value=${name} dir="auto" selected=${name === about}>${name}</option>`,
    )}</select></label>
    <label class="field"><span>${text("table.report_text")}</span>
    <textarea dir="auto" name="text" rows="3" maxlength=${REPORT_CHARS_MAX}></textarea></label>
    <${Problem} text=${answer?.text} />
    <button class="button primary wide" disabled=${busy}>${text("table.send")}</button>
  </form>`;
}
