// @ts-check
/** Owns the page "Try to cheat": the table, the choices, and what the checks say of them. */
import "../../cards.js";
import { load, text } from "../../messages.js";
import { html, render, useEffect, useRef, useState } from "../../view.js";
import { CHEATS, PARTS, titleOf } from "./cheats.js";
import { Editor } from "./editor.js";
import { otherCard } from "./forgeries.js";
import { honest, judge, Sample, tableOf } from "./story.js";
import { Table } from "./table.js";
import { Title, Verdict } from "./verdict.js";

/** @typedef {import("./cheats.js").Cheat} Cheat */
/** @typedef {{place: number | string, index: number, card: number, cover: string}} Own */
/** What the reader has chosen. @typedef {{cheat?: Cheat, own?: Own, attempt: number}} Choice */

const FAIR = { attempt: 0 };

/** @param {Sample} sample @param {Choice} choice */
function storyOf(sample, { cheat, own, attempt }) {
  if (cheat) return cheat.make(sample, attempt);
  if (own) return otherCard(sample, own.place, own.index, own.card, own.cover);
  return honest(sample);
}

function Choices({ choice, choose }) {
  const button = (
    cheat,
  ) => html`<li key=${cheat.key}><button type="button" class="button quiet small"
    aria-pressed=${choice.cheat === cheat} onClick=${() => choose({ cheat, attempt: 0 })}>
    ${titleOf(cheat)}</button></li>`;
  return html`<section class="panel stack tight cheat-choices" aria-labelledby="choices-title">
    <h2 id="choices-title">${text("fair.cheat.choices")}</h2>
    ${PARTS.map(
      ({ key, cheats }) => html`<h3>${text(`fair.cheat_part.${key}`)}</h3>
        <ul>${cheats.map(button)}</ul>`,
    )}
  </section>`;
}

function App({ sample }) {
  const [choice, choose] = useState(/** @type {Choice} */ (FAIR));
  const [found, setFound] = useState(/** @type {any} */ (null));
  const [edited, edit] = useState({ place: /** @type {number | string} */ ("board1"), index: 4 });
  const stage = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    let isOld = false;
    const story = storyOf(sample, choice);
    judge(story).then((verdict) => {
      if (!isOld) setFound({ choice, story, verdict, table: tableOf(sample, story, verdict) });
    });
    return () => {
      isOld = true;
    };
  }, [choice]);
  const take = (next) => {
    choose(next);
    const top = stage.current?.getBoundingClientRect().top ?? 0;
    if (top < 0 || top > innerHeight / 2) stage.current?.scrollIntoView({ block: "start" });
  };
  const change = (place, index) => {
    edit({ place, index });
    document.getElementById("cheat-card")?.focus();
  };
  const next = () => {
    const at = CHEATS.indexOf(/** @type {Cheat} */ (choice.cheat));
    take({ cheat: CHEATS[(at + 1) % CHEATS.length], attempt: 0 });
  };
  return html`<div class="cheat">
    <section class="panel stack cheat-stage" aria-labelledby="cheat-title" ref=${stage}>
      ${
        found &&
        html`<${Title} choice=${found.choice} story=${found.story} />
        <${Table} sample=${sample} table=${found.table} change=${change} />
        <${Verdict} found=${found} next=${next} again=${take} fair=${() => take(FAIR)} />`
      }
    </section>
    <${Choices} choice=${choice} choose=${take} />
    <section class="panel stack tight" aria-labelledby="editor-title">
      <${Editor} sample=${sample} edited=${edited} edit=${edit}
        deal=${(own) => take({ own, attempt: 0 })} />
    </section>
  </div>`;
}

async function start(place) {
  try {
    const answer = await fetch(place.dataset.sample);
    if (!answer.ok) throw Error(String(answer.status));
    render(html`<${App} sample=${new Sample(await answer.json())} />`, place);
  } catch (error) {
    place.textContent = text("fair.cheat.not_loaded", { error: String(error) });
  }
}

await load();
start(/** @type {HTMLElement} */ (document.getElementById("cheat")));
