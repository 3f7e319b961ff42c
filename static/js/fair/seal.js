// @ts-check
/** Owns the seal in the table's bar, its dialog, and the page shown when a check fails. */

import { withElements } from "../elements.js";
import { text } from "../messages.js";
import { report } from "../table/net/post.js";
import { Button } from "../table/ui/button.js";
import { Icon } from "../table/ui/icons.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { checkText } from "./check_text.js";
import { amberTexts, sealText, signedText, thrownText } from "./seal_words.js";

const SHIELD = "M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6zm-3.5 8.5l2.5 2.5 4.5-4.5";
const SHIELD_ASKING = "M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6zM12 8v5m0 2.6v.2";

/** Whether everything could be checked. @param {import("./door.js").Seal} seal */
const isPlain = ({ ambers, older }) => !ambers.length && !older;

export function SealButton({ state, actions }) {
  const { seal } = state;
  if (!seal) return null;
  const said = sealText(seal);
  const label = text("fair.seal.label", { state: said, all: !seal.ambers.length });
  const look = isPlain(seal) ? "" : "asks";
  return html`<button type="button" class=${`icon-button fair-seal ${look}`} aria-label=${label}
    title=${said} onClick=${() => actions.open("fair")}>
    <${Icon} name=${look ? SHIELD_ASKING : SHIELD} /></button>`;
}

const Check = ({ children }) => html`<li><${Icon} name="check" /><span>${children}</span></li>`;
const Note = ({ children }) =>
  html`<li class="asks"><${Icon} name=${SHIELD_ASKING} /><span>${children}</span></li>`;

/** What was checked of a hand. @param {{seal: any, name: (seat: number) => string}} props */
function Checks({ seal, name }) {
  const cut = { count: seal.cutters.length, mine: seal.mine };
  const names = seal.cutters.map(name).join(text("common.list_separator"));
  return html`<p>${text("fair.checked.title")}</p>
    <ul class="fair-checks">
      <${Check}>${text("fair.checked.sealed")}</${Check}>
      <${Check}>${text("fair.checked.fixed")}</${Check}>
      <${Check}>${text("fair.checked.cuts", { ...cut, names })}</${Check}>
      <${Check}>${text("fair.checked.others")}</${Check}>
      ${
        seal.cards > 0 &&
        html`<${Check}>${text("fair.checked.cards", { count: seal.cards })}</${Check}>`
      }
    </ul>`;
}

/**
 * The dialog behind the seal.
 * @param {{state: any, actions: any, name: (seat: number) => string}} props
 */
export function SealDetails({ state, actions, name }) {
  const { seal } = state;
  const notes = [...amberTexts(seal), thrownText(seal, name)].filter(Boolean);
  return html`<p><b>${text("fair.checked.state", { state: sealText(seal) })}</b></p>
    ${seal.older && html`<p>${text("fair.checked.older")}</p>`}
    ${
      notes.length > 0 &&
      html`<ul class="fair-checks">${notes.map((note) => html`<${Note}>${note}</${Note}>`)}</ul>`
    }
    ${
      seal.ambers.includes("request") &&
      html`<p><${Button} look="small quiet" onClick=${actions.checkAgain}>
        ${text("fair.checked.try_again")}</${Button}></p>`
    }
    ${!seal.older && seal.hand && html`<${Checks} seal=${seal} name=${name} />`}
    ${signedText(seal) && html`<p>${signedText(seal)}</p>`}
    <p class="soft">${text("fair.checked.limits")}</p>
    <p><a href="/fair/">${text("fair.checked.how")}</a>
    ${
      state.hand && html` · <a href=${`/hands/${state.hand.id}/`}>${text("fair.checked.hand")}</a>`
    }</p>`;
}

/** All that the house said, as a file. */
function evidence(door, state) {
  const { slug, fair_keys: keys = [] } = state.boot;
  const page = { url: location.href, table: slug, keys, browser: navigator.userAgent };
  const told = JSON.stringify({ page, ...door.evidence() }, null, 1);
  return URL.createObjectURL(new Blob([told], { type: "application/json" }));
}

/** Covers the whole page: nobody plays on with cards that failed a check. */
export function SealFailure({ state, door }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [file, setFile] = useState("");
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const { failed } = state.seal;
  useEffect(() => {
    element.current?.showModal();
    setFile(evidence(door, state));
  }, []);
  const send = async () => {
    const hand = failed.hand ? ` (hand ${failed.hand})` : "";
    const said = `Fair dealing: ${failed.check}: ${failed.why}${hand}`;
    setAnswer(await report(state, { kind: "cheating", text: said }));
  };
  return html`<dialog ref=${element} class="dialog fair-failure" role="alertdialog"
    aria-labelledby="fair-failure" onCancel=${(event) => event.preventDefault()}>
    <div class="dialog-head"><h2 id="fair-failure">${text("fair.failure.title")}</h2></div>
    <div class="dialog-body">
      <p><b>${text("fair.failure.stopped")}</b> ${withElements("fair.failure.why", {
        why: html`<span>${checkText(failed.check)}</span>`,
        check: html`<span class="fair-check">${text("fair.failure.check", failed)}</span>`,
      })}</p>
      <details><summary>${text("fair.failure.details")}</summary>
      <p class="fair-why" lang="en">${failed.why}</p></details>
      <ol class="fair-next">
        <li>${text("fair.failure.save_first")}</li>
        <li>${text("fair.failure.then_report")}</li>
        <li>${text("fair.failure.then_leave")}</li>
      </ol>
      ${answer && html`<p role="status">${answer.text}</p>`}
      <a class="button primary wide" download="fair-dealing-evidence.json"
      href=${file}>${text("fair.failure.save")}</a>
      ${
        state.boot.user &&
        state.boot.report_url &&
        !answer?.ok &&
        html`<${Button} look="wide" onClick=${send}>${text("fair.failure.report")}</${Button}>`
      }
      <a class="button quiet wide" href="/">${text("fair.failure.leave")}</a>
    </div></dialog>`;
}
