// @ts-check
/** Owns the rows of the lobby's list. The page draws the same ones without their players. */
import { isolate } from "./isolate.js";
import { number, text } from "./messages.js";
import { html } from "./view.js";

/** The games in the order of the lobby. @type {any[]} */
export const games = JSON.parse(document.getElementById("games-data")?.textContent || "[]");
/** How spectators see a table, unless it is as usual: as an opponent. */
const SPECTATORS = ["closed", "after_hand", "delayed", "open"];
const CLOSED = ["frozen", "paused", "draining"];
/** As many seats of a table have a mark. */
const SEATS_SHOWN_MAX = 9;

/** The game of a table. */
const gameOf = (table) => games.find((entry) => entry.key === table.game);

/** The name of the preset, unless it is the game's default. */
function presetOf(table) {
  const game = gameOf(table);
  return !game || table.preset === game.usual_preset ? "" : (game.presets[table.preset] ?? "");
}

/** The price of a seat. */
function price({ format, min_buy_in: least, max_buy_in: most }) {
  if (format === "points") return text("lobby.list.points");
  if (format === "unrated") return text("lobby.list.unrated");
  if (format === "sit_and_go") return text("lobby.list.entry", { amount: least });
  if (least === most) return text("lobby.list.buy_in", { amount: least });
  return text("lobby.list.buy_in_from", { least, most });
}

/** The players of a table, by seats. */
function Sitters({ table }) {
  const by = new Map(table.names.map((person, i) => [person.seat ?? i, person]));
  return html`<span class="sitters" aria-hidden="true">${Array.from(
    { length: Math.min(table.seats, SEATS_SHOWN_MAX) },
    (_, seat) => {
      const person = by.get(seat);
      return person
        ? html`<i class=${`mini-seat ${person.kind.endsWith("bot") ? "bot" : ""}`}
          title=${person.name}><ch-avatar seed=${String(person.avatar ?? 0)} kind=${person.kind}>
          </ch-avatar></i>`
        : html`<i class="mini-seat free"></i>`;
    },
  )}</span>`;
}

/** Who is at a table. */
function Company({ people, bots }) {
  if (!people && bots > 0) return text("lobby.list.bots_only", { count: bots });
  if (!people) return text("lobby.list.nobody");
  const named = text("lobby.list.people", { count: people });
  if (!bots) return named;
  const badge = html`<span class="badge bot">${text("lobby.list.bots", { count: bots })}</span>`;
  return html`${named}${text("common.list_separator")}${badge}`;
}

/** The stakes in words. */
function stakesOf(table) {
  const known = gameOf(table);
  return known ? text(known.stakes, table.figures) : "";
}

const nameOf = (person) => (typeof person === "string" ? person : person.name);

/** What the row's button does. */
function actionOf(table, free) {
  if (table.my_turn) return text("pages.your_turn");
  if (table.mine) return text("lobby.list.back");
  return text(free > 0 ? "lobby.list.join" : "lobby.list.watch");
}

const Figure = ({ name, amount }) =>
  html`<span class="row-figure num">${
    amount !== null && html`<small>${text(name)}</small> ${number(amount)}`
  }</span>`;

/** The button: a seat by one tap, or the way to the table. */
function Way({ table, free }) {
  const tone = table.my_turn ? "primary" : table.mine || free > 0 ? "green" : "quiet";
  const look = `button small ${tone}`;
  const words = html`${actionOf(table, free)}<span class="visually-hidden"> ${table.name}</span>`;
  return tone === "green" && !table.mine && table.format !== "sit_and_go"
    ? html`<button class=${look} form="seat-form" name="table" value=${table.slug}>
        ${words}</button>`
    : html`<a class=${look} href=${`/t/${table.slug}/`}>${words}</a>`;
}

/** A table; `named`: with the name of its game. */
export function Row({ table, named }) {
  const free = table.seats - table.taken - table.waiting;
  const people = table.taken - table.bots;
  const watched = table.spectators;
  const preset = presetOf(table);
  const badge = (on, look, key) => on && html` <span class=${`badge ${look}`}>${text(key)}</span>`;
  const seats = {
    taken: table.taken,
    seats: table.seats,
    names: table.names.map((one) => isolate(nameOf(one))).join(text("common.list_separator")),
  };
  return html`<li class=${`table-row ${table.mine ? "mine" : ""} ${table.my_turn ? "turn" : ""}`}>
    <a class="cover" href=${`/t/${table.slug}/`}>
      <span class="row-name"><b class="title"><bdi>${table.name}</bdi></b>
        ${named && html` <span class="game">${gameOf(table)?.name}</span>`}
        ${preset && html` <span class="preset">${preset}</span>`}
        ${badge(table.playing, "live", "lobby.list.playing")}
        ${badge(table.private, "gold", "lobby.list.private")}
        ${badge(CLOSED.includes(table.state), "warn", `lobby.state.${table.state}`)}
        ${badge(SPECTATORS.includes(watched), "", `lobby.spectators.${watched}`)}
        ${badge(table.hides_stacks, "", "lobby.list.hides_stacks")}
      </span>
      <span class="row-stakes num"><b>${stakesOf(table)}</b> <span>${price(table)}</span></span>
      <span class="row-people"><${Sitters} table=${table} />
        <b class="mini-count num" aria-hidden="true">${table.taken}/${table.seats}</b>
        <span class="visually-hidden">${text("lobby.list.seats", seats)}</span>
        <span class="company"><${Company} people=${people} bots=${table.bots} />${
          table.watching > 0 && html` · ${text("lobby.list.watching", { count: table.watching })}`
        }${
          table.waiting > 0 && html` · ${text("lobby.list.waiting", { count: table.waiting })}`
        }</span></span>
      <${Figure} name="lobby.list.average_pot" amount=${table.average_pot} />
      <${Figure} name="lobby.list.speed" amount=${table.hands_an_hour} />
    </a>
    <${Way} table=${table} free=${free} />
  </li>`;
}
