// @ts-check
/** Owns the host's actions on the table page. */
import { html, useState } from "../view.js";
import { post } from "./post.js";

const LOST = "There was no answer. Check your connection and try again.";

/** @param {any} state */
export const isHost = ({ table, you }) => Boolean(you && table.host === you.name);

/** Sends one action of the host. @returns {Promise<string>} the error, empty on success */
async function send(state, act, name) {
  const fields = new FormData();
  fields.set("do", act);
  if (name) fields.set("name", name);
  const { ok, body } = await post(state.boot.host_url, fields);
  return ok ? "" : (body.text ?? LOST);
}

/** A button pressed twice: the first press asks for confirmation. */
function ConfirmButton({ label, sure, danger = false, what }) {
  const [asked, setAsked] = useState(false);
  return html`<button type="button" onBlur=${() => setAsked(false)}
    class=${`button wide ${danger && asked ? "danger" : "quiet"}`}
    onClick=${() => (asked ? what() : setAsked(true))}>${asked ? sure : label}</button>`;
}

function useAct(state, done) {
  const [error, setError] = useState("");
  const act = async (what, name = "") => {
    const why = await send(state, what, name);
    setError(why);
    if (!why) done();
  };
  return { error, act };
}

/** What went wrong, in words. @param {{text: string}} props */
export const Problem = ({ text }) =>
  text ? html`<p class="error" role="alert">${text}</p>` : null;

/** @param {{state: any, actions: any}} props */
export function Hosting({ state, actions }) {
  const { error, act } = useAct(state, actions.close);
  const { table, boot } = state;
  const paused = table.state === "paused";
  return html`<p class="soft">You are the host of this table. To hand it over or remove a player,
    click their seat.</p>
    ${
      !table.sit_and_go &&
      html`<button type="button" class="button primary wide"
      onClick=${() => act(paused ? "resume" : "pause")}>${
        paused ? "Resume" : "Pause after this hand"
      }</button>
      <a class="button quiet wide" href=${boot.change_url}>Change the rules</a>`
    }
    <${ConfirmButton} label="Close the table" danger
    sure="Close it: no new hand starts, and everyone gets their chips back"
    what=${() => act("close")} />
    <${Problem} text=${error} />`;
}

/** The host's actions on a player. @param {{state: any, actions: any, person: any}} props */
export function HostActions({ state, actions, person }) {
  const { error, act } = useAct(state, actions.close);
  if (!isHost(state) || person.kind.endsWith("bot")) return null;
  const { name } = person;
  return html`<div class="choices two">
    <${ConfirmButton} label="Make host" sure="Hand the table over"
    what=${() => act("hand_over", name)} />
    <${ConfirmButton} label="Remove" sure="Remove after this hand" danger
    what=${() => act("send_away", name)} /></div><${Problem} text=${error} />`;
}
