// @ts-check
/** Owns the dialog with the table's rules. */
import { NEWCOMER_HANDS_MAX } from "../../bounds.js";
import { chips } from "../../chips.js";
import { html } from "../../view.js";
import { forPoints } from "../store.js";
import { Facts } from "./parts.js";

const SPECTATORS = {
  public: "See what an opponent sees",
  after_hand: "See all cards after the hand",
  delayed: "Delayed, like TV",
  open: "See all cards, live",
  closed: "None",
};
const HOUSEHOLDS = { apart: "Not at this table", together: "May play together" };

/** @param {{state: any}} props */
export function HouseRules({ state }) {
  const { table, boot } = state;
  const { house_rules: rules, sit_and_go: sitAndGo } = table;
  const facts = [
    ["Game", boot.game_name],
    ["Rules", boot.preset_title],
    ["Stakes", table.stakes],
    sitAndGo
      ? ["Entry", chips(sitAndGo.entry)]
      : forPoints(state)
        ? ["Played for", "Points"]
        : ["Buy-in", `${chips(table.min_buy_in)}–${chips(table.max_buy_in)}`],
    ["Time per turn", `${Math.round(table.clock_ms / 1000)} s`],
    ["Spectators", SPECTATORS[table.spectators]],
    ["Chat", table.chat === "shared" ? "Shared with spectators" : "Spectators have their own"],
    ["Same household", HOUSEHOLDS[table.households]],
    table.newcomers && ["Players", `Fewer than ${NEWCOMER_HANDS_MAX} hands`],
    table.approval && ["Seats", "The host approves each player"],
    table.host && ["Host", table.host],
  ];
  return html`<${Facts} rows=${facts} />
    <p class="soft">${boot.preset_text}</p>
    <ul class="rule-list">${rules.map(
      ({ label, text }) => html`<li class="differs"><b>${label}</b><span>${text}</span></li>`,
    )}
      ${
        rules.length === 0 &&
        html`<li><b>No changes</b><span>This table uses these rules as they are.</span></li>`
      }</ul>
    <a class="button quiet wide" href=${`/rules/${table.game}/`} target="_blank"
    rel="noopener">Full rules</a>`;
}
