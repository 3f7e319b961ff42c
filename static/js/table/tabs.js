// @ts-check
/** Owns the rule that only one of a player's tabs plays at a table: the last one opened. */
import { html } from "../view.js";

/**
 * Tells the other tabs that this one plays from now on.
 * @param {string} slug @param {string} user
 * @param {(elsewhere: boolean) => void} changed called when another tab, or this one, takes over
 * @returns {() => void} takes over again
 */
export function onlyOne(slug, user, changed) {
  const channel = new BroadcastChannel(`cardhouse.table.${slug}`);
  channel.onmessage = ({ data }) => data === user && changed(true);
  const take = () => {
    channel.postMessage(user);
    changed(false);
  };
  take();
  return take;
}

/** Replaces the action bar while another tab plays. */
export const Elsewhere = ({ take }) => html`<section class="dock spectator" aria-label="Other tab">
  <p class="status" role="status">You're playing at this table in another tab.</p>
  <button type="button" class="button primary big" onClick=${take}>Play here</button>
</section>`;
