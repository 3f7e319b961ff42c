// @ts-check
/** Owns the card of a player at the table: their statistics, my note, mute, block, report. */
import { chips } from "../chips.js";
import { html, useEffect, useState } from "../view.js";
import { HostActions } from "./host.js";
import { post, read } from "./post.js";
import { choose, settings } from "./settings.js";
import { seated } from "./store.js";

const LOST = "There was no answer. Check your connection and try again.";

/** The fields of a form. @param {Record<string, string>} fields */
function form(fields) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const share = (part, whole) => (whole ? `${Math.round((100 * part) / whole)} %` : "–");

/** Statistics of the game played here; of all games if there are none yet. */
function Figures({ card, game }) {
  const here = card.games.find((one) => one.game === game);
  const { hands, won } = here ?? card.summary;
  return html`<dl class="facts"><div><dt>${here ? game : "All games"}</dt>
      <dd class="num">${chips(hands)} ${hands === 1 ? "hand" : "hands"}</dd></div>
    <div><dt>Hands won</dt><dd class="num">${share(won, hands)}</dd></div>
    ${here?.rating && html`<div><dt>Rating</dt><dd class="num">${here.rating}</dd></div>`}
    ${(here?.figures ?? []).map(
      ([label, text]) => html`<div><dt>${label}</dt><dd class="num">${text}</dd></div>`,
    )}</dl>`;
}

function Note({ url, kept }) {
  const [text, setText] = useState(kept);
  const [saved, setSaved] = useState(kept);
  const [said, setSaid] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const { ok, body } = await post(`${url}note/`, form({ text }));
    if (ok) setSaved(text);
    setSaid(ok ? "Saved." : (body.text ?? LOST));
  };
  return html`<form class="own-note" onSubmit=${submit}>
    <label class="field"><span>My note <small class="faint">Only you can read it.</small></span>
    <textarea rows="2" maxlength="500" value=${text} onInput=${(e) => {
      setText(e.target.value);
      setSaid("");
    }}></textarea></label>
    <p class="row spread"><span class="soft" role="status">${said}</span>
    <button class="button quiet small" disabled=${text === saved}>Save note</button></p></form>`;
}

function mute(name, on) {
  const others = settings.muted.filter((one) => one !== name);
  choose({ muted: on ? [...others.slice(-199), name] : others });
}

/** @param {{state: any, actions: any, seat: number}} props */
export function PlayerCard({ state, actions, seat }) {
  const person = seated(state, seat) ?? state.people[seat];
  const url = `/players/${encodeURIComponent(person.name)}/`;
  const [card, setCard] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState("");
  useEffect(() => {
    read(url).then(setCard);
  }, [url]);
  const bot = person.kind.endsWith("bot");
  const muted = settings.muted.includes(person.name);
  const block = async () => {
    const { ok, body } = await post(`${url}block/`, form(card.blocked ? { again: "yes" } : {}));
    setError(ok ? "" : (body.text ?? LOST));
    if (ok) setCard({ ...card, blocked: body.blocked });
  };
  return html`<header class="player-head">
      <ch-avatar seed=${String(person.avatar)} kind=${person.kind}></ch-avatar>
      <div><b>${person.name}</b><p class="badges">${
        bot
          ? html`<span class="badge bot">BOT</span>${
              card?.bot_level && html`<span class="badge">${card.bot_level}</span>`
            }`
          : person.kind === "guest"
            ? html`<span class="badge guest">Guest</span>`
            : null
      }${state.table.host === person.name && html`<span class="badge gold">Host</span>`}</p></div>
    </header>
    ${
      card
        ? html`<${Figures} card=${card} game=${state.boot.game_name} />`
        : html`<p class="soft" role="status">${card === null ? LOST : "Loading…"}</p>`
    }
    ${card && state.you && html`<${Note} key=${url} url=${url} kept=${card.note} />`}
    ${error && html`<p class="error" role="alert">${error}</p>`}
    ${
      !bot &&
      html`<div class="choices">
      <button type="button" class="button quiet" aria-pressed=${muted ? "true" : "false"}
      title="Hides their messages in this browser" onClick=${() => mute(person.name, !muted)}>
      ${muted ? "Unmute" : "Mute"}</button>
      ${
        state.you &&
        card &&
        html`<button type="button" class="button quiet"
      aria-pressed=${card.blocked ? "true" : "false"} onClick=${block}
      title="Hides their messages everywhere you log in">${
        card.blocked ? "Unblock" : "Block"
      }</button>
      <button type="button" class="button quiet" onClick=${() => actions.open("report", seat)}>
      Report</button>`
      }</div>`
    }
    ${seated(state, seat) && html`<${HostActions} ...${{ state, actions, person }} />`}
    <a class="button quiet wide" href=${url} target="_blank" rel="noopener">Public page</a>`;
}
