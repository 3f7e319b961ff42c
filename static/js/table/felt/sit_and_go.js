// @ts-check
/** Owns what a sit and go shows beside its hands: level, prizes, finishes, and the final result. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { still } from "../../settings.js";
import { html, useEffect, useState } from "../../view.js";
import { mySeat, playing } from "../store.js";
import { Button } from "../ui/button.js";
import { Icon } from "../ui/icons.js";
import { Countdown } from "./clock.js";

/** The last hand stays visible this long before the final result. */
const LAST_LOOK_MS = 3500;

const blindsText = ({ small, big, ante }) =>
  `${chips(small)}/${chips(big)}${ante ? ` ante ${chips(ante)}` : ""}`;

/** The next blind level and its time. */
function Next({ sitAndGo: { next }, state }) {
  if (!next) return html`<span>the blinds stay the same</span>`;
  const left = next.in_hands;
  const when =
    left != null
      ? text("table.level_in_hands", { count: left })
      : next.at && html`in <${Countdown} until=${next.at} state=${state} /> s`;
  return html`<span class="num">${blindsText(next)} ${when}</span>`;
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
      <div><dt>Entry</dt><dd class="num">${chips(sitAndGo.entry)}</dd></div>
      <div><dt>Starting stack</dt><dd class="num">${chips(sitAndGo.starting)}</dd></div>
      ${sitAndGo.prizes.map(
        (prize, i) => html`<div><dt>${text("table.prize", { place: i + 1 })}</dt>
      <dd class="num">${chips(prize)}</dd></div>`,
      )}
    </dl>
    ${
      sitAndGo.state === "registering"
        ? html`<p>${sitAndGo.players} of ${sitAndGo.size} have joined.</p>`
        : html`<p>Next level: <${Next} sitAndGo=${sitAndGo} state=${state} /></p>
          <p>${left} of ${sitAndGo.size} still in.</p>`
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
  const winner = first.map((p) => p.name ?? name(p.seat)).join(" and ");
  return html`<section class="final" role="status" aria-label="The game is over">
    <${Icon} name="cup" />
    <h2>${winner ? `${winner} ${first.length > 1 ? "win" : "wins"} the game` : "The game is over"}
    </h2>
    <${Places} places=${sitAndGo.places} name=${name} />
    ${
      mySeat(state) !== null &&
      !state.boot.replay &&
      html`<${Button} look="primary big" onClick=${() => actions.tell({ type: "again" })}>Play again
    for ${chips(sitAndGo.entry)}</${Button}>`
    }
  </section>`;
}

/** @param {{state: any, name: (seat: number) => string, actions: any}} props */
export function SitAndGo({ state, name, actions }) {
  const { sit_and_go: sitAndGo } = state.table;
  const ended = useEnded(state);
  if (ended) return html`<${FinalResult} state=${state} name=${name} actions=${actions} />`;
  const head = sitAndGo.state === "registering" ? "Sit and go" : `Level ${sitAndGo.level ?? 1}`;
  return html`<details class="sit-and-go">
    <summary><${Icon} name="cup" /><span><b>${head}</b> <small class="num">
    ${sitAndGo.blinds ? blindsText(sitAndGo.blinds) : ""}</small></span></summary>
    <${Facts} state=${state} name=${name} />
  </details>`;
}
