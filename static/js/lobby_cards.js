// @ts-check
/** Owns the cards of the lobby's list. The page draws the same ones without their players. */
import { chips } from "./chips.js";
import { seatPositions } from "./table/seats/layout.js";
import { html } from "./view.js";

const games = JSON.parse(document.getElementById("games-data")?.textContent || "[]");
const SPECTATORS = {
  closed: "No spectators",
  after_hand: "Cards shown after the hand",
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

export function Card({ table }) {
  const free = table.seats - table.taken;
  const people = table.taken - table.bots;
  const here = people
    ? `${people} ${people === 1 ? "person" : "people"}`
    : table.bots > 0
      ? `Bots only (${table.bots})`
      : "Nobody yet";
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
        <h3><bdi>${table.name}</bdi></h3>
        <p class="game"><${Picture} game=${table.game} />${gameOf(table)}</p>
        <p class="stakes num"><b>${table.stakes}</b> · ${price(table)}</p>
        <p class="seats-line">${here}${
          people > 0 &&
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
          ${table.hides_stacks && html`<span class="badge">Hidden stacks</span>`}
        </p>
        <span class="visually-hidden">${table.taken} of ${table.seats} seats
        taken: ${table.names.map(nameOf).join(", ")}</span>
      </div>
      <span class=${`button small ${tone}`}>${action}</span>
    </a>
  </li>`;
}
