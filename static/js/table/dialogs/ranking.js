// @ts-check
/** Owns the card with what beats what at this table; the server makes it of the rule book. */
import "../../cards.js";
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { read } from "../net/post.js";
import { addressOf, marksOf } from "./ranking_card.js";

const Cards = ({ codes, look = "" }) =>
  codes.length > 0 &&
  html`<ch-cards key=${codes.join()} class=${look} small codes=${codes.join(" ")}></ch-cards>`;

/** @param {{state: any}} props */
export function Ranking({ state }) {
  const [card, setCard] = useState(/** @type {any} */ (undefined));
  const address = addressOf(state);
  useEffect(() => {
    read(address).then(setCard);
  }, [address]);
  if (!card)
    return html`<p class="soft" role="status">
    ${text(card === null ? "table.no_answer" : "table.loading")}</p>`;
  const marks = marksOf(state);
  const runs = card.order[0]?.length > 1;
  const order =
    card.order.length > 0 &&
    html`<p class="ranking-order"><span>${text("table.ranking.order", { runs })}</span>
    ${card.order.map((codes) => html`<${Cards} codes=${codes} />`)}</p>`;
  return html`${
    card.notes.length > 0 &&
    html`<ul class="rule-list">${card.notes.map(
      (note) => html`<li class="differs"><b>${text("table.ranking.note", note)}</b>
      <span>${note.text}</span></li>`,
    )}</ul>`
  }
    ${!runs && order}
    <ol class="ranking">${card.hands.map((hand) => {
      const mark = marks[hand.kind];
      return html`<li class=${mark ? "marked" : ""}>
        <span class="drawn"><${Cards} codes=${hand.cards} />
        <${Cards} codes=${hand.beside} look="beside" /></span>
        <span class="words"><b>${hand.name}</b>${mark && html` <em>${text(mark)}</em>`}
        <small>${hand.text}</small></span></li>`;
    })}</ol>
    ${runs && order}
    ${card.pays.map(
      ({ title, lines }) => html`<section class="ranking-pays"><h3>${title}</h3>
      <dl>${lines.map(([name, odds]) => html`<div><dt>${name}</dt><dd>${odds}</dd></div>`)}</dl>
      </section>`,
    )}
    <a class="button quiet wide" href=${`/rules/${state.table.game}/`} target="_blank">
    ${text("table.full_rules")}</a>`;
}
