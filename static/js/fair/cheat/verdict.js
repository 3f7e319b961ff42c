// @ts-check
/** Owns what the demonstration says of a choice: the course of the hand, and what is noticed. */
import { withElements } from "../../elements.js";
import { has, text } from "../../messages.js";
import { html } from "../../view.js";
import { checkText } from "../check_text.js";
import { caughtOf, houseOf, titleOf } from "./cheats.js";
import { STAGES } from "./story.js";

/** @param {any} stage @param {number} at of the stage that failed, or past the end */
function stateOf(stage, at) {
  const i = STAGES.indexOf(stage);
  if (i === at) return "failed";
  return i < at ? "passed" : "ahead";
}

function Course({ verdict }) {
  const at = verdict.stage ? STAGES.indexOf(verdict.stage) : STAGES.length;
  return html`<ol class="cheat-course" aria-label=${text("fair.cheat.course")}>${STAGES.map(
    (stage) => {
      const state = stateOf(stage, at);
      return html`<li key=${stage} data-state=${state === "ahead" ? "not reached" : state}>
      ${text(`fair.stage.${stage.toLowerCase()}`)}
      <span class="visually-hidden">${text(`fair.cheat_state.${state}`)}</span></li>`;
    },
  )}</ol>`;
}

/** How it was noticed. @param {any} choice @param {string} check that failed */
function caughtText({ cheat }, check) {
  if (cheat?.luck && check !== cheat.check) return text("fair.cheat.luck_ended");
  if (cheat) return caughtOf(cheat);
  return has(`fair.cheat_own.${check}`) ? text(`fair.cheat_own.${check}`) : checkText(check);
}

/** What somebody at the table would have seen. */
function seenText({ cheat }, { stage }) {
  if (stage === "Saved") return text("fair.cheat.seen_saved");
  return text("fair.cheat.seen", { when: cheat?.seen ?? stage.toLowerCase() });
}

function Caught({ found }) {
  const { choice, verdict } = found;
  const { check, why } = verdict;
  return html`<p class="cheat-result"><b>${text("fair.cheat.caught", { check })}</b></p>
    <p>${caughtText(choice, check)}</p>
    <p>${withElements("fair.cheat.at_table", {
      title: html`<b>${text("fair.cheat.at_table_title")}</b>`,
      seen: seenText(choice, verdict),
    })}</p>
    <p class="faint"><small lang="en">${check}: ${why}</small></p>`;
}

function Passed({ found }) {
  const { choice, story } = found;
  if (choice.cheat?.luck)
    return html`<p class="cheat-result"><b>${text("fair.cheat.not_noticed")}</b></p>
      <p>${text("fair.cheat.luck")}</p>`;
  if (choice.own)
    return html`<p class="cheat-result"><b>${text("fair.cheat.passed")}</b></p>
      <p>${text("fair.cheat.same_card")}</p>`;
  const cards = story.steps.flatMap(({ message }) => message.openings ?? []).length;
  return html`<p class="cheat-result"><b>${text("fair.cheat.passed")}</b></p>
    <p>${text("fair.cheat.fair_hand", { cards })}</p>`;
}

/** What the house does. */
export function Title({ choice: { cheat, own }, story }) {
  const [title, house] = own
    ? [text("fair.cheat.own_title"), text("fair.cheat.own_house")]
    : [text("fair.cheat.fair_title"), text("fair.cheat.fair_house")];
  return html`<div class="stack tight" aria-live="polite">
    <h2 id="cheat-title">${cheat ? titleOf(cheat) : title}</h2>
    <p>${cheat ? houseOf(cheat) : house}${
      story.tries && html` ${text("fair.cheat.tries", { count: story.tries })}`
    }</p>
  </div>`;
}

export function Verdict({ found, next, again, fair }) {
  const { choice, verdict } = found;
  const { cheat, attempt, own } = choice;
  const button = (kind, label, act) =>
    html`<button type="button" class=${`button ${kind}`} onClick=${act}>${label}</button>`;
  return html`<${Course} verdict=${verdict} />
    <div class="stack tight cheat-verdict" role="status" data-check=${verdict.check ?? "none"}
      data-choice=${cheat?.key ?? (own ? "own" : "fair")}>
      <${verdict.check ? Caught : Passed} found=${found} />
    </div>
    <div class="row">
      ${button("primary", text(cheat ? "fair.cheat.next" : "fair.cheat.start"), next)}
      ${
        cheat?.luck &&
        button("", text("fair.cheat.again"), () => again({ cheat, attempt: attempt + 1 }))
      }
      ${(cheat || own) && button("quiet", text("fair.cheat.play_fair"), fair)}
    </div>`;
}
