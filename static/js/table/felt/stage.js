// @ts-check
/**
 * Owns the table itself: felt and seats; the game draws the middle and what is on the felt.
 */

import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html, useEffect, useState } from "../../view.js";
import { Seat } from "../seats/seat.js";
import { mySeat, turnedBy } from "../store.js";
import { later } from "../ui/later.js";

const upright = matchMedia("(width <= 700px) and (aspect-ratio < 5/4), (aspect-ratio <= 4/5)");

/** True on an upright phone; follows the device. */
function useUpright() {
  const [tall, setTall] = useState(upright.matches);
  useEffect(() => {
    const turn = () => setTall(upright.matches);
    upright.addEventListener("change", turn);
    return () => upright.removeEventListener("change", turn);
  }, []);
  return tall;
}

const Waiting = later(() => import("./waiting.js").then((m) => m.Waiting));

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function Stage(props) {
  const { state, actions } = props;
  const tall = useUpright();
  const mine = mySeat(state);
  const { table, hand, game } = state;
  const count = table.max_seats;
  const places = game.seatPositions(count, mine, tall, settings.edge);
  const turn = turnedBy(state);
  const where = places.map((_, seat) => places[(seat - turn + count) % count]);
  const { Middle, Felt, SitAndGo } = game;
  const crowd = table.max_seats > 10 ? "crowd" : "";
  const like = game.drawnLike ? `game-${game.drawnLike}` : "";
  const who = mine === null ? "watching" : "seated";
  const form = `${tall ? "tall" : "wide"} ${who} ${crowd} ${like}`;
  return html`<section class=${`stage ${form} seats-${table.max_seats} game-${table.game}`}
    aria-label=${text("table.dialog.menu")}>
    <div class="oval"><div class="felt"><span class="felt-mark" aria-hidden="true">Cardhouse</span>
    </div></div>
    <div class="middle">
      ${
        hand
          ? html`<${Middle} ...${props} />`
          : table.sit_and_go?.state !== "finished" && html`<${Waiting} ...${props} />`
      }
    </div>
    ${Felt && hand && html`<${Felt} state=${state} where=${where} tall=${tall} />`}
    <ol class="seats">
      ${where.map(
        (place, seat) =>
          seat !== mine &&
          html`<${Seat} key=${seat} state=${state} seat=${seat} place=${place}
          onSit=${actions.sit} onOpen=${state.boot.replay ? null : actions.open} />`,
      )}
    </ol>
    ${table.sit_and_go && html`<${SitAndGo} ...${props} />`}
  </section>`;
}
