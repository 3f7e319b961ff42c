// @ts-check
/** Owns the result of a game: the winning side, the scores, the multiplier, what comes next. */

import { chips } from "../../chips.js";
import { has, listed, signed, text } from "../../messages.js";
import { html } from "../../view.js";
import { NextHand } from "../felt/outcome.js";
import { mySeat } from "../store.js";
import { Button } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { waiting } from "./words.js";

/** Whether it was a spring: the landlord played only once, or neither peasant played. */
function isSpring({ seats, result }) {
  const plays = (role) => seats.filter((s) => s.role === role).map((s) => s.plays);
  if (result.ended_by === "landlord") return plays("peasant").every((n) => n === 0);
  return result.ended_by === "peasants" && plays("landlord")[0] === 1;
}

/**
 * The factors of the score, the base first: what multiplied it, by how much, and how often it was.
 * @param {any} view @param {any} [rules] @returns {[string, number, number?][]}
 */
export function breakdown(view, rules = {}) {
  const { base, bid, bombs, rockets, seats, multiplier, opened = 1, result } = view;
  const robs = seats.filter(({ said }) => said === "rob").length;
  const rest = multiplier / (2 ** robs * opened);
  const bangs = (rules.bomb_multiplier ?? 2) ** bombs * (rules.rocket_multiplier ?? 2) ** rockets;
  /** @type {[string, number, number?][]} */
  const all = [
    ["base", base],
    ["bid", Math.round(rest / bangs) === bid ? bid : 1],
    ["robbed", 2 ** robs, robs],
    ["open", opened],
    ["bombs", bombs ? (rules.bomb_multiplier ?? 2) ** bombs : 1, bombs],
    ["rocket", rockets ? (rules.rocket_multiplier ?? 2) ** rockets : 1],
  ];
  const doubled = (seat) => (seat?.doubled ? 2 : 1);
  const landlord = seats.find(({ role }) => role === "landlord");
  const peasant = seats.find(({ role }) => role === "peasant");
  const net = new Map(result.net);
  const paid = Math.abs(net.get(peasant?.seat) ?? 0) / doubled(peasant) / doubled(landlord);
  const spring = rules.spring ?? Math.round(paid / (base * multiplier));
  if (landlord?.doubled) all.push(["landlord_doubled", 2]);
  if (isSpring(view) && spring > 1 && spring <= 3) all.push(["spring", spring]);
  const product = all.reduce((whole, [, times], i) => (i ? whole * times : 1), 1);
  if (rules.multiplier_cap && product > rules.multiplier_cap)
    all.push(["limit", rules.multiplier_cap]);
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
      onClick=${actions.start}>${text("dou_dizhu.again")}</${Button}>`;
  const names = listed(restart.seats.map(name), "disjunction");
  return html`<p class="next">${text("dou_dizhu.again_waits", { names })}</p>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function Result({ state, name, actions }) {
  const { view } = state.hand;
  const { result, seats, landlord } = view;
  const net = new Map(result.net);
  const mine = net.get(mySeat(state) ?? -1) ?? 0;
  const draw = result.pots.length === 0;
  const forfeit = (net.get(landlord ?? -1) ?? 0) > 0 ? "landlord" : "peasants";
  const own = `dou_dizhu.outcome.${result.ended_by}`;
  const title = text(has(own) ? own : `dou_dizhu.outcome.${forfeit}`);
  const factors = draw ? [] : breakdown(view, state.table.rules ?? {});
  const spring = factors.some(([what]) => what === "spring");
  const rows = [...seats].sort((a, b) => (net.get(b.seat) ?? 0) - (net.get(a.seat) ?? 0));
  return html`<section class=${`ddz-end ${mine > 0 ? "won" : mine < 0 ? "lost" : ""}`}
    aria-label=${text("dou_dizhu.result")}>
    <h2>${!draw && html`<${Icon} name="cup" />`}${title}${
      spring && html` <em>${text("dou_dizhu.flash.spring", { times: 0 })}</em>`
    }</h2>
    ${result.ended_by === "forfeit" && html`<p class="how">${text("dou_dizhu.forfeited")}</p>`}
    ${
      draw
        ? html`<p class="how">
          ${text(result.ended_by === "all_pass" ? "dou_dizhu.dealt_again" : "dou_dizhu.drawn")}
          </p>`
        : html`<table><tbody>${rows.map(
            (seat) => html`<tr class=${[
              (net.get(seat.seat) ?? 0) > 0 ? "gains" : "pays",
              seat.seat === mySeat(state) ? "mine" : "",
            ].join(" ")}>
          <th scope="row">${name(seat.seat)}<small>
          ${text(`dou_dizhu.role.${seat.role}`)}</small>
          ${seat.doubled && html` <em title=${text("dou_dizhu.doubled")}>×2</em>`}</th>
          <td class="num change">${signed(net.get(seat.seat) ?? 0)}</td>
          <td class="num total">${chips(seat.stack)}</td></tr>`,
          )}</tbody></table>
      <p class="factors num">${factors.map(
        ([what, times, count = 0], i) => html`<span>
      ${text(`dou_dizhu.factor.${what}`, { count })} <b>${i ? "×" : ""}${chips(times)}</b></span>`,
      )}</p>`
    }
    <${Again} state=${state} name=${name} actions=${actions} />
  </section>`;
}
