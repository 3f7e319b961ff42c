// @ts-check
/** Owns the page of all hands: search, sorting, pages, downloads. The server counts and plots. */
import { ODDS_SEARCH_CHARS_MAX } from "../bounds.js";
import { withElements } from "../elements.js";
import { load, number, text } from "../messages.js";
import { html, render, useState } from "../view.js";
import { Cards, debounce, percent } from "./format.js";

const first = JSON.parse(document.getElementById("odds-data")?.textContent || "{}");
const COLUMNS = ["rank", "win", "lose", "tie"];
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
  return html`<thead><tr><th scope="col">${text("odds.column.hand")}</th>${COLUMNS.map(
    (name) =>
      html`<th scope="col" class="num"
        aria-sort=${chosen.sort === name ? (chosen.down ? "descending" : "ascending") : "none"}>
        <button type="button" onClick=${() => sort(name)}>${text(`odds.column.${name}`)}
        <i>${chosen.sort === name ? (chosen.down ? "▼" : "▲") : "↕"}</i></button></th>`,
  )}<th scope="col" class="share-head">${text("odds.column.share")}</th></tr></thead>`;
}

const Row = ({ row }) => html`<tr>
  <th scope="row"><${Cards} cards=${row.cards} /><small>${row.name}</small></th>
  ${COLUMNS.map((name) => html`<td class="num">${number(row[name])}</td>`)}
  <td class="share"><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
  <rect class="bar-back" width="100" height="10" />
  <rect class="bar-win" width=${row.share * 100} height="10" /></svg>
  <span>${percent(row.share, 2)}</span></td></tr>`;

function Choice({ name, label, choices, chosen, change }) {
  return html`<div class="field"><label for=${name}>${label}</label>
    <select id=${name} value=${chosen[name]}
    onChange=${(e) => change({ [name]: e.target.value, page: "1" })}>
    ${choices.map(
      ([value, named]) => html`<option value=${value} selected=${value === chosen[name]}>
    ${named}</option>`,
    )}</select></div>`;
}

/** Searches to try, in the reader's words. */
const examples = () => {
  const [pair, ...others] = ["pair", "high", "color", "trail"].map((name) =>
    text(`odds.example.${name}`),
  );
  return ["A K Q", pair, "A♠ K♠ Q♠", ...others];
};

/** What was found, for its sentence. */
const shares = ({ count, of, average }) => ({
  found: html`<b>${number(count)}</b>`,
  of,
  win: html`<b>${percent(average?.win ?? 0)}</b>`,
  lose: percent(average?.lose ?? 0),
  tie: percent(average?.tie ?? 0),
});

function Pager({ found, change }) {
  if (found.pages < 2) return null;
  const go = (page) => change({ page: String(page) });
  return html`<nav class="pager" aria-label=${text("pages.pager.label")}>
    <button type="button" class="button quiet small" disabled=${found.page <= 1}
    onClick=${() => go(found.page - 1)}>${text("pages.pager.previous")}</button>
    <span class="num">${text("pages.pager.page", { page: found.page, pages: found.pages })}</span>
    <button type="button" class="button quiet small" disabled=${found.page >= found.pages}
    onClick=${() => go(found.page + 1)}>${text("pages.pager.next")}</button></nav>`;
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
      <div class="field search"><label for="q">${text("odds.search.title")}</label>
      <input id="q" type="search" maxlength=${ODDS_SEARCH_CHARS_MAX} autocomplete="off"
      spellcheck="false" placeholder=${text("odds.search.examples")} value=${chosen.q}
      onInput=${(e) => change({ q: e.target.value, page: "1" }, true)} />
        <p class="examples">${examples().map(
          (example) => html`<button type="button" class="chip"
        onClick=${() => change({ q: example, page: "1" })}>${example}</button>`,
        )}</p></div>
      <${Choice} name="run_order" label=${text("odds.search.run_order")}
      choices=${first.run_orders} chosen=${chosen}
      change=${change} />
      <${Choice} name="suits" label=${text("odds.search.suits")} choices=${first.suits}
      chosen=${chosen} change=${change} />
    </div>
    ${lost && html`<p class="note error" role="alert">${text("odds.lost.figures")}</p>`}
    <div class="odds-result">
      <p class="found" role="status">${
        found.note
          ? html`<b class="bad">${found.note}
      </b>`
          : withElements(found.count ? "odds.search.found" : "odds.search.none", shares(found))
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
  await load();
  place.replaceChildren();
  render(html`<${App} />`, place);
}
