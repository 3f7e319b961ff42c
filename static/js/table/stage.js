// @ts-check
/** Owns the table itself: rail, felt, seats; the game draws the middle and what lies on the felt. */
import { html, useEffect, useState } from "../view.js";
import { Countdown } from "./clock.js";
import { places } from "./layout.js";
import { Seat } from "./seat.js";
import { settings } from "./settings.js";
import { mySeat } from "./store.js";

const upright = matchMedia("(max-width: 700px), (max-aspect-ratio: 4/5)");

/** True on an upright phone; follows the device when it is turned. */
export function useUpright() {
  const [tall, setTall] = useState(upright.matches);
  useEffect(() => {
    const turn = () => setTall(upright.matches);
    upright.addEventListener("change", turn);
    return () => upright.removeEventListener("change", turn);
  }, []);
  return tall;
}

function Waiting({ state, actions }) {
  const { table } = state;
  const mine = mySeat(state) !== null;
  const next = table.next_at;
  return html`<div class="waiting">
    <p class="big">${next ? html`Next hand in <${Countdown} until=${next} state=${state} />` : table.waiting || (table.can_start ? "Ready to deal" : "Waiting for players")}</p>
    ${
      mine &&
      !state.boot.replay &&
      html`<div class="waiting-buttons">
      ${table.can_start && html`<button type="button" class="button primary" onClick=${actions.start}>Deal the first hand</button>`}
      ${table.seats.filter((s) => s?.name).length < table.max_seats && html`<button type="button" class="button quiet" onClick=${() => actions.open("bots")}>Add bots</button>`}
      ${table.invite && html`<button type="button" class="button quiet" onClick=${() => actions.open("invite")}>Invite</button>`}
    </div>`
    }
  </div>`;
}

/** The state of a contest; its module comes with the first contest. */
function Contest({ state, name, actions }) {
  const [Panel, setPanel] = useState(/** @type {any} */ (null));
  useEffect(() => {
    import("./contest.js").then((m) => setPanel(() => m.Contest));
  }, []);
  return Panel && html`<${Panel} state=${state} name=${name} actions=${actions} />`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function Stage({ state, name, actions }) {
  const tall = useUpright();
  const mine = mySeat(state);
  const { table, hand, game } = state;
  const where = (game.places ?? places)(table.max_seats, mine, tall, settings.edge);
  const { Middle, Felt } = game;
  const over = table.contest && (table.contest.state === "finished" || !hand) && !state.running;
  return html`<section class=${`stage ${tall ? "tall" : "wide"} ${mine === null ? "watching" : "seated"} seats-${table.max_seats} game-${table.game}`} aria-label="Table">
    <div class="oval"><div class="felt"><span class="felt-mark" aria-hidden="true">Cardhouse</span></div></div>
    <div class="middle">
      ${hand ? html`<${Middle} state=${state} name=${name} actions=${actions} />` : !over && html`<${Waiting} state=${state} actions=${actions} />`}
    </div>
    ${Felt && hand && html`<${Felt} state=${state} where=${where} tall=${tall} />`}
    <ol class="seats">
      ${where.map((place, seat) => (seat === mine ? null : html`<${Seat} key=${seat} state=${state} seat=${seat} place=${place} onSit=${actions.sit} />`))}
    </ol>
    ${table.contest && html`<${Contest} state=${state} name=${name} actions=${actions} />`}
  </section>`;
}
