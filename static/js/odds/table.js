// @ts-check
/** Owns the page of all hands: search, sorting, pages, downloads. The server counts and plots. */
import { ODDS_SEARCH_CHARS_MAX } from "../bounds.js";
import { html, render, useState } from "../view.js";
import { Cards, debounce, percent, whole } from "./format.js";

const first = JSON.parse(document.getElementById("odds-data")?.textContent || "{}");
const EXAMPLES = ["A K Q", "pair of 7s", "A♠ K♠ Q♠", "queen high", "color hearts", "trail"];
const COLUMNS = [
  ["rank", "Rank"],
  ["win", "Wins"],
  ["lose", "Loses"],
  ["tie", "Ties"],
];
const DEFAULTS = { run_order: "a23_top", suits: "", q: "", sort: "rank", down: "", page: "1" };
const plots = /** @type {HTMLElement} */ (document.getElementById("odds-plots"));

/** The choices as a query string, without those that have their defaults. */
function query(chosen, names = Object.keys(DEFAULTS)) {
  const parts = new URLSearchParams();
  for (const name of names)
    if (String(chosen[name]) !== DEFAULTS[name]) parts.set(name, chosen[name]);
  const text = parts.toString();
  return text ? `?${text}` : "";
}
const rankingOf = (chosen) => query(chosen, ["run_order", "suits"]);

let asked = 0;
let plotted = first.chosen && rankingOf(first.chosen);
async function ask(chosen, show) {
  const turn = ++asked;
  const ranking = rankingOf(chosen);
  const names = [...Object.keys(DEFAULTS), ...(ranking === plotted ? [] : ["plots"])];
  const address = `/odds/rows/${query({ ...chosen, plots: "1" }, names)}`;
  const answer = await fetch(address)
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null);
  if (turn !== asked) return; // a later question is on its way
  if (!answer) return show(null);
  history.replaceState(null, "", `/odds/${query(chosen)}`);
  if (answer.plots) [plots.innerHTML, plotted] = [answer.plots, ranking];
  show(answer.found);
}
const askDebounced = debounce(ask, 180);

function Head({ chosen, change }) {
  const sort = (name) =>
    change({ sort: name, down: chosen.sort === name && !chosen.down ? "1" : "", page: "1" });
  return html`<thead><tr><th scope="col">Hand</th>${COLUMNS.map(
    ([name, label]) =>
      html`<th scope="col" class="num"
        aria-sort=${chosen.sort === name ? (chosen.down ? "descending" : "ascending") : "none"}>
        <button type="button" onClick=${() => sort(name)}>${label}
        <i>${chosen.sort === name ? (chosen.down ? "▼" : "▲") : "↕"}</i></button></th>`,
  )}<th scope="col" class="share-head">Win rate</th></tr></thead>`;
}

const Row = ({ row }) => html`<tr>
  <th scope="row"><${Cards} cards=${row.cards} /><small>${row.name}</small></th>
  ${COLUMNS.map(([name]) => html`<td class="num">${whole(row[name])}</td>`)}
  <td class="share"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
  <rect class="bar-back" width="100" height="10" />
  <rect class="bar-win" width=${row.share * 100} height="10" /></svg>
  <span>${percent(row.share, 2)}</span></td></tr>`;

function Choice({ name, label, choices, chosen, change }) {
  return html`<div class="field"><label for=${name}>${label}</label>
    <select id=${name} value=${chosen[name]}
    onChange=${(e) => change({ [name]: e.target.value, page: "1" })}>
    ${choices.map(
      ([value, text]) => html`<option value=${value} selected=${value === chosen[name]}>
    ${text}</option>`,
    )}</select></div>`;
}

function Pager({ found, change }) {
  if (found.pages < 2) return null;
  const go = (page) => change({ page: String(page) });
  return html`<nav class="pager" aria-label="Pages">
    <button type="button" class="button quiet small" disabled=${found.page <= 1}
    onClick=${() => go(found.page - 1)}>Previous</button>
    <span class="num">Page ${whole(found.page)} of ${whole(found.pages)}</span>
    <button type="button" class="button quiet small" disabled=${found.page >= found.pages}
    onClick=${() => go(found.page + 1)}>Next</button></nav>`;
}

function App() {
  const [chosen, setChosen] = useState(first.chosen);
  const [found, setFound] = useState(first.found);
  const [lost, setLost] = useState(false);
  const show = (answer) => {
    setLost(!answer);
    if (answer) setFound(answer);
  };
  const change = (values, calm = false) => {
    const next = { ...chosen, ...values };
    setChosen(next);
    (calm ? askDebounced : ask)(next, show);
  };
  const ranking = rankingOf(chosen);
  return html`
    <div class="odds-tools panel">
      <div class="field search"><label for="q">Search</label>
      <input id="q" type="search" maxlength=${ODDS_SEARCH_CHARS_MAX} autocomplete="off"
      spellcheck="false" placeholder="A K Q, pair of 7s, A♠ K♠ Q♠" value=${chosen.q}
      onInput=${(e) => change({ q: e.target.value, page: "1" }, true)} />
        <p class="examples">${EXAMPLES.map(
          (text) => html`<button type="button" class="chip"
        onClick=${() => change({ q: text, page: "1" })}>${text}</button>`,
        )}</p></div>
      <${Choice} name="run_order" label="Ranking of sequences"
      choices=${first.run_orders} chosen=${chosen}
      change=${change} />
      <${Choice} name="suits" label="Equal hands" choices=${first.suits} chosen=${chosen}
      change=${change} />
    </div>
    ${
      lost &&
      html`<p class="note error" role="alert">The server did not answer. These are the
    previous figures.</p>`
    }
    <div class="odds-result">
      <p class="found" role="status">${
        found.note
          ? html`<b class="bad">${found.note}
      </b>`
          : html`<b>${whole(found.count)}
      </b> of ${whole(found.of)} hands${
        found.count > 0 &&
        html`; on average they win <b>
      ${percent(found.average.win)}</b>, lose ${percent(found.average.lose)} and
      tie ${percent(found.average.tie)}`
      }`
      }</p>
      <p class="row files"><a class="button quiet small" href=${`/odds/table.csv${ranking}`}
      download>CSV</a><a class="button quiet small" href=${`/odds/table.json${ranking}`}
        download>JSON</a></p>
    </div>
    ${
      found.rows.length > 0 &&
      html`<div class="panel table-panel">
    <table class="odds-table"><${Head} chosen=${chosen} change=${change} />
    <tbody>${found.rows.map((row) => html`<${Row} key=${row.cards.join("")} row=${row} />`)}</tbody>
    </table></div>`
    }
    <${Pager} found=${found} change=${change} />`;
}

const place = document.getElementById("odds-app");
if (place && first.found) {
  place.replaceChildren();
  render(html`<${App} />`, place);
}
