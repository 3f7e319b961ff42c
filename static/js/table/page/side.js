// @ts-check
/** Owns the side panel (a drawer on small screens): the log and the two chat rooms. */
import { CHAT_CHARS_MAX } from "../../bounds.js";
import "../../counted.js";
import { emoteOf, faceOf } from "../../emotes.js";
import { text } from "../../messages.js";
import { moment } from "../../moments.js";
import { settings } from "../../settings.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../view.js";
import { isMuted, mySeat, playing } from "../store.js";
import { Icon } from "../ui/icons.js";
import { earlierLines } from "./history.js";

/** A list scrolled this near to its end counts as read to the end. */
const NEAR_PX = 48;

/**
 * Keeps a list at its newest line unless the reader has scrolled back. Only scroll events decide
 * that: measured after drawing, new lines would look as if the reader had scrolled back.
 * @param {any} newest changes with each new line
 */
function useNewest(newest) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const follows = useRef(true);
  useLayoutEffect(() => {
    const element = list.current;
    if (element && follows.current) element.scrollTop = element.scrollHeight;
  }, [newest]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
    follows.current = scrollHeight - scrollTop - clientHeight < NEAR_PX;
  };
  return { list, onScroll };
}

function Log({ lines }) {
  const { list, onScroll } = useNewest(lines.at(-1)?.id);
  return html`<ol class="log" ref=${list} onScroll=${onScroll} tabindex="0"
  aria-label=${text("table.log")}>
    ${lines.length === 0 && html`<li class="none">${text("table.log_empty")}</li>`}
    ${lines.map((line) => html`<li key=${line.id} class=${`line ${line.kind}`}>${line.text}</li>`)}
  </ol>`;
}

const MARKED = ["spectator", "bot"];

/** The time of a message. */
const At = ({ at }) =>
  at
    ? html`<time class="at num" dateTime=${new Date(at).toISOString()}>
    ${moment(at, { timeStyle: "short" })}</time>`
    : null;

/** What was said: a face for an emote. */
function Said({ line }) {
  const emote = emoteOf(line);
  return emote
    ? html`<img class="emote-said" src=${faceOf(emote)} alt=${line.text} title=${line.text} />`
    : html`<span dir="auto">${line.text}</span>`;
}

function Chat({ state, actions, room }) {
  const here = room === "players" ? ["players", "shared"] : [room];
  const lines = state.chat.filter(
    (line) =>
      (here.includes(line.room) || line.kind === "dealer") &&
      !isMuted(line) &&
      !(settings.reactions === "off" && emoteOf(line)),
  );
  const { list, onScroll } = useNewest(lines.at(-1)?.id);
  const [error, setError] = useState("");
  const seated = mySeat(state) !== null;
  const shared = state.table.chat === "shared";
  const mayWrite = state.you && (shared || (room === "players") === seated);
  const why = text(state.you ? "table.write_apart" : "table.write_as");
  const submit = async (event) => {
    event.preventDefault();
    const input = event.target.elements.text;
    const line = input.value.trim();
    if (!line) return;
    if (await send({ type: "chat", text: line })) input.value = "";
  };
  const send = async (body) => {
    const answer = await actions.command(body);
    setError(answer.ok ? "" : answer.text);
    return answer.ok;
  };
  const faces = html`<button type="button" class="icon-button"
    aria-label=${text("table.dialog.reactions")} title=${text("table.dialog.reactions")}
    onClick=${() => actions.open("reactions")}><${Icon} name="smile" /></button>`;
  const phrases = (seated || shared) && playing(state) ? state.table.phrases : [];
  return html`<ol class="chat" ref=${list} onScroll=${onScroll} tabindex="0"
  aria-label=${text(`table.chat.${room}`)}>
      ${lines.length === 0 && html`<li class="none">${text(`table.chat_empty.${room}`)}</li>`}
      ${lines.map(
        (line) => html`<li key=${line.id} class=${`said ${line.kind}`}>
      <${At} at=${line.at} /><b><bdi>${line.who}</bdi></b>
      ${
        MARKED.includes(line.kind) &&
        html` <span class=${`badge ${line.kind}`}>${text(`table.badge.${line.kind}`)}</span>`
      } <${Said} line=${line} /></li>`,
      )}
    </ol>
    ${
      mayWrite && phrases.length
        ? html`<p class="phrases">${phrases.map(
            (code) => html`<button type="button"
          onClick=${() => send({ type: "react", reaction: code })}>
          ${text(`house.phrase.${code}`)}</button>`,
          )}${faces}</p>`
        : mayWrite
          ? html`<form class="say" onSubmit=${submit}>${faces}
            <input name="text" dir="auto" maxlength=${CHAT_CHARS_MAX} autocomplete="off"
            placeholder=${text("table.message_here")} aria-label=${text("table.message")} />
            <button class="button small green">${text("table.send")}</button></form>`
          : html`<p class="no-say">${why}</p>`
    }
    ${error && html`<p class="error" role="alert">${error}</p>`}`;
}

/** @param {{state: any, actions: any, tab: string, setTab: (tab: string) => void}} props */
export function Side({ state, actions, tab, setTab }) {
  useEffect(() => {
    earlierLines(state).then(actions.recall);
  }, []);
  // Players do not read the spectators' chat: a spectator may know what a player must not.
  const apart = mySeat(state) === null && state.table.chat !== "shared";
  const tabs = ["log", "players", ...(apart ? ["spectators"] : [])];
  return html`<aside class="side" aria-label=${text("table.log_and_chat")}>
    <div class="tabs"><div role="tablist">${tabs.map(
      (id) => html`
      <button type="button" role="tab" aria-selected=${tab === id}
      onClick=${() => setTab(id)}>${text(`table.tab.${apart || id === "log" ? id : "chat"}`)}${
        id === "spectators"
          ? html` <small class="num">
      ${state.watching}</small>`
          : ""
      }</button>`,
    )}</div>
      <button type="button" class="icon-button shut" aria-label=${text("table.close_panel")}
      onClick=${() => actions.side(false)}><${Icon} name="close" /></button>
    </div>
    <div class="side-body" role="tabpanel">${
      tab === "log"
        ? html`<${Log}
    lines=${state.log} />`
        : html`<${Chat} key=${tab} state=${state} actions=${actions} room=${tab} />`
    }</div>
  </aside>`;
}
