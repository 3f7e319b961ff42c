// @ts-check
/** Owns what a host can do from the table's page. */
import { html, useState } from "../view.js";
import { post } from "./post.js";

const LOST = "There was no answer. Check your connection and try again.";

/** @param {any} state */
export const isHost = ({ table, you }) => Boolean(you && table.host === you.name);

/** Sends one act of the host. @returns {Promise<string>} why not, empty when it is done */
async function send(state, act, name) {
  const fields = new FormData();
  fields.set("do", act);
  if (name) fields.set("name", name);
  const { ok, body } = await post(state.boot.host_url, fields);
  return ok ? "" : (body.text ?? LOST);
}

/** A button that is pressed twice: the first press says what the second will do. */
function Twice({ label, sure, danger = false, what }) {
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

const Problem = ({ text }) => (text ? html`<p class="error" role="alert">${text}</p>` : null);

/** @param {{state: any, actions: any}} props */
export function Hosting({ state, actions }) {
  const { error, act } = useAct(state, actions.close);
  const { table, boot } = state;
  const paused = table.state === "paused";
  return html`<p class="soft">You are the host of this table. To hand it over, or to send a player
    away, click their seat.</p>
    ${
      !table.contest &&
      html`<button type="button" class="button primary wide"
      onClick=${() => act(paused ? "resume" : "pause")}>${
        paused ? "Go on" : "Pause after this hand"
      }</button>
      <a class="button quiet wide" href=${boot.change_url}>Change the rules</a>`
    }
    <${Twice} label="Close the table" danger
    sure="Close it: no new hand, chips go back to everyone" what=${() => act("close")} />
    <${Problem} text=${error} />`;
}

/** What the host can do about a player. @param {{state: any, actions: any, person: any}} props */
export function OfPlayer({ state, actions, person }) {
  const { error, act } = useAct(state, actions.close);
  if (!isHost(state) || person.kind.endsWith("bot")) return null;
  const { name } = person;
  return html`<div class="choices two">
    <${Twice} label="Make host" sure="Hand the table over" what=${() => act("hand_over", name)} />
    <${Twice} label="Send away" sure="They leave after this hand" danger
    what=${() => act("send_away", name)} /></div><${Problem} text=${error} />`;
}
