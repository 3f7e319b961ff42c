// @ts-check
/** Owns the bar at the top of the table page: stakes, connection, panels, menu. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html } from "../../view.js";
import { forPoints } from "../store.js";
import { Icon } from "../ui/icons.js";
import { later } from "../ui/later.js";

/** Loaded at once: without a connection it would be too late. */
const notices = import("./notices.js");
const TurnElsewhere = later(() => import("./other_tables.js").then((m) => m.TurnElsewhere));
const Notices = later(() => notices.then((m) => m.Notices));
/** States that need more words than the light has. */
const DARK = /lost|restoring|closed|polling/;

const LIGHT = {
  connecting: "Connecting",
  good: "Connected",
  slow: "Slow connection",
  polling: "Slower connection",
  lost: "Connection lost",
  restoring: "Restoring",
  closed: "Closed",
};

const Tool = ({ icon, label, onClick, wide = false, count = 0 }) => html`
  <button type="button" class=${`icon-button is-${icon} ${wide ? "wide-only" : ""}`}
  aria-label=${count ? `${label}, ${count} new` : label} title=${label} onClick=${onClick}>
    <${Icon} name=${icon} />${
      count > 0 &&
      html`<b class="count-badge num">
    ${count > 9 ? "9+" : count}</b>`
    }</button>`;

const EDGES = ["bottom", "left", "top", "right"];
const rotate = () => choose({ edge: EDGES[(EDGES.indexOf(settings.edge) + 1) % 4] });

export function Bar({ state, actions, SealButton }) {
  const { table, hand, light, watching } = state;
  const { min_buy_in: least, max_buy_in: most } = table;
  const range = table.sit_and_go
    ? "Sit and go"
    : forPoints(state)
      ? "for points"
      : least === most
        ? chips(least)
        : `${chips(least)}–${chips(most)}`;
  const seated = state.you?.seat != null;
  const noted =
    table.state !== "open" || state.missed || state.you?.seat_given_back || DARK.test(light);
  const rules = table.house_rules.length;
  return html`<header class="table-bar">
    <a class="icon-button" href="/" title="Go to lobby">
    <${Icon} name="back" /></a>
    <div class="facts">
      <h1>${table.name}</h1>
      <p class="num">${table.stakes}<span class="more"> · ${range}</span>
      ${hand && html` · Hand ${hand.number}`}</p>
    </div>
    ${state.you && html`<${TurnElsewhere} slug=${state.boot.slug} />`}
    <button type="button" class="rules-chip wide-only" onClick=${() => actions.open("rules")}>
    <${Icon} name="book" />
    ${text("table.house_rules", { count: rules })}</button>
    ${SealButton && html`<${SealButton} state=${state} actions=${actions} />`}
    <span class="light-holder"><span class=${`light ${light}`} role="status"
    aria-label=${LIGHT[light]} title=${LIGHT[light]}><i></i><span>${LIGHT[light]}</span></span>
    </span>
    <button type="button" class="spectators num" data-n=${watching}
    aria-label=${`${watching} watching`}
    disabled=${Boolean(state.boot.replay)} onClick=${() => actions.open("spectators")}>
    <${Icon} name="people" />${watching}</button>
    ${
      seated &&
      html`<${Tool} icon="link" label="Invite" wide
    onClick=${() => actions.open("invite")} />`
    }
    ${seated && html`<${Tool} icon="turn" label="Rotate the table" wide onClick=${rotate} />`}
    <${Tool} icon="gear" label="Settings" wide onClick=${() => actions.open("settings")} />
    <${Tool} icon="chat" label="Log and chat" count=${state.unread}
    onClick=${() => actions.side()} />
    <${Tool} icon="menu" label="Table menu" onClick=${() => actions.open("menu")} />
  </header>
  ${noted && html`<${Notices} state=${state} />`}`;
}
