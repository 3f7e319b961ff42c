// @ts-check
/** Owns the card of a player at the table: their statistics, my note, mute, block, report. */

import { NOTE_CHARS_MAX } from "../../bounds.js";
import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html, useEffect, useState } from "../../view.js";
import { post, read } from "../net/post.js";
import { mySeat, seated } from "../store.js";
import { Button } from "../ui/button.js";
import { HostActions } from "./host.js";
import { Awaited, Facts, Problem } from "./parts.js";

/** With fewer hands figures say little. */
const SMALL_SAMPLE = 300;

const share = (part, whole) =>
  whole ? text("table.percent", { share: Math.round((100 * part) / whole) }) : "–";

/** Statistics of the game played here; of all games if there are none yet. */
function Figures({ card, game }) {
  const here = card.games.find((one) => one.game === game);
  const { hands, won } = here ?? card.summary;
  const rows = [
    [here ? game : text("table.all_games"), text("table.hands", { count: hands })],
    [text("table.hands_won"), share(won, hands)],
    here?.rating && [text("table.rating"), here.rating],
    ...(here?.figures ?? []),
  ];
  const small = (here ? here.small : hands < SMALL_SAMPLE) && hands > 0;
  return html`<${Facts} rows=${rows} />${
    small && html`<p class="faint">${text("table.small_sample", { count: hands })}</p>`
  }`;
}

function Note({ url, kept }) {
  const [note, setNote] = useState(kept);
  const [saved, setSaved] = useState(kept);
  const [said, setSaid] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const answer = await post(`${url}note/`, { text: note });
    if (answer.ok) setSaved(note);
    setSaid(answer.ok ? text("table.saved") : answer.text);
  };
  return html`<form class="own-note" onSubmit=${submit}>
    <label class="field"><span>${text("table.my_note")} <small class="faint">
    ${text("table.about_note")}</small></span>
    <textarea dir="auto" rows="2" maxlength=${NOTE_CHARS_MAX} value=${note} onInput=${(e) => {
      setNote(e.target.value);
      setSaid("");
    }}></textarea></label>
    <p class="row spread"><span class="soft" role="status">${said}</span>
    <button class="button quiet small" disabled=${note === saved}>
    ${text("table.save_note")}</button></p></form>`;
}

function mute(name, on) {
  const others = settings.muted.filter((one) => one !== name);
  choose({ muted: on ? [...others.slice(-199), name] : others });
}

/** @param {{state: any, actions: any, seat: number}} props */
export function PlayerCard({ state, actions, seat }) {
  const { boot, table, you } = state;
  const here = seated(state, seat);
  const person = here ?? state.people[seat];
  const { name, kind, avatar } = person;
  const url = `/players/${encodeURIComponent(name)}/`;
  const [card, setCard] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState("");
  useEffect(() => {
    read(url).then(setCard);
  }, [url]);
  const muted = settings.muted.includes(name);
  const follows = state.followed === name;
  const block = async () => {
    const answer = await post(`${url}block/`, card.blocked ? { again: "yes" } : {});
    setError(answer.ok ? "" : answer.text);
    if (answer.ok) setCard({ ...card, blocked: answer.body.blocked });
  };
  const mark = (kind, look = kind) =>
    html`<span class=${`badge ${look}`}>${text(`table.badge.${kind}`)}</span>`;
  const bot = kind.endsWith("bot");
  return html`<header class="player-head">
      <ch-avatar seed=${String(avatar)} kind=${kind}></ch-avatar>
      <div><b><bdi>${name}</bdi></b><p class="badges">
        ${bot && mark("bot")}${bot && card?.bot_level && mark(card.bot_level, "")}
        ${kind === "guest" && mark("guest")}
        ${person.mark && html`<span class="badge">${text(`names.mark.${person.mark}`)}</span>`}
        ${table.host === name && mark("host", "gold")}</p></div>
    </header>
    ${
      card
        ? html`<${Figures} card=${card} game=${boot.game_name} />`
        : html`<${Awaited} found=${card} />`
    }
    ${card && you && html`<${Note} key=${url} url=${url} kept=${card.note} />`}
    <${Problem} text=${error} />
    ${
      !bot &&
      html`<div class="choices"><${Button} look="quiet" aria-pressed=${muted}
      title=${text("table.about_mute")} onClick=${() => mute(name, !muted)}>
      ${text(muted ? "table.unmute" : "table.mute")}</${Button}>
      ${
        you &&
        card &&
        html`<${Button} look="quiet" aria-pressed=${Boolean(card.blocked)} onClick=${block}
        title=${text("table.about_block")}>
        ${text(card.blocked ? "table.unblock" : "table.block")}</${Button}>
        <${Button} look="quiet" onClick=${() => actions.open("report", seat)}>
        ${text("table.report")}</${Button}>`
      }</div>`
    }
    ${
      here &&
      mySeat(state) === null &&
      html`<${Button} look="quiet wide" aria-pressed=${follows} title=${text("table.about_follow")}
      onClick=${() => actions.follow(follows ? null : name)}>
      ${text(follows ? "table.unfollow" : "table.follow")}</${Button}>`
    }
    ${here && html`<${HostActions} ...${{ state, actions, person }} />`}
    <a class="button quiet wide" href=${url} target="_blank">
    ${text("table.public_page")}</a>`;
}
