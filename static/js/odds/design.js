// @ts-check
/** Owns the pay table designer: one design or two, their link, and the requests to the server. */
import { copied } from "../device.js";
import { load, text } from "../messages.js";
import { html, render, useRef, useState } from "../view.js";
import { Contributions } from "./contributions.js";
import { Curves } from "./curves.js";
import { Differences, differencesOf } from "./differences.js";
import { debounce } from "./format.js";
import { cleaned, Form } from "./parameters.js";
import { Edge, EdgeBar, Facts, Paid, SideBets } from "./results.js";
import { Saved } from "./saved.js";
import { MAX_HANDS, play, Simulation } from "./simulation.js";

const data = JSON.parse(document.getElementById("design-data")?.textContent || "{}");
const place = /** @type {HTMLFormElement | null} */ (document.getElementById("design-app"));
const token =
  /** @type {HTMLInputElement | null} */ (place?.querySelector("[name=csrfmiddlewaretoken]"))
    ?.value ?? "";
const addresses = /** @type {Record<string, string>} */ ({ ...place?.dataset });

/** The JSON answer to a POST; null when there was none. */
async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (!answer?.headers.get("Content-Type")?.startsWith("application/json")) return null;
  return { ok: answer.ok, ...(await answer.json()) };
}

/** The shoe of a design, or of an answer about one, as the form has it: texts. */
const shoeOf = ({ decks, dealt_percent: dealt }) => ({
  decks: String(decks),
  dealt_percent: String(dealt ?? ""),
});

/** What a side sends of itself. */
const sent = ({ design, shoe }) => ({
  design: cleaned(design),
  decks: Number(shoe.decks),
  dealt_percent: shoe.dealt_percent ? Number(shoe.dealt_percent) : null,
});

const begin = (answer) =>
  answer && { design: answer.design, shoe: shoeOf(answer), answer, errors: {}, busy: false };

/** A design in a link: its text and, unless it is the usual one, its shoe. */
const linked = ({ text: design, decks, dealt_percent: dealt }, name, prefix) =>
  [
    `${name}=${design}`,
    decks > 1 && `${prefix}decks=${decks}`,
    dealt && `${prefix}dealt_percent=${dealt}`,
  ]
    .filter(Boolean)
    .join("&");

/** The state of both designs, with the functions that change it. */
function useDesigns() {
  const [, redraw] = useState(0);
  const kept = useRef(/** @type {any} */ (null));
  if (!kept.current) {
    const sides = { a: begin(data.designs.a), b: begin(data.designs.b) };
    kept.current = { sides, asks: { a: 0, b: 0 }, sims: {}, calm: {} };
  }
  const it = kept.current;
  const show = () => redraw((n) => n + 1);
  const link = () => {
    const texts = ["a", "b"]
      .filter((side) => it.sides[side])
      .map((side) => linked(it.sides[side].answer, side, `${side}_`));
    return `${location.pathname}?${[`v=${data.version}`, ...texts].join("&")}`;
  };
  const ask = async (side) => {
    const turn = ++it.asks[side];
    const answer = await post(addresses.analyse, sent(it.sides[side]));
    if (turn !== it.asks[side] || !it.sides[side]) return;
    it.sides[side].busy = false;
    if (!answer) it.sides[side].errors = { "": text("odds.lost.figures") };
    else if (!answer.ok) it.sides[side].errors = { [answer.field]: answer.text };
    else {
      it.sides[side].errors = {};
      it.sides[side].answer = answer;
      history.replaceState(null, "", link());
    }
    show();
  };
  const set = (side, changed, calm = true) => {
    it.sides[side] = { ...it.sides[side], ...changed, busy: true };
    delete it.sims[side];
    it.calm[side] ??= debounce(ask, 160);
    if (calm) it.calm[side](side);
    else ask(side);
    show();
  };
  const compare = (on) => {
    it.sides.b = on ? { ...it.sides.a, design: structuredClone(it.sides.a.design) } : null;
    delete it.sims.b;
    history.replaceState(null, "", link());
    show();
  };
  const simulate = (side) => {
    const mine = Symbol(side);
    it.sims[side] = { mine, running: true };
    const body = sent(it.sides[side]);
    const wanted = () => it.sims[side]?.mine === mine && it.sims[side].running;
    play(
      async (hands, seed) => {
        const answer = await post(addresses.simulate, { ...body, hands, seed });
        return answer?.ok ? answer : null;
      },
      wanted,
      (state) => {
        it.sims[side] = { ...state, mine };
        show();
      },
    ).then(() => {
      if (it.sims[side]?.mine === mine) it.sims[side] = { ...it.sims[side], running: false };
      show();
    });
    show();
  };
  const stop = () => {
    for (const sim of Object.values(it.sims)) sim.running = false;
    show();
  };
  return { sides: it.sides, sims: it.sims, set, compare, simulate, stop, link };
}

function Presets({ design, choose }) {
  const same = (table) => JSON.stringify(table) === JSON.stringify(design);
  const now = Object.entries(data.presets).find(([, preset]) => same(preset.table))?.[0] ?? "";
  const preset = data.presets[now];
  const published = preset ? Object.entries(preset.published) : [];
  const named = ([key, value]) => text(`odds.published.${key}`, { share: value });
  const figures = published.map(named).join(text("common.list_separator"));
  return html`<div class="field"><label for="preset">${text("odds.form.preset")}</label>
    <select id="preset" value=${now}
    onChange=${(e) => e.target.value && choose(data.presets[e.target.value].table)}>
      ${!now && html`<option value="" selected>${text("odds.form.own")}</option>`}${Object.entries(
        data.presets,
      ).map(
        ([key, { title }]) => html`<option
        value=${key} selected=${key === now}>${title}</option>`,
      )}</select>
    ${
      preset &&
      html`<p class="help">
    ${preset.about}${
      published.length > 0 &&
      html` ${text("odds.form.published", { figures, source: preset.source })}`
    }</p>`
    }</div>`;
}

/** The saved designs, with what changes them. */
function useSaved() {
  const [saved, setSaved] = useState(data.saved);
  const lost = { ok: false, text: text("odds.lost.try_again") };
  const change = async (address, body) => {
    const answer = (await post(address, body)) ?? lost;
    if (answer.ok) setSaved(answer.saved);
    return answer.ok ? "" : answer.text;
  };
  return {
    saved,
    keep: (name, side) => change(addresses.save, { name, ...sent(side) }),
    remove: (id) => change(addresses.delete.replace(data.nobody, id), {}),
  };
}

function Tabs({ side, choose, two, compare }) {
  const tab = (name) =>
    html`<button type="button" class="chip" aria-pressed=${side === name}
      onClick=${() => choose(name)}>${text("odds.form.design", { side: name.toUpperCase() })}
      </button>`;
  return html`<div class="row tabs">${two && html`${tab("a")}${tab("b")}`}
    <button type="button" class="chip" onClick=${() => compare(!two)}>
    ${text(two ? "odds.form.close" : "odds.form.compare")}</button></div>`;
}

function Share({ answers, simulating, run, stop, link }) {
  const [shown, setShown] = useState("");
  const copy = async () => {
    const address = location.origin + link();
    setShown((await copied(address)) ? text("odds.form.copied") : address);
  };
  return html`<div class="row share"><button type="button" class="button green"
    onClick=${simulating ? stop : run}>
    ${simulating ? text("odds.form.stop") : text("odds.form.simulate", { hands: MAX_HANDS })}
    </button>
    <button type="button" class="button quiet" onClick=${copy}>${text("odds.form.copy")}</button>
    <button type="button" class="button quiet" onClick=${() => print()}>${text("odds.form.print")}
    </button>
    ${answers.map(
      ([side, answer]) => html`<a class="button quiet" download
    href=${`${addresses.csv}?${linked(answer, "a", "")}`}>CSV${
      answers.length > 1 ? ` ${side.toUpperCase()}` : ""
    }</a>`,
    )}
    <span class="soft" role="status">${shown}</span></div>`;
}

function App() {
  const { sides, sims, set, compare, simulate, stop, link } = useDesigns();
  const [chosen, choose] = useState("a");
  const { saved, keep, remove } = useSaved();
  const two = Boolean(sides.b);
  const side = two ? chosen : "a";
  const { design, shoe, errors } = sides[side];
  const answers = ["a", "b"]
    .filter((name) => sides[name])
    .map((name) => [name, sides[name].answer]);
  const simulateAll = () => {
    for (const [name] of answers) simulate(name);
  };
  const named = (name) => (two ? name : "");
  const titled = (group, name) =>
    two
      ? text(`odds.${group}.of_design`, { side: name.toUpperCase() })
      : text(`odds.${group}.title`);
  const resultBeside = (name) => (two ? sides[name === "a" ? "b" : "a"].answer.result : null);
  const change = (name, value) => set(side, { design: { ...design, [name]: value } });
  const shuffle = (name, value) => set(side, { shoe: { ...shoe, [name]: value } });
  const whole = (it) => ({ ...cleaned(it.design), ...it.shoe });
  const differences = two
    ? differencesOf([...data.parameters, ...data.shoe], whole(sides.a), whole(sides.b))
    : [];
  const other = side === "a" ? "b" : "a";
  const others = Object.fromEntries(
    differences.map((row) => [
      `${row.name}.${row.line}`,
      text("odds.differences.other", { side: other.toUpperCase(), value: row[other] }),
    ]),
  );
  return html`
    <section class="design-form panel" aria-label=${text("odds.form.options")}>
      <${Tabs} side=${side} choose=${choose} two=${two} compare=${(on) => {
        choose(on ? "b" : "a");
        compare(on);
      }} />
      <${Presets} key=${side} design=${design}
      choose=${(table) => set(side, { design: structuredClone(table) }, false)} />
      <${Saved} saved=${saved} answer=${sides[side].answer} busy=${sides[side].busy}
      choose=${(kept) =>
        set(side, { design: structuredClone(kept.design), shoe: shoeOf(kept) }, false)}
      keep=${(name) => keep(name, sides[side])} remove=${remove} table=${addresses.table} />
      ${errors[""] && html`<p class="note error" role="alert">${errors[""]}</p>`}
      <${Form} key=${`${side}-form`} parameters=${data.parameters} design=${design} errors=${errors}
      others=${others} change=${change} />
      <${Form} key=${`${side}-shoe`} parameters=${data.shoe} design=${shoe} errors=${errors}
      others=${others} change=${shuffle} />
    </section>
    <section class="design-result" id="results" aria-label=${text("odds.result.title")}>
      <p class="printed">${location.origin + link()}</p>
      <div class="edges" aria-live="polite">${answers.map(
        ([name, answer]) => html`<${Edge}
      side=${named(name)} answer=${answer}
      busy=${sides[name].busy || Object.keys(sides[name].errors).length > 0} />`,
      )}</div>
      <${Share} answers=${answers} simulating=${Object.values(sims).some((sim) => sim.running)}
      run=${simulateAll} stop=${stop} link=${link} />
      ${answers.map(
        ([name]) => html`<${Simulation} key=${name} side=${named(name)}
      state=${sims[name]} />`,
      )}
      ${two && html`<${Differences} rows=${differences} />`}
      <${Facts} answers=${answers} />
      ${answers.map(
        ([name, answer]) => html`<${SideBets}
      title=${titled("side_bets", name)}
      result=${answer.result} />`,
      )}
      <${Contributions} answers=${answers} />
      <${Curves} answers=${answers} />
      ${answers.map(
        ([name, answer]) => html`<${Paid} key=${name}
      title=${titled("payouts", name)}
      result=${answer.result} other=${resultBeside(name)} />`,
      )}
    </section>
    <${EdgeBar} answers=${answers} />`;
}

if (place && data.designs?.a) {
  await load();
  place.replaceChildren();
  place.addEventListener("submit", (event) => event.preventDefault());
  // On paper nothing can be opened.
  addEventListener("beforeprint", () => {
    for (const one of place.querySelectorAll(".design-result > details"))
      one.setAttribute("open", "");
  });
  render(html`<${App} />`, place);
}
