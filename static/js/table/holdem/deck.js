// @ts-check
/** Owns the deck beside the action buttons: how many cards are left in it. */
import { text } from "../../messages.js";
import { html } from "../../view.js";

const CARDS = 52;

/** Cards left in the deck: all but two for each player and those on the board. @param {any} view */
export const inDeck = (view) => {
  const both = (view.board2 ?? []).filter((code) => !view.board.includes(code));
  const open = view.board.length + both.length + (view.rabbit ?? []).length;
  return CARDS - 2 * view.seats.length - open;
};

/** @param {{view: any}} props no view: the whole deck */
export function Deck({ view }) {
  const left = view ? inDeck(view) : CARDS;
  return html`<span class="deck" role="img"
    aria-label=${text("holdem.deck", { left })} title=${text("holdem.in_deck", { left })}>
    <i class="card-back"></i><i class="card-back"></i>
    <i class="card-back"></i><b class="num" aria-hidden="true">${left}</b></span>`;
}
