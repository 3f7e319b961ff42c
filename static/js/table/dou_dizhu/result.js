// @ts-check
/** Owns the result of a game: the winning side, the scores, the multiplier, what comes next. */

import { chips } from "../../chips.js";
import { signed } from "../../messages.js";
import { html } from "../../view.js";
import { NextHand } from "../felt/outcome.js";
import { mySeat } from "../store.js";
import { Button } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { waiting } from "./words.js";

const TITLES = {
  landlord: "The landlord wins",
  peasants: "The peasants win",
  all_pass: "Everyone passed",
  left: "No game",
};

/** Whether it was a spring: the landlord played only once, or neither peasant played. */
function isSpring({ seats, result }) {
  const plays = (role) => seats.filter((s) => s.role === role).map((s) => s.plays);
  if (result.ended_by === "landlord") return plays("peasant").every((n) => n === 0);
  return result.ended_by === "peasants" && plays("landlord")[0] === 1;
}

/**
 * The factors of the score; pure.
 * @param {any} view @param {any} [rules] @returns {[string, number][]} the base first
 */
export function breakdown(view, rules = {}) {
  const { base, bid, bombs, rockets, seats, multiplier, opened = 1, result } = view;
  const robs = seats.filter(({ said }) => said === "rob").length;
  const rest = multiplier / (2 ** robs * opened);
  const bangs = (rules.bomb_multiplier ?? 2) ** bombs * (rules.rocket_multiplier ?? 2) ** rockets;
  /** @type {[string, number][]} */
  const all = [
    ["Base", base],
    ["Bid", Math.round(rest / bangs) === bid ? bid : 1],
    [robs === 1 ? "Robbed" : `Robbed ${robs} times`, 2 ** robs],
    ["Open hand", opened],
    [bombs === 1 ? "Bomb" : `${bombs} bombs`, bombs ? (rules.bomb_multiplier ?? 2) ** bombs : 1],
    ["Rocket", rockets ? (rules.rocket_multiplier ?? 2) ** rockets : 1],
  ];
  const doubled = (seat) => (seat?.doubled ? 2 : 1);
  const landlord = seats.find(({ role }) => role === "landlord");
  const peasant = seats.find(({ role }) => role === "peasant");
  const net = new Map(result.net);
  const paid = Math.abs(net.get(peasant?.seat) ?? 0) / doubled(peasant) / doubled(landlord);
  const spring = rules.spring ?? Math.round(paid / (base * multiplier));
  if (landlord?.doubled) all.push(["Landlord doubled", 2]);
  if (isSpring(view) && spring > 1 && spring <= 3) all.push(["Spring", spring]);
  const product = all.reduce((whole, [, times], i) => (i ? whole * times : 1), 1);
  if (rules.multiplier_cap && product > rules.multiplier_cap)
    all.push(["Limit", rules.multiplier_cap]);
  return all.filter(([, times], i) => i === 0 || times !== 1);
}

function Again({ state, name, actions }) {
  const { table } = state;
  const { restart } = table;
  const few = waiting(state);
  const mine = mySeat(state);
  if (state.boot.replay) return null;
  if (few) return html`<p class="next">${few}</p>`;
  if (!restart?.needed) return html`<${NextHand} state=${state} />`;
  if (mine !== null && restart.seats.includes(mine))
    return html`<${Button} look="primary big"
      onClick=${actions.start}>Play again</${Button}>`;
  return html`<p class="next">Waiting for ${restart.seats.map(name).join(" or ")} to start the next
    game</p>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function Result({ state, name, actions }) {
  const { view } = state.hand;
  const { result, seats, landlord } = view;
  const net = new Map(result.net);
  const mine = net.get(mySeat(state) ?? -1) ?? 0;
  const draw = result.pots.length === 0;
  const forfeit = (net.get(landlord ?? -1) ?? 0) > 0 ? "landlord" : "peasants";
  const title = TITLES[result.ended_by] ?? TITLES[forfeit];
  const factors = draw ? [] : breakdown(view, state.table.rules ?? {});
  const spring = factors.some(([what]) => what === "Spring");
  const rows = [...seats].sort((a, b) => (net.get(b.seat) ?? 0) - (net.get(a.seat) ?? 0));
  return html`<section class=${`ddz-end ${mine > 0 ? "won" : mine < 0 ? "lost" : ""}`} role="status"
    aria-label="Result">
    <h2>${!draw && html`<${Icon} name="cup" />`}${title}${spring && html` <em>Spring!</em>`}</h2>
    ${
      result.ended_by === "forfeit" &&
      html`<p class="how">A player left and forfeited the game.</p>`
    }
    ${
      draw
        ? html`<p class="how">
          ${result.ended_by === "all_pass" ? "The cards are dealt again." : "Nobody wins or loses."}
          </p>`
        : html`<table><tbody>${rows.map(
            (seat) => html`<tr class=${[
              (net.get(seat.seat) ?? 0) > 0 ? "gains" : "pays",
              seat.seat === mySeat(state) ? "mine" : "",
            ].join(" ")}>
          <th scope="row">${name(seat.seat)}<small>
          ${seat.role === "landlord" ? "Landlord" : "Peasant"}</small>
          ${seat.doubled && html` <em title="Doubled">×2</em>`}</th>
          <td class="num change">${signed(net.get(seat.seat) ?? 0)}</td>
          <td class="num total">${chips(seat.stack)}</td></tr>`,
          )}</tbody></table>
      <p class="factors num">${factors.map(
        ([what, times], i) => html`<span>
      ${what} <b>${i ? "×" : ""}${chips(times)}</b></span>`,
      )}</p>`
    }
    <${Again} state=${state} name=${name} actions=${actions} />
  </section>`;
}
