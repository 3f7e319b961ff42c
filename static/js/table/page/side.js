// @ts-check
/** Owns the side panel (a drawer on small screens): the log and the two chat rooms. */
import { CHAT_CHARS_MAX } from "../../bounds.js";
import "../../counted.js";
import { html, useLayoutEffect, useRef, useState } from "../../view.js";
import { isMuted, mySeat, playing } from "../store.js";
import { Icon } from "../ui/icons.js";

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
  aria-label="What happened">
    ${lines.length === 0 && html`<li class="none">Every action of the hand appears here.</li>`}
    ${lines.map((line) => html`<li key=${line.id} class=${`line ${line.kind}`}>${line.text}</li>`)}
  </ol>`;
}

const KIND_LABELS = { spectator: "watching", bot: "BOT" };

const oclock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** The time of a message. */
const At = ({ at }) =>
  at
    ? html`<time class="at num" dateTime=${new Date(at).toISOString()}>${oclock.format(at)}</time>`
    : null;

function Chat({ state, room, onSend }) {
  const here = room === "players" ? ["players", "shared"] : [room];
  const lines = state.chat.filter(
    (line) => (here.includes(line.room) || line.kind === "dealer") && !isMuted(line),
  );
  const { list, onScroll } = useNewest(lines.at(-1)?.id);
  const [error, setError] = useState("");
  const seated = mySeat(state) !== null;
  const shared = state.table.chat === "shared";
  const mayWrite = state.you && (shared || (room === "players") === seated);
  const why = !state.you
    ? "Log in or play as guest to write."
    : "Spectators write in their own chat.";
  const submit = async (event) => {
    event.preventDefault();
    const input = event.target.elements.text;
    const text = input.value.trim();
    if (!text) return;
    if (await send(text)) input.value = "";
  };
  const send = async (text) => {
    const answer = await onSend(text);
    setError(answer.ok ? "" : answer.text);
    return answer.ok;
  };
  const phrases = (seated || shared) && playing(state) ? state.table.phrases : [];
  return html`<ol class="chat" ref=${list} onScroll=${onScroll} tabindex="0"
  aria-label=${room === "players" ? "Players' chat" : "Spectators' chat"}>
      ${
        lines.length === 0 &&
        html`<li class="none">
      ${room === "players" ? "Say hello to the table." : "No messages from spectators yet."}</li>`
      }
      ${lines.map(
        (line) => html`<li key=${line.id} class=${`said ${line.kind}`}>
      <${At} at=${line.at} /><b><bdi>${line.who}</bdi></b>
      ${
        KIND_LABELS[line.kind] &&
        html` <span class=${`badge ${line.kind}`}>${KIND_LABELS[line.kind]}
      </span>`
      } <span dir="auto">${line.text}</span></li>`,
      )}
    </ol>
    ${
      mayWrite && phrases.length
        ? html`<p class="phrases">${phrases.map(
            (text) => html`<button type="button"
          onClick=${() => send(text)}>${text}</button>`,
          )}</p>`
        : mayWrite
          ? html`<form class="say" onSubmit=${submit}>
            <input name="text" dir="auto" maxlength=${CHAT_CHARS_MAX} autocomplete="off"
            placeholder="Message…" aria-label="Message" />
            <button class="button small green">Send</button></form>`
          : html`<p class="no-say">${why}</p>`
    }
    ${error && html`<p class="error" role="alert">${error}</p>`}`;
}

/** @param {{state: any, actions: any, tab: string, setTab: (tab: string) => void}} props */
export function Side({ state, actions, tab, setTab }) {
  // Players do not read the spectators' chat: a spectator may know what a player must not.
  const tabs =
    mySeat(state) === null && state.table.chat !== "shared"
      ? [
          ["log", "Hand"],
          ["players", "Players"],
          ["spectators", "Spectators"],
        ]
      : [
          ["log", "Hand"],
          ["players", "Chat"],
        ];
  return html`<aside class="side" aria-label="Log and chat">
    <div class="tabs"><div role="tablist">${tabs.map(
      ([id, word]) => html`
      <button type="button" role="tab" aria-selected=${tab === id}
      onClick=${() => setTab(id)}>${word}${
        id === "spectators"
          ? html` <small class="num">
      ${state.watching}</small>`
          : ""
      }</button>`,
    )}</div>
      <button type="button" class="icon-button shut" aria-label="Close the panel"
      onClick=${() => actions.side(false)}><${Icon} name="close" /></button>
    </div>
    <div class="side-body" role="tabpanel">${
      tab === "log"
        ? html`<${Log}
    lines=${state.log} />`
        : html`<${Chat} key=${tab} state=${state} room=${tab}
    onSend=${(text) => actions.command({ type: "chat", text })} />`
    }</div>
  </aside>`;
}
