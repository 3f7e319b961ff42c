// @ts-check
/** Owns the dialog in which a visitor chooses a name and an avatar, or logs in. */

import { anySeed } from "../../avatar.js";
import { NAME_CHARS_MAX } from "../../bounds.js";
import { session } from "../../device.js";
import { html, useEffect, useState } from "../../view.js";
import { CHOSEN_SEAT } from "../dock/spectator.js";
import { post, read } from "../net/post.js";
import { Button } from "../ui/button.js";
import { Problem } from "./parts.js";

function Faces({ faces, more }) {
  return html`<fieldset class="faces"><legend>Avatar</legend>
    <div>${faces.map(
      (seed, i) => html`<label key=${seed}><input type="radio" name="avatar" value=${seed}
        defaultChecked=${i === 0} aria-label=${`Avatar ${i + 1}`} /><ch-avatar seed=${String(seed)}>
        </ch-avatar></label>`,
    )}</div>
    <${Button} look="quiet small" onClick=${more}>Show other avatars</${Button}>
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
    const { ok, body, text } = await post(url, new FormData(event.target));
    if (ok) return location.reload();
    setBusy(false);
    setErrors(body.errors ?? { name: text });
  };
  return html`<form class="stack" onSubmit=${submit} novalidate>
      <div class="field"><label for="guest-name">Your name</label>
        <input id="guest-name" name="name" maxlength=${NAME_CHARS_MAX} autofocus
        autocomplete="nickname" value=${name}
        aria-invalid=${Boolean(errors.name)} aria-describedby="guest-name-help"
        onFocus=${(e) => e.target.select()} onInput=${(e) => setName(e.target.value)} />
        ${
          errors.name
            ? html`<p class="error" id="guest-name-help" role="alert">${errors.name}</p>`
            : html`<p class="help" id="guest-name-help">Everyone at the table sees it.</p>`
        }</div>
      <${Faces} faces=${faces} more=${() => setFaces(faces.map(anySeed))} />
      <${Problem} text=${errors.avatar} />
      <button class="button primary wide big" disabled=${busy}>
      ${name.trim() ? `Play as ${name.trim()}` : "Play"}</button>
    </form>
    <p class="faint">You get 10,000 free chips. By playing you agree to our <a href="/conduct/"
    target="_blank">rules of conduct</a>.</p>
    <div class="choices two"><a class="button quiet" href=${login}>Log in</a>
    <a class="button quiet" href=${signup}>Sign up</a></div>`;
}
