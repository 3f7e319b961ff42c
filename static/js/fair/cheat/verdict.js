// @ts-check
/** Owns what the demonstration says of a choice: the course of the hand, and what is noticed. */
import { cardWords } from "../../faces.js";
import { html } from "../../view.js";
import { STAGES, textOf } from "./story.js";

const OWN_CAUGHT = {
  opening: "Every card has to come with its proof in the same message. This one's is missing.",
  place: "The proof has the card's position in the deal, and that is another one.",
  path: "With another card in it, the proof no longer leads to the seal.",
  card: "This card is there already, and there is only one of it.",
  noted: "Your browser noted the seal during the hand before. This deck has another.",
};
const LUCK_ENDED = "This time the cuts picked the false deck, and one card showed twice.";
const SEEN = {
  Locked: "when the lock arrives, before it shows your cut and before any card is dealt",
  Dealt: "when the hand is dealt, before you see a card",
  Cards: "when this card arrives, and doesn't draw it",
  Ended: "as soon as it is connected again",
};

/** @param {any} stage @param {number} at of the stage that failed, or past the end */
function stateOf(stage, at) {
  const i = STAGES.indexOf(stage);
  if (i === at) return "failed";
  return i < at ? "passed" : "not reached";
}

function Course({ verdict }) {
  const at = verdict.stage ? STAGES.indexOf(verdict.stage) : STAGES.length;
  return html`<ol class="cheat-course" aria-label="How far the hand came">${STAGES.map((stage) => {
    const state = stateOf(stage, at);
    return html`<li key=${stage} data-state=${state}>${stage}
      <span class="visually-hidden">: ${state}</span></li>`;
  })}</ol>`;
}

/** A check's reason with the names of cards. @param {string} why */
const inWords = (why) =>
  why.replace(/\bcard (\d+)\b/g, (_, card) => `the ${cardWords(textOf(Number(card)))}`);

/** What somebody at the table would have seen. */
function seenText({ cheat }, { stage }) {
  if (stage === "Saved")
    return "After the hand, its page and the saved checker say FAILED in red, with this check.";
  const when = cheat?.seen ?? SEEN[stage];
  const how = "It says so in red across the table, names this check";
  return `Your page stops ${when}. ${how}, and keeps a file of what the house said.`;
}

function Caught({ found }) {
  const { choice, verdict } = found;
  const caught = choice.cheat?.caught ?? OWN_CAUGHT[verdict.check];
  const other = choice.cheat?.luck && verdict.check !== choice.cheat.check;
  return html`<p class="cheat-result"><b>Caught by the check “${verdict.check}”</b></p>
    <p>${other ? LUCK_ENDED : caught}</p>
    <p><b>At the table:</b> ${seenText(choice, verdict)}</p>
    <p class="faint"><small>${verdict.check}: ${inWords(verdict.why)}</small></p>`;
}

function Passed({ found }) {
  const { choice, story } = found;
  if (choice.cheat?.luck)
    return html`<p class="cheat-result"><b>Not noticed this time</b></p>
      <p>The cuts picked the false deck, and none of the cards that came showed twice. Each hand is
        such a risk for the house, and one failure is enough.</p>`;
  if (choice.own)
    return html`<p class="cheat-result"><b>All checks passed</b></p>
      <p>That is the card that was dealt, so there is nothing to notice.</p>`;
  const cards = story.steps.flatMap(({ message }) => message.openings ?? []).length;
  return html`<p class="cheat-result"><b>All checks passed</b></p>
    <p>Cut by three players, with your cut. ${cards} cards, each at its place. The record, the
      table's chain and the day hold. Now cheat: choose a way, or click a card.</p>`;
}

/** What the house does. */
export function Title({ choice: { cheat, own }, story }) {
  const text = own ? "The house shows another card than the one it dealt." : "Nobody cheats.";
  return html`<div class="stack tight" aria-live="polite">
    <h2 id="cheat-title">${cheat?.title ?? (own ? "Another card" : "A fair hand")}</h2>
    <p>${cheat?.house ?? text} ${story.told}</p>
  </div>`;
}

export function Verdict({ found, next, again, fair }) {
  const { choice, verdict } = found;
  const { cheat, attempt, own } = choice;
  const button = (kind, text, act) =>
    html`<button type="button" class=${`button ${kind}`} onClick=${act}>${text}</button>`;
  return html`<${Course} verdict=${verdict} />
    <div class="stack tight cheat-verdict" role="status" data-check=${verdict.check ?? "none"}
      data-choice=${cheat?.key ?? (own ? "own" : "fair")}>
      <${verdict.check ? Caught : Passed} found=${found} />
    </div>
    <div class="row">
      ${button("primary", cheat ? "Next way to cheat" : "Cheat", next)}
      ${cheat?.luck && button("", "Try new cuts", () => again({ cheat, attempt: attempt + 1 }))}
      ${(cheat || own) && button("quiet", "Play fair", fair)}
    </div>`;
}
