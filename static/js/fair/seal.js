// @ts-check
/** Owns the seal in the table's bar, its dialog, and the page shown when a check fails. */

import { cardWords } from "../faces.js";
import { report } from "../table/net/post.js";
import { Button } from "../table/ui/button.js";
import { Icon } from "../table/ui/icons.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { CARDS } from "./cards.js";
import { amberTexts, sealText, signedText, thrownText } from "./seal_words.js";

const SHIELD = "M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6zm-3.5 8.5l2.5 2.5 4.5-4.5";
const SHIELD_ASKING = "M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6zM12 8v5m0 2.6v.2";

/** Whether everything could be checked. @param {import("./door.js").Seal} seal */
const isPlain = ({ ambers, older }) => !ambers.length && !older;

export function SealButton({ state, actions }) {
  const { seal } = state;
  if (!seal) return null;
  const text = sealText(seal);
  const label = `Fair dealing: ${text}${seal.ambers.length ? ". Not everything is checked" : ""}`;
  const look = isPlain(seal) ? "" : "asks";
  return html`<button type="button" class=${`icon-button fair-seal ${look}`} aria-label=${label}
    title=${text} onClick=${() => actions.open("fair")}>
    <${Icon} name=${look ? SHIELD_ASKING : SHIELD} /></button>`;
}

const Check = ({ children }) => html`<li><${Icon} name="check" /><span>${children}</span></li>`;
const Note = ({ children }) =>
  html`<li class="asks"><${Icon} name=${SHIELD_ASKING} /><span>${children}</span></li>`;

/** What was checked of a hand. @param {{seal: any, name: (seat: number) => string}} props */
function Checks({ seal, name }) {
  const cut = seal.cutters.length;
  const names = seal.cutters.map(name).join(", ");
  return html`<p>Your browser checked this itself, using only what the table sent:</p>
    <ul class="fair-checks">
      <${Check}>Four decks were sealed before anyone cut them. The cards could not be changed
      after that.</${Check}>
      <${Check}>Who is dealt in, the button and the order of the deal were fixed before any cut was
      shown.</${Check}>
      <${Check}>${
        cut
          ? `${cut > 1 ? "The cuts" : "The cut"} of ${names} selected a deck and its order.`
          : `No player cut this deck: bots don't, and closed pages cannot. Its seal alone fixed the
          order of the cards.`
      } ${seal.mine ? "Your own cut is among them." : ""}</${Check}>
      <${Check}>The other three decks were opened: complete decks, shuffled as published.</${Check}>
      ${
        seal.cards > 0 &&
        html`<${Check}>${seal.cards} ${seal.cards === 1 ? "card" : "cards"} you have seen so far:
        each was in the sealed deck, and went to the place where it is shown.</${Check}>`
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
  return html`<p><b>${sealText(seal)}.</b></p>
    ${
      seal.older &&
      html`<p>This hand began before the table changed to the dealing that your browser checks card
      by card. The next hand is checked in full.</p>`
    }
    ${
      notes.length > 0 &&
      html`<ul class="fair-checks">${notes.map((text) => html`<${Note}>${text}</${Note}>`)}</ul>`
    }
    ${
      seal.ambers.includes("request") &&
      html`<p><${Button} look="small quiet" onClick=${actions.checkAgain}>Try again</${Button}></p>`
    }
    ${!seal.older && seal.hand && html`<${Checks} seal=${seal} name=${name} />`}
    ${signedText(seal) && html`<p>${signedText(seal)}</p>`}
    <p class="soft">This does not prove that nobody else knows the cards, that players don't tell
    each other theirs, or, if no player cut, that the house did not choose the deck.</p>
    <p><a href="/fair/">How fair dealing works</a>
    ${
      state.hand && html` · <a href=${`/hands/${state.hand.id}/`}>This hand, once it is over</a>`
    }</p>`;
}

/** A reason with the names of its cards and places instead of numbers. @param {string} why */
const inWords = (why) =>
  why
    .replace(/\bcard (\d+)\b/g, (text, card) => {
      const name = [...CARDS.keys()][card];
      return name ? `the ${cardWords(name)}` : text;
    })
    .replace(/ dealt to (\d+)$/, (_, seat) => ` dealt to seat ${Number(seat) + 1}`)
    .replace(/ dealt to board([12])$/, (_, board) => ` dealt to board ${board}`);

/** All that the house said, as a file. */
function evidence(door, state) {
  const { slug, fair_keys: keys = [] } = state.boot;
  const page = { url: location.href, table: slug, keys, browser: navigator.userAgent };
  const text = JSON.stringify({ page, ...door.evidence() }, null, 1);
  return URL.createObjectURL(new Blob([text], { type: "application/json" }));
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
    const text = `Fair dealing: ${failed.check}: ${failed.why}${hand}`;
    setAnswer(await report(state, { kind: "cheating", text }));
  };
  return html`<dialog ref=${element} class="dialog fair-failure" role="alertdialog"
    aria-labelledby="fair-failure" onCancel=${(event) => event.preventDefault()}>
    <div class="dialog-head"><h2 id="fair-failure">The cards failed a check</h2></div>
    <div class="dialog-body">
      <p><b>This page has stopped and sends nothing more.</b> What the table sent does not match
      what it had sealed: <span class="fair-why">${inWords(failed.why)}</span>
      <span class="fair-check">${` (check “${failed.check}”)`}</span>.</p>
      <ol class="fair-next">
        <li>Save the evidence: what the table sent, and your cuts.</li>
        <li>Report it: a moderator can void the hand.</li>
        <li>Leave the table. On your turn, your clock runs out.</li>
      </ol>
      ${answer && html`<p role="status">${answer.text}</p>`}
      <a class="button primary wide" download="fair-dealing-evidence.json"
      href=${file}>Save the evidence</a>
      ${
        state.boot.user &&
        state.boot.report_url &&
        !answer?.ok &&
        html`<${Button} look="wide" onClick=${send}>Report this</${Button}>`
      }
      <a class="button quiet wide" href="/">Leave the table</a>
    </div></dialog>`;
}
