// @ts-check
/** Owns the bar at the top of the table page: stakes, connection, panels, menu. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { choose, settings } from "../../settings.js";
import { html } from "../../view.js";
import { forPoints, isPractice, isUnrated } from "../store.js";
import { Icon } from "../ui/icons.js";
import { later } from "../ui/later.js";

/** Loaded at once: without a connection it would be too late. */
const notices = import("./notices.js");
const TurnElsewhere = later(() => import("./other_tables.js").then((m) => m.TurnElsewhere));
const Notices = later(() => notices.then((m) => m.Notices));
/** States that need more words than the light has. */
const DARK = /lost|restoring|closed|polling/;

const Tool = ({ icon, label, onClick, wide = false, count = 0 }) => html`
  <button type="button" class=${`icon-button is-${icon} ${wide ? "wide-only" : ""}`}
  aria-label=${text("table.unread", { label, count })} title=${label} onClick=${onClick}>
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
  const practice = isPractice(state);
  const range = practice
    ? text("table.practice")
    : table.sit_and_go
      ? text("table.sit_and_go")
      : forPoints(state)
        ? text("table.for_points")
        : isUnrated(state)
          ? text("table.practice_chips")
          : least === most
            ? chips(least)
            : text("table.range", { min: least, max: most });
  const seated = state.you?.seat != null;
  const noted =
    table.teaching ||
    table.state !== "open" ||
    state.missed ||
    state.you?.seat_given_back ||
    DARK.test(light);
  const rules = table.house_rules.length;
  const stakes = table.figures && text(state.boot.stakes, table.figures);
  const lit = text(`table.light.${light}`);
  return html`<header class="table-bar">
    <a class="icon-button" href="/" title=${text("table.to_lobby")}>
    <${Icon} name="back" /></a>
    <div class="facts">
      <h1><bdi>${table.name}</bdi></h1>
      <p class="num">${stakes}<span class="more"> · ${range}</span>
      ${hand && html` · ${text("table.hand_number", { number: String(hand.number) })}`}</p>
    </div>
    ${state.you && html`<${TurnElsewhere} slug=${state.boot.slug} />`}
    <button type="button" class="rules-chip wide-only" onClick=${() => actions.open("rules")}>
    <${Icon} name="book" />
    ${text("table.house_rules", { count: rules })}</button>
    ${SealButton && html`<${SealButton} state=${state} actions=${actions} />`}
    <span class="light-holder"><span class=${`light ${light}`} role="img"
    aria-label=${lit} title=${lit}><i></i><span>${lit}</span></span>
    </span>
    <button type="button" class="spectators num" data-n=${watching}
    aria-label=${text("table.watching", { count: watching })}
    disabled=${Boolean(state.boot.replay)} onClick=${() => actions.open("spectators")}>
    <${Icon} name="people" />${watching}</button>
    ${
      seated &&
      !practice &&
      html`<${Tool} icon="link" label=${text("table.menu.invite")} wide
    onClick=${() => actions.open("invite")} />`
    }
    ${seated && html`<${Tool} icon="turn" label=${text("table.rotate")} wide onClick=${rotate} />`}
    ${
      hand &&
      html`<${Tool} icon="past" label=${text("table.dialog.last")} wide
    onClick=${() => actions.open("last")} />`
    }
    <${Tool} icon="gear" label=${text("table.dialog.settings")} wide
    onClick=${() => actions.open("settings")} />
    <${Tool} icon="chat" label=${text("table.log_and_chat")} count=${state.unread}
    onClick=${() => actions.side()} />
    <${Tool} icon="menu" label=${text("table.table_menu")}
    onClick=${() => actions.open("menu")} />
  </header>
  ${noted && html`<${Notices} state=${state} />`}`;
}
