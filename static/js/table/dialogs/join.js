// @ts-check
/** Owns the dialog in which a visitor chooses a name and an avatar, or logs in. */

import { anySeed } from "../../avatar.js";
import { NAME_CHARS_MAX, NAME_GRAPHEMES_MAX } from "../../bounds.js";
import { withElements } from "../../elements.js";
import { text } from "../../messages.js";
import { session } from "../../storage.js";
import { html, useEffect, useState } from "../../view.js";
import { CHOSEN_SEAT } from "../dock/spectator.js";
import { post, read } from "../net/post.js";
import { Button } from "../ui/button.js";
import { Problem } from "./parts.js";

const GUEST_CHIPS = 10_000;

function Faces({ faces, more }) {
  return html`<fieldset class="faces"><legend>${text("table.avatar")}</legend>
    <div>${faces.map(
      (seed, i) => html`<label key=${seed}><input type="radio" name="avatar" value=${seed}
        defaultChecked=${i === 0}
        aria-label=${text("table.avatar_number", { number: i + 1 })} />
        <ch-avatar seed=${String(seed)}></ch-avatar></label>`,
    )}</div>
    <${Button} look="quiet small" onClick=${more}>
    ${text("table.other_avatars")}</${Button}>
  </fieldset>`;
}

/**
 * Reloads the page under the new name, which then returns to this seat.
 * @param {{state: any, seat: number}} props
 */
export function Join({ state, seat }) {
  const { slug, guest_url: url, login_url: login, signup_url: signup } = state.boot;
  const [faces, setFaces] = useState(/** @type {number[]} */ ([]));
  const [name, setName] = useState("");
  const [errors, setErrors] = useState(/** @type {Record<string, string>} */ ({}));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    session.setItem(CHOSEN_SEAT, `${slug} ${seat}`);
    read(url).then((offer) => {
      setFaces(offer?.faces ?? Array.from({ length: 8 }, anySeed));
      setName((typed) => typed || (offer?.name ?? ""));
    });
  }, []);
  const submit = async (event) => {
    event.preventDefault();
    setBusy(true);
    const answer = await post(url, new FormData(event.target));
    if (answer.ok) return location.reload();
    setBusy(false);
    setErrors(answer.body.errors ?? { name: answer.text });
  };
  const conduct = html`<a href="/conduct/" target="_blank">${text("table.conduct")}</a>`;
  return html`<form class="stack" onSubmit=${submit} novalidate>
      <div class="field"><label for="guest-name">${text("table.your_name")}</label>
        <input id="guest-name" name="name" maxlength=${NAME_CHARS_MAX}
          data-graphemes=${NAME_GRAPHEMES_MAX} autofocus
        autocomplete="nickname" value=${name}
        aria-invalid=${Boolean(errors.name)} aria-describedby="guest-name-help"
        onFocus=${(e) => e.target.select()} onInput=${(e) => setName(e.target.value)} />
        ${
          errors.name
            ? html`<p class="error" id="guest-name-help" role="alert">${errors.name}</p>`
            : html`<p class="help" id="guest-name-help">${text("table.about_name")}</p>`
        }</div>
      <${Faces} faces=${faces} more=${() => setFaces(faces.map(anySeed))} />
      <${Problem} text=${errors.avatar} />
      <button class="button primary wide big" disabled=${busy}>
      ${text("table.play_as", { name: name.trim() || null })}</button>
    </form>
    <p class="faint">${withElements("table.guest_terms", { conduct, chips: GUEST_CHIPS })}</p>
    <div class="choices two"><a class="button quiet" href=${login}>${text("table.log_in")}</a>
    <a class="button quiet" href=${signup}>${text("table.sign_up")}</a></div>`;
}
