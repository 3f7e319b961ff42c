// @ts-check
/** Owns notifications on the settings page: which kinds come, by which way, and on this browser. */
import { text } from "./messages.js";
import { canPush, SHOWN, subscribe, subscription } from "./push.js";
import { local } from "./storage.js";
import { html, useEffect, useState } from "./view.js";

const KINDS = ["turn", "seat", "start"];
const WAYS = ["push", "email"];
const ADDRESS = "/api/v1/me/notifications";

/** Asks the API. @param {string} method @param {string} path @param {any} [body] */
async function ask(method, path, body) {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  const token = /** @type {HTMLInputElement | null} */ (field)?.value ?? "";
  const answer = await fetch(ADDRESS + path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: body && JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.text);
  return found;
}

/** A name for this browser by its own words. */
function ownName() {
  const { userAgentData: data, userAgent } = /** @type {any} */ (navigator);
  const brand = data?.brands?.map((one) => one.brand).find((name) => !/^(Chromium|Not)/.test(name));
  const known = /Firefox|Edg|Safari(?!.*Chrome)|Chrome/.exec(userAgent)?.[0] ?? "";
  return [brand ?? known, data?.platform].filter(Boolean).join(", ").slice(0, 60) || "?";
}

/** Lets this browser get notifications. @param {any} own */
async function turnOn(own) {
  const found = await subscribe(own.key);
  if (!found) throw new Error(text("accounts.alerts.denied"));
  const { endpoint, keys } = found.toJSON();
  return ask("POST", "/devices", { endpoint, keys, name: ownName() });
}

/** The devices that get them, with a button each. @param {any} props */
const Devices = ({ own, here, forget }) => html`<ul class="alert-devices">
  ${own.devices.map(
    ({ id, name, endpoint }) => html`<li key=${id}><span><bdi>${name}</bdi>
      ${
        endpoint === here && html` <span class="badge">${text("accounts.alerts.here")}</span>`
      }</span>
      <button type="button" class="button quiet small" onClick=${() => forget(id, endpoint)}>
      ${text("accounts.alerts.forget")}<span class="visually-hidden"> ${name}</span></button></li>`,
  )}</ul>`;

/** Which kinds come, by which way. @param {any} props */
const Kinds = ({ own, change }) => html`<table class="alert-kinds"><thead><tr>
  <td></td>${WAYS.map((way) => html`<th scope="col">${text(`accounts.alerts.${way}`)}</th>`)}</tr>
  </thead><tbody>${KINDS.map(
    (kind) => html`<tr key=${kind}><th scope="row">${text(`accounts.alert.${kind}`)}</th>
    ${WAYS.map(
      (way) => html`<td><label><input type="checkbox" checked=${own[way].includes(kind)}
        disabled=${way === "email" ? !own.can_email : !own.key}
        aria-label=${`${text(`accounts.alert.${kind}`)}: ${text(`accounts.alerts.${way}`)}`}
        onChange=${() => change(way, kind)} /></label></td>`,
    )}</tr>`,
  )}</tbody></table>`;

/** The whole group, for people with an account. */
export function Alerts() {
  const [own, setOwn] = useState(/** @type {any} */ (null));
  const [here, setHere] = useState("");
  const [fault, setFault] = useState("");
  const take = (/** @type {Promise<any>} */ answer) =>
    answer
      .then(async (found) => {
        const endpoint = (await subscription())?.endpoint ?? "";
        const isOn = found.devices.some((one) => one.endpoint === endpoint);
        if (isOn) local.setItem(SHOWN, found.push.join(" "));
        else local.removeItem(SHOWN);
        setHere(isOn ? endpoint : "");
        setOwn(found);
        setFault("");
      })
      .catch((error) => setFault(error.message));
  useEffect(() => {
    take(ask("GET", ""));
  }, []);
  if (!own) return fault && html`<p class="note error" role="alert">${fault}</p>`;
  const change = (way, kind) => {
    const kinds = own[way].includes(kind)
      ? own[way].filter((one) => one !== kind)
      : [...own[way], kind];
    take(ask("PATCH", "", { [way]: kinds }));
  };
  const forget = async (id, endpoint) => {
    if (endpoint === here) await (await subscription())?.unsubscribe();
    take(ask("DELETE", `/devices/${id}`));
  };
  const state = !own.key ? "none" : canPush() ? "off" : "unsupported";
  return html`<p class="soft">${text("accounts.alerts.about")}</p>
    <${Kinds} own=${own} change=${change} />
    ${
      !own.can_email &&
      html`<p class="soft"><a
      href="/accounts/email/">${text("accounts.alerts.confirm")}</a></p>`
    }
    ${
      here
        ? html`<p role="status">${text("accounts.alerts.on")}</p>`
        : state === "off"
          ? html`<div><button type="button" class="button primary"
            onClick=${() => take(turnOn(own))}>
          ${text("accounts.alerts.turn_on")}</button></div>`
          : html`<p class="soft">${text(`accounts.alerts.${state}`)}</p>`
    }
    ${fault && html`<p class="note error" role="alert">${fault}</p>`}
    ${own.devices.length > 0 && html`<${Devices} own=${own} here=${here} forget=${forget} />`}`;
}
