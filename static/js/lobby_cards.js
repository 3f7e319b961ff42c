// @ts-check
/** Owns the cards of the lobby's list. The page draws the same ones without their players. */
import { isolate } from "./isolate.js";
import { text } from "./messages.js";
import { seatPositions } from "./table/seats/layout.js";
import { html } from "./view.js";

const games = JSON.parse(document.getElementById("games-data")?.textContent || "[]");
/** How spectators see a table, unless it is as usual: as an opponent. */
const SPECTATORS = ["closed", "after_hand", "delayed", "open"];
const CLOSED = ["frozen", "paused", "draining"];

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
  if (format === "points") return text("lobby.list.points");
  if (format === "sit_and_go") return text("lobby.list.entry", { amount: least });
  if (least === most) return text("lobby.list.buy_in", { amount: least });
  return text("lobby.list.buy_in_from", { least, most });
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
function stakesOf({ game, figures }) {
  const known = games.find(({ key }) => key === game);
  return known ? text(known.stakes, figures) : "";
}

const nameOf = (person) => (typeof person === "string" ? person : person.name);

/** What the card's button does. */
function actionOf(table, free) {
  if (table.my_turn) return text("pages.your_turn");
  if (table.mine) return text("lobby.list.back");
  return text(free > 0 ? "lobby.list.join" : "lobby.list.watch");
}

export function Card({ table }) {
  const free = table.seats - table.taken;
  const people = table.taken - table.bots;
  const watched = table.spectators;
  const tone = table.my_turn ? "primary" : table.mine || free > 0 ? "green" : "quiet";
  const badge = (on, look, key) => on && html`<span class=${`badge ${look}`}>${text(key)}</span>`;
  const seats = {
    taken: table.taken,
    seats: table.seats,
    names: table.names.map((one) => isolate(nameOf(one))).join(text("common.list_separator")),
  };
  return html`<li class=${`table-card ${table.mine ? "mine" : ""} ${table.my_turn ? "turn" : ""}`}>
    <a class="cover" href=${`/t/${table.slug}/`}>
      <${MiniTable} table=${table} />
      <div class="card-words">
        <h3><bdi>${table.name}</bdi></h3>
        <p class="game"><${Picture} game=${table.game} />${gameOf(table)}</p>
        <p class="stakes num"><b>${stakesOf(table)}</b> · ${price(table)}</p>
        <p class="seats-line"><${Company} people=${people} bots=${table.bots} />${
          table.watching > 0 && html` · ${text("lobby.list.watching", { count: table.watching })}`
        }</p>
        <p class="tags">
          ${badge(table.playing, "live", "lobby.list.playing")}
          ${badge(table.private, "gold", "lobby.list.private")}
          ${badge(CLOSED.includes(table.state), "warn", `lobby.state.${table.state}`)}
          ${badge(SPECTATORS.includes(watched), "", `lobby.spectators.${watched}`)}
          ${badge(table.hides_stacks, "", "lobby.list.hides_stacks")}
        </p>
        <span class="visually-hidden">${text("lobby.list.seats", seats)}</span>
      </div>
      <span class=${`button small ${tone}`}>${actionOf(table, free)}</span>
    </a>
  </li>`;
}
