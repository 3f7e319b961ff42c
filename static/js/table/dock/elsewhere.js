// @ts-check
/** Owns what a window shows while another window of the same player plays the seat. */
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { Button } from "../ui/button.js";

/** Replaces the action bar. @param {{take: () => void}} props */
export const Elsewhere = ({ take }) => html`<section class="dock spectator"
  aria-label=${text("table.other_window")}>
  <p class="status" role="status">${text("table.opened_elsewhere")}</p>
  <${Button} look="primary big" onClick=${take}>${text("table.play_here")}</${Button}>
</section>`;
