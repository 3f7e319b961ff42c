// @ts-check
/** Owns the dealer's choice of the variant: a button for each, and the time that is left. */
import { html } from "../../view.js";
import { Countdown } from "../felt/clock.js";
import { Button } from "../ui/button.js";
import { variantName } from "./labels.js";

const TEXTS = {
  classic: "The best three cards win.",
  muflis: "The lowest hand wins.",
  ak47: "Aces, kings, fours and sevens are jokers.",
  lowest_joker: "The lowest rank in your own hand is a joker.",
  999: "Nearest to 999: aces count 1, tens and face cards 0.",
};

/** @param {{state: any, actions: any}} props */
export function Choice({ state, actions }) {
  const { you } = state.hand.view;
  const until = state.hand.clock?.until;
  const offered = you.legal.filter((entry) => entry.kind === "choose");
  return html`<div class="asked" role="alertdialog" aria-label="Choose the variant">
    <p><b>You deal.</b> Which variant is played?
    ${
      until &&
      html` <span class="left"><${Countdown} until=${until}
    state=${state} /> s</span>`
    }</p>
    <p class="fine">Without a choice in time the hand is classic.</p>
    <div class="answers variants">${offered.map(
      ({ reading }) => html`<${Button} look="quiet"
      onClick=${() => actions.act("choose", { reading })}>${variantName(reading)}
      <small>${TEXTS[reading]}</small></${Button}>`,
    )}</div>
  </div>`;
}
