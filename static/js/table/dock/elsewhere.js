// @ts-check
/** Owns what a window shows while another window of the same player plays the seat. */
import { html } from "../../view.js";
import { Button } from "../ui/button.js";

/** Replaces the action bar. @param {{take: () => void}} props */
export const Elsewhere = ({ take }) => html`<section class="dock spectator"
  aria-label="Other window">
  <p class="status" role="status">You opened this table in another window.</p>
  <${Button} look="primary big" onClick=${take}>Play here</${Button}>
</section>`;
