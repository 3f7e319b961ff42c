// @ts-check
/** Owns the dealer's choice of the variant: a button for each, and the time that is left. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { Countdown } from "../felt/clock.js";
import { Button } from "../ui/button.js";
import { variantName } from "./labels.js";

/** @param {{state: any, actions: any}} props */
export function Choice({ state, actions }) {
  const { you } = state.hand.view;
  const until = state.hand.clock?.until;
  const offered = you.legal.filter((entry) => entry.kind === "choose");
  return html`<div class="asked" role="alertdialog" aria-label=${text("teen_patti.choose")}>
    <p><b>${text("teen_patti.you_deal")}</b> ${text("teen_patti.which_variant")}
    ${until && html` <span class="left"><${Countdown} until=${until} state=${state} /></span>`}</p>
    <p class="fine">${text("teen_patti.no_choice")}</p>
    <div class="answers variants">${offered.map(
      ({ reading }) => html`<${Button} look="quiet"
      onClick=${() => actions.act("choose", { reading })}>${variantName(reading)}
      <small>${text(`teen_patti.variant_help.${reading}`)}</small></${Button}>`,
    )}</div>
  </div>`;
}
