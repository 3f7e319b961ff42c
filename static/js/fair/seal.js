// @ts-check
/** Owns the seal in the table's bar, its dialog, and the page shown when a check fails. */

import { report } from "../table/net/post.js";
import { Button } from "../table/ui/button.js";
import { Icon } from "../table/ui/icons.js";
import { html, useEffect, useRef, useState } from "../view.js";

const SHIELD = "M12 3l7 3v5c0 5-3 8.5-7 10-4-1.5-7-5-7-10V6zm-3.5 8.5l2.5 2.5 4.5-4.5";

/** The state of the checks in one line. @param {import("./guard.js").Seal} seal */
export function sealText(seal) {
  if (seal.failed) return "A check failed";
  if (!seal.hand) return "The next deck is sealed";
  if (seal.older) return "This hand was dealt without a proof";
  const { cutters, players, withheld, cards } = seal;
  // A cut comes from a browser; bots and pages that were closed at the deal make none.
  const cut = cutters.length
    ? `${cutters.length} of ${players.length} players cut the deck`
    : "no player's browser was there to cut the deck";
  const kept = withheld.length ? `, ${withheld.length} withheld a cut` : "";
  return `${cards ? "All cards checked" : "Deck checked"} (${cut}${kept})`;
}

export function SealButton({ state, actions }) {
  if (!state.seal) return null;
  const text = sealText(state.seal);
  const label = `Fair dealing: ${text}`;
  return html`<button type="button" class="icon-button fair-seal" aria-label=${label}
    title=${text} onClick=${() => actions.open("fair")}><${Icon} name=${SHIELD} /></button>`;
}

const Check = ({ children }) => html`<li><${Icon} name="check" /><span>${children}</span></li>`;

/** The dialog behind the seal. @param {{state: any, name: (seat: number) => string}} props */
export function SealDetails({ state, name }) {
  const { seal } = state;
  const cut = seal.cutters.length;
  const cuts = cut > 1 ? "The cuts" : "The cut";
  const names = (seats) => seats.map(name).join(", ");
  return html`<p><b>${sealText(seal)}.</b></p>
    ${
      !seal.older &&
      seal.hand &&
      html`<p>Your browser checked this itself, using only what the table sent:</p>
      <ul class="fair-checks">
        <${Check}>Four decks were sealed before anyone cut them. The cards could not be changed
        after that.</${Check}>
        <${Check}>${
          cut
            ? `${cuts} of ${names(seal.cutters)} selected a deck and its order.`
            : "No player cut this deck; its seal alone fixed the order of the cards."
        } ${seal.mine ? "Your own cut is among them." : ""}</${Check}>
        <${Check}>The other three decks were opened: complete decks, shuffled as published.
        </${Check}>
        ${
          seal.cards > 0 &&
          html`<${Check}>${seal.cards} ${seal.cards === 1 ? "card" : "cards"} you have seen so far:
          each was in the sealed deck, in the right position.</${Check}>`
        }
      </ul>`
    }
    ${
      seal.withheld.length > 0 &&
      html`<p>${names(seal.withheld)} promised a cut but did not reveal it; the hand was dealt
      without it.</p>`
    }
    <p class="soft">This does not prove that nobody else knows the cards, that players don't tell
    each other theirs, or, if no player cut, that the house did not choose the deck.</p>
    <p><a href="/fair/">How fair dealing works</a>
    ${seal.hand && html` · <a href=${`/hands/${seal.hand}/`}>This hand, once it is over</a>`}</p>`;
}

function evidence(failed) {
  const blob = new Blob([JSON.stringify(failed, null, 2)], { type: "application/json" });
  return URL.createObjectURL(blob);
}

/** Covers the whole page: nobody plays on with cards that failed a check. */
export function SealFailure({ state }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [answer, setAnswer] = useState(/** @type {any} */ (null));
  const { failed } = state.seal;
  useEffect(() => {
    element.current?.showModal();
  }, []);
  const send = async () => {
    const text = `Fair dealing: ${failed.check}: ${failed.why} (hand ${failed.hand})`;
    setAnswer(await report(state, { kind: "cheating", text }));
  };
  return html`<dialog ref=${element} class="dialog fair-failure" role="alertdialog"
    aria-labelledby="fair-failure" onCancel=${(event) => event.preventDefault()}>
    <div class="dialog-head"><h2 id="fair-failure">The cards failed a check</h2></div>
    <div class="dialog-body">
      <p><b>This page has stopped and sends nothing more.</b> What the table sent does not match
      the deck that was sealed: <span class="fair-why">${failed.why}</span>.</p>
      <p>Please send a report and keep the evidence; a moderator can void the hand.</p>
      ${answer && html`<p role="status">${answer.text}</p>`}
      ${
        state.you &&
        state.boot.report_url &&
        !answer?.ok &&
        html`<${Button} look="primary wide" onClick=${send}>Report this</${Button}>`
      }
      <a class="button quiet wide" download="fair-dealing-evidence.json"
      href=${evidence(failed)}>Save the evidence</a>
      <a class="button quiet wide" href="/">Leave the table</a>
    </div></dialog>`;
}
