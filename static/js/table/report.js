// @ts-check
/** Owns the form that reports a player to the moderators. */
import { html, useState } from "../view.js";
import { post } from "./post.js";

/** Names that can be reported: players and recent authors, without me and the bots. */
function names(state) {
  const people = [
    ...state.table.seats.filter((seat) => seat?.name && seat.kind !== "bot"),
    ...state.chat.filter((line) => line.kind !== "dealer").map((line) => ({ name: line.who })),
  ];
  return [...new Set(people.map((person) => person.name))].filter(
    (name) => name !== state.you.name,
  );
}

/** @param {{state: any, seat?: number}} props */
export function Report({ state, seat }) {
  const about = seat === undefined ? "" : state.people[seat]?.name;
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const { ok, body } = await post(state.boot.report_url, new FormData(event.target));
    setAnswer({ ok, text: body.text ?? "Your report was not sent. Please try again." });
    setBusy(false);
  };
  if (answer?.ok) return html`<p role="status">${answer.text}</p>`;
  return html`<form class="stack" onSubmit=${submit}>
    <p class="soft">The current hand and the latest chat are attached. Only moderators can read
    your report. <a href="/conduct/" target="_blank">Rules of conduct</a></p>
    <label class="field"><span>What is wrong?</span>
    <select name="kind">${state.boot.report_kinds.map(
      ([value, word]) => html`<option value=${value}>${word}</option>`,
    )}</select></label>
    <label class="field"><span>Player</span><select name="about">
    <option value="">No one in particular</option>${names(state).map(
      (name) => html`<option value=${name} selected=${name === about}>${name}</option>`,
    )}</select></label>
    <label class="field"><span>What happened?</span>
    <textarea name="text" rows="3" maxlength="500"></textarea></label>
    ${answer && html`<p class="error" role="alert">${answer.text}</p>`}
    <button class="button primary wide" disabled=${busy}>Send</button>
  </form>`;
}
