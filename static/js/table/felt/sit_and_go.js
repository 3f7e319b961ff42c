// @ts-check
/** Owns what a sit and go shows beside its hands: level, prizes, finishes, and the final result. */
import { chips } from "../../chips.js";
import { isolate } from "../../isolate.js";
import { listed, text } from "../../messages.js";
import { still } from "../../settings.js";
import { html, useEffect, useState } from "../../view.js";
import { mySeat, playing } from "../store.js";
import { Button } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { Countdown } from "./clock.js";

/** The last hand stays visible this long before the final result. */
const LAST_LOOK_MS = 3500;

const blindsText = ({ small, big, ante }) => text("table.blinds", { small, big, ante: ante ?? 0 });

/** The next blind level and its time. */
function Next({ sitAndGo: { next }, state }) {
  if (!next) return text("table.last_level");
  const blinds = blindsText(next);
  if (next.in_hands != null)
    return text("table.next_level_in_hands", { blinds, count: next.in_hands });
  if (!next.at) return text("table.next_level", { blinds });
  return html`<${Countdown} until=${next.at} state=${state} says="table.level_in_seconds"
    args=${{ blinds }} />`;
}

const Places = ({ places, name }) =>
  html`<ol class="ranks">${[...places]
    .sort((a, b) => a.place - b.place)
    .map(
      ({ place, seat, name: who, prize, tied }) =>
        html`<li class=${prize > 0 ? "paid" : ""}><b>
          ${text("table.finish", { place })}${tied ? "=" : ""}</b>
          <span>${who ?? name(seat)}</span><span class="num">${prize > 0 ? chips(prize) : "–"}
          </span></li>`,
    )}</ol>`;

function Facts({ state, name }) {
  const { sit_and_go: sitAndGo } = state.table;
  const left = sitAndGo.size - sitAndGo.places.length;
  return html`<div class="sit-and-go-facts">
    <dl>
      <div><dt>${text("table.fact.entry")}</dt><dd class="num">${chips(sitAndGo.entry)}</dd></div>
      <div><dt>${text("table.starting_stack")}</dt>
      <dd class="num">${chips(sitAndGo.starting)}</dd></div>
      ${sitAndGo.prizes.map(
        (prize, i) => html`<div><dt>${text("table.prize", { place: i + 1 })}</dt>
      <dd class="num">${chips(prize)}</dd></div>`,
      )}
    </dl>
    ${
      sitAndGo.state === "registering"
        ? html`<p>${text("table.joined", sitAndGo)}</p>`
        : html`<p class="num"><${Next} sitAndGo=${sitAndGo} state=${state} /></p>
          <p>${text("table.still_in", { left, size: sitAndGo.size })}</p>`
    }
    ${sitAndGo.places.length > 0 && html`<${Places} places=${sitAndGo.places} name=${name} />`}
  </div>`;
}

/** True a moment after the game has ended, so that players see its last hand. */
function useEnded(state) {
  const over = state.table.sit_and_go.state === "finished" && !state.running && !playing(state);
  const [ended, setEnded] = useState(false);
  useEffect(() => {
    if (!over) return setEnded(false);
    const look = state.hand?.view.result && !still() ? LAST_LOOK_MS : 0;
    const timer = setTimeout(() => setEnded(true), look);
    return () => clearTimeout(timer);
  }, [over]);
  return over && ended;
}

function FinalResult({ state, name, actions }) {
  const { sit_and_go: sitAndGo } = state.table;
  const first = sitAndGo.places.filter(({ place }) => place === 1);
  const names = listed(first.map((p) => (p.name ? isolate(p.name) : name(p.seat))));
  return html`<section class="final" role="status" aria-label=${text("table.game_over")}>
    <${Icon} name="cup" />
    <h2>${text(names ? "table.game_won" : "table.game_over", { names, count: first.length })}</h2>
    <${Places} places=${sitAndGo.places} name=${name} />
    ${
      mySeat(state) !== null &&
      !state.boot.replay &&
      html`<${Button} look="primary big" onClick=${() => actions.tell({ type: "again" })}>
    ${text("table.again_for", sitAndGo)}</${Button}>`
    }
  </section>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function SitAndGo({ state, name, actions }) {
  const { sit_and_go: sitAndGo } = state.table;
  const ended = useEnded(state);
  if (ended) return html`<${FinalResult} state=${state} name=${name} actions=${actions} />`;
  const head =
    sitAndGo.state === "registering"
      ? text("table.sit_and_go")
      : text("table.level", { level: sitAndGo.level ?? 1 });
  return html`<details class="sit-and-go">
    <summary><${Icon} name="cup" /><span><b>${head}</b> <small class="num">
    ${sitAndGo.blinds ? blindsText(sitAndGo.blinds) : ""}</small></span></summary>
    <${Facts} state=${state} name=${name} />
  </details>`;
}
