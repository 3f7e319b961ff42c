// @ts-check
/**
 * Owns the page of text: one log that screen readers follow, a field for commands, their list.
 * It shows the state of the table's page in another way, and acts by the same actions.
 */
import { CHAT_CHARS_MAX } from "../../bounds.js";
import "../../counted.js";
import { text } from "../../messages.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../view.js";
import { showWith, speak } from "../page/spoken.js";
import { QUESTIONS } from "./answers.js";
import { wordsOf } from "./commands.js";
import { Talk } from "./talk.js";

/** Lines that the log keeps, and typed lines that the arrow keys bring back. */
const LINES = 300;
const TYPED = 50;

/** @type {{number: number, text: string, kind: string}[]} */
let lines = [];
let redraw = () => {};
/** @param {{number: number, text: string, kind: string}} line */
function add(line) {
  lines = [...lines, line].slice(-LINES);
  redraw();
}
const recall = (number) =>
  number < 0
    ? lines.filter(({ number: n }) => n).at(number)
    : lines.find((l) => l.number === number);

/** The numbered lines; what was typed is shown and not said again. */
function Log() {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [lines]);
  return html`<div class="text-log" ref=${list} role="log" aria-live="polite" tabindex="0"
    aria-label=${text("table.log")}>${lines.map(({ number, text: said, kind }) =>
      number
        ? html`<p key=${number} class=${kind}><span class="num">${number}.</span> ${said}</p>`
        : html`<p key=${said} class="typed" aria-hidden="true">${kind}</p>`,
    )}</div>`;
}

let typedLines = 0;
/** Shows a typed line. @param {string} typed */
function echo(typed) {
  typedLines += 1;
  add({ number: 0, text: `typed ${typedLines}`, kind: `> ${typed}` });
}

/** The field; Enter sends, the arrow keys bring back what was typed. */
function Field({ talk }) {
  const [value, setValue] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const kept = useRef({ began: "", typed: /** @type {string[]} */ ([]), at: 0 });
  useEffect(() => field.current?.focus(), []);
  const type = ({ target }) => {
    if (!value && target.value) kept.current.began = talk.price();
    setValue(target.value);
  };
  const send = async (event) => {
    event.preventDefault();
    const { began, typed } = kept.current;
    echo(value);
    Object.assign(kept.current, { typed: [...typed, value].slice(-TYPED), began: "" });
    kept.current.at = kept.current.typed.length;
    setValue("");
    if ((await talk.type(value, began)) === false) {
      kept.current.began = talk.price();
      setValue(value);
    }
  };
  const onKey = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const { typed, at } = kept.current;
    kept.current.at = Math.max(0, Math.min(typed.length, at + step));
    kept.current.began = talk.price();
    setValue(typed[kept.current.at] ?? "");
  };
  return html`<form class="text-field" onSubmit=${send}>
    <label for="command">${text("text.field")}</label>
    <div><input id="command" type="text" ref=${field} value=${value} autocomplete="off"
    autocapitalize="off" spellcheck=${false} maxlength=${CHAT_CHARS_MAX}
    enterkeyhint="send" dir="auto" onInput=${type} onKeyDown=${onKey}
    aria-describedby="command-help" />
    <button class="button primary">${text("table.send")}</button></div>
    <p id="command-help" class="soft">${text("text.about_field")}</p>
  </form>`;
}

/** All commands: the word that is shown, other words, and what it does. */
function List({ talk }) {
  const { boot } = talk.state;
  const row = (kind) => {
    const [word, ...others] = wordsOf(boot, kind);
    return html`<div><dt>${word}</dt>
      <dd>${others.join(text("common.list_separator"))}</dd></div>`;
  };
  const group = (key, kinds) =>
    kinds.length > 0 && html`<h3>${text(`text.list.${key}`)}</h3><dl>${kinds.map(row)}</dl>`;
  return html`<section class="text-commands"><h2>${text("text.commands")}</h2>
    ${group("actions", talk.actionKinds())}
    ${group("questions", Object.keys(QUESTIONS))}
    ${group("seat", talk.seatKinds())}</section>`;
}

function Page({ words, state, actions, name, open, seal }) {
  const [, drawAgain] = useState(lines);
  const [talk] = useState(() => new Talk({ state, actions, name, game: words, speak, recall }));
  useEffect(() => {
    redraw = () => drawAgain(lines);
    showWith(add);
    talk.welcome();
  }, []);
  useEffect(() => talk.hear());
  const { table, boot } = state;
  return html`<div class="text-page">
    <header><h1><bdi>${table.name}</bdi> <small>${boot.game_name}</small></h1>
      <nav aria-label=${text("text.ways")}>
        <a href=${boot.table_url} data-stays>${text("text.to_table")}</a>${" "}
        <a href="/">${text("table.to_lobby")}</a>
        ${seal && html`<${seal.SealButton} state=${state} actions=${actions} />`}
      </nav></header>
    <main id="content"><${Log} /><${Field} talk=${talk} /><${List} talk=${talk} /></main>
    ${open && html`<${open.OpenDialog} ...${{ state, actions, name }} open=${open} />`}
  </div>`;
}

/** The page of text of a game. @param {import("./talk.js").GameText} words */
export const textPage = (words) =>
  Object.assign((props) => html`<${Page} ...${props} words=${words} />`, { words });
