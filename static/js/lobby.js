// @ts-check
/** Owns the lobby's live list of tables: cards, filters, my tables first. Knows no rules. */
import "./avatar.js";
import { chips } from "./chips.js";
import { seatPositions } from "./table/layout.js";
import { choose, settings } from "./table/settings.js";
import { html, render, useEffect, useState } from "./view.js";

const start = JSON.parse(document.getElementById("lobby-data")?.textContent || "{}");
const games = JSON.parse(document.getElementById("games-data")?.textContent || "[]");
const SPECTATORS = {
  closed: "No spectators",
  after: "Cards shown after the hand",
  delayed: "Delayed, like TV",
  open: "All cards shown live",
};

const CLOSED = { frozen: "Paused", paused: "Paused", draining: "Closing" };

/** The name of the game, and of the preset unless it is the game's default. */
function gameOf(table) {
  const game = games.find((entry) => entry.key === table.game);
  if (!game) return "";
  const usual = table.preset === game.usual_preset;
  const preset = usual ? null : game.presets[table.preset];
  return preset ? `${game.name} · ${preset}` : game.name;
}

/** The cards that symbolize a game. */
function Picture({ game }) {
  const codes = games.find((entry) => entry.key === game)?.picture;
  return codes
    ? html`<span class="game-mark" aria-hidden="true"><ch-cards small codes=${codes}></ch-cards>
      </span>`
    : null;
}

/** The price of a seat. */
function price({ format, min_buy_in: least, max_buy_in: most }) {
  if (format === "points") return "played for points";
  if (format === "sit_and_go") return `entry ${chips(least)}`;
  return `buy-in ${least === most ? chips(least) : `${chips(least)}–${chips(most)}`}`;
}

/** A small table seen from above, with its players. */
function MiniTable({ table }) {
  const spots = seatPositions(table.seats, null, false);
  const by = new Map(table.names.map((person, i) => [person.seat ?? i, person]));
  return html`<div class="mini" aria-hidden="true"><div class="mini-felt"></div>
    ${spots.map((spot, seat) => {
      const person = by.get(seat);
      const style = { left: `${spot.x}%`, top: `${spot.y}%` };
      return person
        ? html`<span class=${`mini-seat ${person.kind.endsWith("bot") ? "bot" : ""}`} style=${style}
          title=${person.name}><ch-avatar seed=${String(person.avatar ?? 0)} kind=${person.kind}>
          </ch-avatar></span>`
        : html`<span class="mini-seat free" style=${style}></span>`;
    })}
    <span class="mini-count num">${table.taken}/${table.seats}</span>
  </div>`;
}

const nameOf = (person) => (typeof person === "string" ? person : person.name);

function Card({ table }) {
  const free = table.seats - table.taken;
  const people = table.taken - table.bots;
  const here = people ? `${people} ${people === 1 ? "person" : "people"}` : "No people yet";
  const tone = table.my_turn ? "primary" : table.mine || free > 0 ? "green" : "quiet";
  const action = table.my_turn
    ? "Your turn"
    : table.mine
      ? "Back to the table"
      : free > 0
        ? "Join"
        : "Watch";
  const closed = CLOSED[table.state];
  return html`<li class=${`table-card ${table.mine ? "mine" : ""} ${table.my_turn ? "turn" : ""}`}>
    <a class="cover" href=${`/t/${table.slug}/`}>
      <${MiniTable} table=${table} />
      <div class="card-words">
        <h3>${table.name}</h3>
        <p class="game"><${Picture} game=${table.game} />${gameOf(table)}</p>
        <p class="stakes num"><b>${table.stakes}</b> · ${price(table)}</p>
        <p class="seats-line">${here}${
          table.bots > 0 &&
          html`, <span class="badge bot">${table.bots} BOT${table.bots > 1 ? "S" : ""}</span>`
        }${table.watching > 0 && html` · ${table.watching} watching`}</p>
        <p class="tags">
          ${table.playing && html`<span class="badge live">● Playing</span>`}
          ${table.private && html`<span class="badge gold">Private</span>`}
          
          ${closed && html`<span class="badge warn">${closed}</span>`}
          ${
            SPECTATORS[table.spectators] &&
            html`<span class="badge">${SPECTATORS[table.spectators]}</span>`
          }
        </p>
        <span class="visually-hidden">${table.taken} of ${table.seats} seats
        taken: ${table.names.map(nameOf).join(", ")}</span>
      </div>
      <span class=${`button small ${tone}`}>${action}</span>
    </a>
  </li>`;
}

/** @type {Record<string, [string, (table: any) => boolean]>} */
const FILTERS = {
  free: ["Free seats", (t) => t.taken < t.seats],
  people: ["With people", (t) => t.taken > t.bots],
  quiet: ["No bots", (t) => t.bots === 0],
};

/** The filters that this browser used last. */
const savedFilters = () => ({ on: {}, game: "", ...settings.lobby });

function Lobby() {
  const [state, setState] = useState(start);
  const [{ on, game: wished }, setFilters] = useState(savedFilters);
  const game = games.some(({ key }) => key === wished) ? wished : "";
  const filter = (change) => {
    const filters = { on, game, ...change };
    setFilters(filters);
    choose({ lobby: filters });
  };
  const [text, setText] = useState("");
  useEffect(
    () => listen(start.ws, (message) => message.type === "tables" && setState(message)),
    [],
  );
  const passes = (table) =>
    Object.entries(FILTERS).every(([key, [, test]]) => !on[key] || test(table)) &&
    (!game || table.game === game) &&
    (!text ||
      `${table.name} ${table.names.map(nameOf).join(" ")}`
        .toLowerCase()
        .includes(text.toLowerCase()));
  const tables = state.tables ?? [];
  const mine = tables.filter((table) => table.mine);
  const others = tables.filter((table) => !table.mine && passes(table));
  return html`
    ${
      mine.length > 0 &&
      html`<h3 class="list-title">My tables</h3>
    <ul class="table-grid">${mine.map(
      (table) => html`<${Card} key=${table.slug}
    table=${table} />`,
    )}</ul>`
    }
    ${
      tables.length > mine.length &&
      html`<div class="filters">
      ${mine.length > 0 && html`<h3 class="list-title">Open tables</h3>`}
      ${
        games.length > 1 &&
        html`<select aria-label="Game" value=${game}
      onChange=${(e) => filter({ game: e.target.value })}><option value="">All games</option>
      ${games.map((g) => html`<option value=${g.key}>${g.name}</option>`)}</select>`
      }
      ${Object.entries(FILTERS).map(
        ([key, [label]]) => html`<button type="button" class="chip"
      aria-pressed=${on[key] ? "true" : "false"} onClick=${() =>
        filter({ on: { ...on, [key]: !on[key] } })}>
      ${on[key] ? "✓ " : ""}${label}</button>`,
      )}
      <input class="filter-text" type="search" placeholder="Table or player"
      aria-label="Filter by table or player" value=${text}
      onInput=${(e) => setText(e.target.value)} />
      ${state.online > 0 && html`<span class="online num">${state.online} in the lobby</span>`}
    </div>`
    }
    <ul class="table-grid">${others.map(
      (table) => html`<${Card} key=${table.slug}
    table=${table} />`,
    )}</ul>
    ${
      others.length === 0 &&
      html`<div class="empty">
    ${
      tables.length > mine.length &&
      html`<button type="button" class="button quiet" onClick=${() => {
        filter({ on: {}, game: "" });
        setText("");
      }}>Show all tables</button>`
    }<p>${
      tables.length > mine.length
        ? "No table matches these filters."
        : mine.length
          ? "No other table is open."
          : "No table is open yet. Open the first one: bots keep you company until people come."
    }</p><a class="button green" href="/tables/new/">Open a table</a></div>`
    }`;
}

/** Keeps a socket to the lobby open, with growing delays between tries. */
function listen(path, take) {
  if (!path) return undefined;
  let tries = 0;
  let over = false;
  let socket;
  let pinger;
  let again;
  const open = () => {
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    socket.onmessage = (frame) => {
      const message = JSON.parse(frame.data);
      if (message.type === "refused") return; // too many windows: the server closes this one
      tries = 0;
      take(message);
    };
    socket.onopen = () => {
      clearInterval(pinger);
      pinger = setInterval(() => socket.readyState === 1 && socket.send('{"type":"ping"}'), 25000);
    };
    socket.onclose = () => {
      clearInterval(pinger);
      if (over) return;
      tries += 1;
      again = setTimeout(open, Math.min(20000, 600 * 1.8 ** tries) * (0.7 + Math.random() * 0.6));
    };
  };
  open();
  return () => {
    over = true;
    clearTimeout(again);
    socket?.close();
  };
}

/** Seats a visitor who chose a game before they had a name. */
const quick = new URLSearchParams(location.search).get("quick");
if (quick) {
  history.replaceState(null, "", location.pathname);
  /** @type {HTMLFormElement | null} */ (
    document.getElementById(`quick-${quick}`)
  )?.requestSubmit();
}

const list = document.getElementById("tables");
if (list) {
  list.textContent = "";
  list.replaceChildren();
  render(html`<${Lobby} />`, list);
}
