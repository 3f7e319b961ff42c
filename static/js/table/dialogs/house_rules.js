// @ts-check
/** Owns the dialog with the table's rules. */
import { NEWCOMER_HANDS_MAX } from "../../bounds.js";
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html } from "../../view.js";
import { inWords } from "../refusals.js";
import { forPoints, isPractice, isUnrated } from "../store.js";
import { Facts } from "./parts.js";

const capital = (said) => said.charAt(0).toUpperCase() + said.slice(1);

/** @param {{state: any}} props */
export function HouseRules({ state }) {
  const { table, boot } = state;
  const { house_rules: rules, sit_and_go: sitAndGo } = table;
  const facts = [
    ["game", boot.game_name],
    ["rules", boot.preset_title],
    ["stakes", text(boot.stakes, table.figures)],
    sitAndGo
      ? ["entry", chips(sitAndGo.entry)]
      : forPoints(state)
        ? ["played_for", text("table.points")]
        : isUnrated(state)
          ? ["played_for", text("table.unrated")]
          : ["buy_in", text("table.range", { min: table.min_buy_in, max: table.max_buy_in })],
    [
      "clock",
      isPractice(state)
        ? text("table.no_clock")
        : text("table.seconds", { seconds: Math.round(table.clock_ms / 1000) }),
    ],
    ["spectators", text(`table.spectators.${table.spectators}`)],
    ["chat", text(table.chat === "shared" ? "table.chat_shared" : "table.chat_apart")],
    ["households", text(`table.households.${table.households}`)],
    table.newcomers && ["players", text("table.newcomers", { count: NEWCOMER_HANDS_MAX })],
    table.approval && ["seats", text("table.approval")],
    table.host && ["host", table.host],
  ]
    .filter(Boolean)
    .map(([fact, value]) => [text(`table.fact.${fact}`), value]);
  return html`<${Facts} rows=${facts} />
    <p class="soft">${boot.preset_text}</p>
    <ul class="rule-list">${rules.map((rule) => {
      const { label, about, choices } = boot.options[rule.name];
      const value = capital(inWords(choices, rule.chosen));
      const usual = inWords(choices, rule.of_preset);
      return html`<li class="differs"><b>${label}</b><span>
        ${text("house_rules.changed", { value, usual, about })}</span></li>`;
    })}
      ${
        rules.length === 0 &&
        html`<li><b>${text("table.no_changes")}</b><span>${text("table.as_they_are")}</span></li>`
      }</ul>
    <a class="button quiet wide" href=${`/rules/${table.game}/`} target="_blank">
    ${text("table.full_rules")}</a>`;
}
