// @ts-check
/** Owns who won which pot, on which board, with what. */
import { chips } from "../../chips.js";
import { has, text } from "../../messages.js";
import { html } from "../../view.js";
import { HandWords } from "../felt/hand_label.js";
import { Net, NextHand, winners } from "../felt/outcome.js";

/** Main pot, side pots and boards, each with its winner. */
export function Result({ state, name }) {
  const { result, board2 } = state.hand.view;
  const keys = [...new Set([...result.pots].reverse().map((pot) => String(pot.seats)))];
  const lines = result.pots.map((pot, i) => {
    const nth = keys.indexOf(String(pot.seats));
    const earlier = result.pots.slice(0, i).some((p) => String(p.seats) === String(pot.seats));
    const words = [
      keys.length > 1 && text("table.pot.named", { number: nth }),
      board2.length > 0 && text("holdem.board_number", { number: earlier ? 2 : 1 }),
    ];
    return { ...pot, key: i, what: words.filter(Boolean).join(text("common.list_separator")) };
  });
  const how = `holdem.ended.${result.ended_by}`;
  const quiet = !lines.some((line) => line.hand_value);
  return html`<div class=${`result ${lines.length > 1 ? "several" : ""}`}>
    <div class="lines">${lines.map(
      (line) => html`<p class="winner" key=${line.key}>
        <span><span class="who">${winners(state, line, name)}</span> ${
          line.amount > 0 &&
          html`<b class="num">
        ${chips(line.amount)}</b>`
        }</span>
        ${
          (line.hand_value || line.what) &&
          html`<small><${HandWords} value=${line.hand_value} />
        <span class="of">${line.hand_value && line.what ? " · " : ""}${line.what}</span></small>`
        }</p>`,
    )}</div>
    ${quiet && has(how) && html`<p class="with quiet">${text(how)}</p>`}
    <p class="foot"><${Net} state=${state} /><${NextHand} state=${state} /></p>
  </div>`;
}
