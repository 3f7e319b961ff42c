// @ts-check
/** Owns the lobby's page: its filters, its address, and the socket that keeps its list. */
import "./avatar.js";
import { listAfter, lookMessage, lookOf, queryOf } from "./lobby_list.js";
import { games, Row } from "./lobby_rows.js";
import { load, text } from "./messages.js";
import { choose, settings } from "./settings.js";
import { html, render } from "./view.js";

/** How long a visitor may type before the list follows. */
const TYPING_MS = 250;
/** How long a try may take until its first message, and a ping until its answer. */
const FIRST_MS = 8000;
/** How old a try may be when the device is online or visible again. */
const HURRY_MS = 2200;
const PING_MS = 25000;
/** Tries in a row without a message after which the list is read from the page, and how often. */
const TRIES = 2;
const READ_MS = 15000;

const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (part("filters"));
/** The page's own rows; the first message of the socket replaces them. */
const roots = [part("mine"), part("tables")];

/** @type {Messages.Tables | null} */
let list = null;
let look = lookOf(location.search);

const Rows = ({ tables, named = false }) =>
  html`<ul class="table-rows">${tables.map(
    (table) => html`<${Row} key=${table.slug} table=${table} named=${named} />`,
  )}</ul>`;

const Mine = ({ tables }) =>
  tables.length > 0 &&
  html`<h3 class="list-title">${text("pages.my_tables")}</h3><${Rows} tables=${tables} named />`;

function Others({ tables }) {
  if (!list) return null;
  const { page, pages, open } = list;
  return html`${
    tables.length > 0
      ? games.map((game) => html`<${Group} key=${game.key} game=${game} tables=${tables} />`)
      : html`<${Nothing} open=${open} />`
  }${
    pages > 1 &&
    html`<nav class="pager" aria-label=${text("pages.pager.label")}>
      ${page > 1 && html`<${Turn} rel="prev" page=${page - 1}>${text("pages.pager.previous")}<//>`}
      <span class="num">${text("pages.pager.page", { page, pages })}</span>
      ${
        page < pages && html`<${Turn} rel="next" page=${page + 1}>${text("pages.pager.next")}<//>`
      }</nav>`
  }`;
}

/** The tables of one game. */
function Group({ game, tables }) {
  const own = tables.filter((table) => table.game === game.key);
  if (own.length === 0) return null;
  return html`<section class="table-group"><h3 class="group-title">
    <ch-cards small codes=${game.picture} aria-hidden="true"></ch-cards>${game.name}</h3>
    <${Rows} tables=${own} /></section>`;
}

function Nothing({ open }) {
  return html`<div class="empty"><p>${text(
    open > 0 ? "lobby.list.no_match" : "lobby.list.none_open",
  )}</p>${
    open > 0 &&
    html`<button type="button" class="button quiet" onClick=${() => show({})}>
    ${text("lobby.list.show_all")}</button>`
  }<a class="button green" href="/tables/new/">${text("lobby.list.open_table")}</a></div>`;
}

/** A link to another page of the list; without a socket the browser follows it. */
function Turn({ rel, page, children }) {
  const to = { ...look, page: String(page) };
  const go = (event) => {
    if (!socket.isOpen()) return;
    event.preventDefault();
    show(to);
    form.scrollIntoView({ block: "start" });
  };
  return html`<a class="button quiet" rel=${rel} href=${queryOf(to) || "/"} onClick=${go}>
    ${children}</a>`;
}

function draw() {
  if (!list) return;
  const own = list.tables.filter((table) => table.mine);
  const others = list.tables.filter((table) => !table.mine);
  const { found, open, online } = list;
  part("counts").textContent = text("lobby.list.counts", { found, open, online });
  render(html`<${Mine} tables=${own} />`, roots[0]);
  render(html`<${Others} tables=${others} />`, roots[1]);
}

/** Shows another part of the list, and remembers its filters. */
function show(next, { typed = false } = {}) {
  const query = queryOf(next);
  if (query === queryOf(look)) return;
  look = next;
  history[typed ? "replaceState" : "pushState"](null, "", query || location.pathname);
  remember();
  follow();
}

/** Brings the form and the socket to what the address says. */
function follow() {
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    const value = look[field.name] ?? "";
    if (field.type === "checkbox") field.checked = value === field.value;
    else if (field.name && field.value !== value) field.value = value;
  }
  socket.send(lookMessage(look));
}

/** Pages and texts are of the moment; the other filters are those of the next visit too. */
function remember() {
  const { page, search, ...filters } = look;
  choose({ lobby: filters });
}

/** The form's fields, from its first page on. */
const wished = () =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );

let typing = 0;
form.addEventListener("input", (event) => {
  clearTimeout(typing);
  const typed = /** @type {HTMLElement} */ (event.target).matches("[type=search]");
  typing = setTimeout(() => show(wished(), { typed }), typed ? TYPING_MS : 0);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(typing);
  show(wished());
});
addEventListener("popstate", () => {
  look = lookOf(location.search);
  follow();
});

function take(message) {
  if (message.type !== "tables" && message.type !== "tables_changed") return;
  if (!list) for (const root of roots) root.replaceChildren();
  list = listAfter(list, message);
  draw();
}

/** Reads the list from the page itself, where no socket passes. */
async function readPage() {
  const asked = queryOf(look);
  try {
    const answer = await fetch(asked || location.pathname, { cache: "no-store" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = ["mine", "tables", "counts"].map((id) => page.getElementById(id));
    if (!answer.ok || socket.isOpen() || asked !== queryOf(look) || found.includes(null)) return;
    for (const root of roots) render(null, root);
    list = null;
    for (const fresh of /** @type {HTMLElement[]} */ (found))
      part(fresh.id).replaceChildren(...fresh.childNodes);
  } catch {
    // Without an answer the list stays as it is until the next time.
  }
}

/**
 * Keeps a socket to the lobby open, with growing delays between tries. Where none passes, the list
 * is read again from time to time.
 */
function connect() {
  let tries = 0;
  let timer = 0;
  let again = 0;
  let reader = 0;
  let since = 0;
  let greeted = false;
  /** @type {WebSocket | null} */
  let line = null;
  const isOpen = () => greeted && line?.readyState === WebSocket.OPEN;
  const send = (message) => {
    if (line && line.readyState === WebSocket.OPEN) line.send(JSON.stringify(message));
    else if (reader) readPage();
  };
  const lost = () => {
    clearTimeout(timer);
    clearTimeout(again);
    line = null;
    greeted = false;
    tries += 1;
    if (tries >= TRIES && !reader) {
      reader = setInterval(readPage, READ_MS);
      readPage();
    }
    again = setTimeout(open, Math.min(20000, 600 * 1.8 ** tries) * (0.7 + Math.random() * 0.6));
  };
  const drop = () => {
    const old = line;
    lost();
    old?.close();
  };
  /** Pings once a while, and drops a line that has not answered. */
  const watch = (ms) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      send({ type: "ping" });
      timer = setTimeout(drop, FIRST_MS);
    }, ms);
  };
  function open() {
    clearTimeout(again);
    const url = new URL(`/ws/lobby/${queryOf(look)}`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const asked = queryOf(look);
    since = performance.now();
    let mine;
    try {
      mine = new WebSocket(url);
    } catch {
      return lost(); // a browser, or an extension of it, that allows no sockets
    }
    line = mine;
    timer = setTimeout(drop, FIRST_MS);
    mine.onmessage = (frame) => {
      const message = JSON.parse(frame.data);
      if (mine !== line || message.type === "refused") return; // too many windows: it closes
      if (!greeted && queryOf(look) !== asked) send(lookMessage(look)); // chosen meanwhile
      greeted = true;
      tries = 0;
      clearInterval(reader);
      reader = 0;
      watch(PING_MS);
      take(message);
    };
    mine.onclose = () => mine === line && lost();
  }
  /** The device is online or visible again: an older try may wait for nothing. */
  const hurry = () => {
    if (document.hidden) return;
    if (isOpen()) watch(0);
    else if (!line || performance.now() - since > HURRY_MS) {
      if (line) drop();
      open();
    }
  };
  addEventListener("online", hurry);
  addEventListener("pageshow", (event) => event.persisted && hurry());
  document.addEventListener("visibilitychange", hurry);
  open();
  return { send, isOpen };
}

await load();
if (!location.search && settings.lobby) {
  look = lookOf(new URLSearchParams(settings.lobby).toString());
  history.replaceState(null, "", queryOf(look) || location.pathname);
}
const socket = connect();
follow();

/** Seats a visitor who chose a game, or a table, before they had a name. */
const chosen = new URLSearchParams(location.search);
const [quick, sit] = [chosen.get("quick"), chosen.get("sit")];
if (quick || sit) {
  history.replaceState(null, "", location.pathname);
  const form = /** @type {HTMLFormElement | null} */ (
    document.getElementById(quick ? `quick-${quick}` : "seat-form")
  );
  if (sit)
    form?.append(
      Object.assign(document.createElement("input"), { type: "hidden", name: "table", value: sit }),
    );
  form?.requestSubmit();
}

const practice = chosen.get("practice");
if (practice) {
  history.replaceState(null, "", location.pathname);
  document.getElementById(`practice-${practice}`)?.click();
}

const featured = document.getElementById("featured");
if (featured?.dataset.table) import("./featured.js").then((m) => m.feature(featured));
