// @ts-check
/** Owns the switches over my cards: sorting, counter, last round, auto-pass and autoplay. */

import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html } from "../../view.js";
import { off } from "../dock/action_button.js";
import { mySeat, seated } from "../store.js";
import { Icon } from "../ui/icons.js";
import { usePassing } from "./armed.js";

const PATHS = {
  sort: "M5 6h14M5 12h9M5 18h5",
  counter: "M4 5h16v14H4zM4 12h16M10 5v14M15 5v14",
  before: "M4.5 9A8 8 0 1 1 4 12M4 4v5h5M12 8v5l3 2",
  pass: "M5 5v14l7-7zM13 5v14l7-7z",
  auto: "M6 10h12v10H6zM12 10V5.5M12 4v.1M3 13.5v3M21 13.5v3M9.7 14.5v.1M14.3 14.5v.1",
};

/** Passes automatically when I can't beat the last play. */
function useAutoPass(state, actions, may) {
  const moment = may && settings.autopass ? `${state.hand.id}/${state.hand.seq}` : "";
  usePassing(moment, () => actions.act("pass"));
}

function Tool({ icon, name = icon, on, onClick, why = "" }) {
  const title = text(`dou_dizhu.tool_title.${name}`);
  return html`<button type="button" class="tool" title=${title} aria-label=${title}
    aria-pressed=${on} ...${off(why)} onClick=${onClick}><${Icon} name=${PATHS[icon]} />
    <span>${text(`dou_dizhu.tool.${name}`)}</span></button>`;
}

/**
 * `nothing`: I can't beat the last play.
 * @param {{state: any, actions: any, nothing: boolean}} props
 */
export function Tools({ state, actions, nothing }) {
  useAutoPass(state, actions, nothing);
  const { hand } = state;
  const auto = seated(state, mySeat(state))?.status === "sitting_out";
  const many = settings.sorting === "count";
  const open = Boolean(hand) && state.lastRound === hand.id;
  const early = hand?.view.before?.length ? "" : text("dou_dizhu.no_round_before");
  const look = () => {
    state.lastRound = open ? null : hand.id;
    choose({});
  };
  return html`<div class="tools" role="toolbar" aria-label=${text("table.dialog.hosting")}>
    <${Tool} icon="sort" name=${many ? "by_count" : "by_rank"}
    onClick=${() => choose({ sorting: many ? "rank" : "count" })} />
    <${Tool} icon="counter" on=${settings.counter !== false}
    onClick=${() => choose({ counter: settings.counter === false })} />
    <${Tool} icon="before" on=${open}
    why=${early} onClick=${() => (early ? actions.explain(early) : look())} />
    <${Tool} icon="pass" on=${Boolean(settings.autopass)}
    onClick=${() => choose({ autopass: !settings.autopass })} />
    <${Tool} icon="auto" on=${auto}
    onClick=${auto ? actions.sitIn : actions.sitOut} />
  </div>`;
}
