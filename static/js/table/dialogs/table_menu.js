// @ts-check
/** Owns the menu of the table, and the dialog that asks before I leave. */
import { text } from "../../messages.js";
import { html, useEffect, useState } from "../../view.js";
import { session } from "../page/attention.js";
import {
  forPoints,
  handSeat,
  isPractice,
  isUnrated,
  mySeat,
  playing,
  seated,
  stackOf,
} from "../store.js";
import { Button } from "../ui/button.js";
import { isHost } from "./host.js";
import { Problem, Switch, useSend } from "./parts.js";

/** @param {{state: any, actions: any, extras: any}} props */
export function Menu({ state, actions, extras }) {
  const { table, boot, you } = state;
  const me = /** @type {any} */ (seated(state, mySeat(state)));
  const item = (label, what) =>
    html`<li><button type="button" class="menu-item" onClick=${what}>${label}</button></li>`;
  const opens = (name, label = text(`table.menu.${name}`)) => item(label, () => actions.open(name));
  const dialog = (name) => opens(name, text(`table.dialog.${name}`));
  const link = (url, key, stays = /** @type {any} */ (undefined)) =>
    html`<li><a class="menu-item" href=${url} data-stays=${stays}>${text(key)}</a></li>`;
  /** A preference of my seat that this table offers. */
  const wish = ([key, field, label]) =>
    table.can_prefer[key] &&
    html`<${Switch} on=${me[field]} label=${text(label)}
    what=${() => actions.tell({ type: "prefer", [key]: !me[field] })} />`;
  const again = () => {
    state.teach = true;
    actions.close();
  };
  const away = me?.status === "sitting_out";
  return html`${me && html`<p class="soft num">${session(state)?.text}</p>`}<ul class="menu-list">
    ${me && !table.sit_and_go && !forPoints(state) && !isUnrated(state) && opens("topup")}
    ${
      me &&
      (away
        ? item(text("table.back"), actions.sitIn)
        : item(text(extras.away ?? "table.sit_out"), actions.sitOut))
    }
    ${me && extras.preferences?.map(wish)}
    ${me && opens("bots")}
    ${me && !isPractice(state) && opens("invite")}
    ${isHost(state) && opens("hosting")}
    ${you && dialog("reactions")}
    ${dialog("last")}
    ${dialog("ranking")}
    ${me && item(text("table.guide.again"), again)}
    ${opens("rules")}
    ${opens("settings")}
    ${boot.text_url && link(boot.text_url, "table.as_text", "")}
    ${boot.table_hands_url && link(boot.table_hands_url, "table.hands_here")}
    ${you && boot.report_url && opens("report")}
    ${me && opens("leave")}
    ${you && !table.sit_and_go && link(`/play/${table.game}/`, "table.other_stakes")}
    ${!you && boot.login_url && link(boot.login_url, "table.log_in")}
    ${!you && boot.signup_url && link(boot.signup_url, "table.sign_up")}
    ${you?.kind === "guest" && link(boot.signup_url, "table.keep_chips")}
    ${link("/", "table.to_lobby")}
  </ul>`;
}

function leavingText(state, leaving) {
  const seat = mySeat(state);
  const { sit_and_go: sitAndGo } = state.table;
  const inHand = playing(state) && handSeat(state, seat)?.status === "in";
  if (sitAndGo?.state === "registering") return text("table.leave.registering", sitAndGo);
  if (sitAndGo?.state === "running" && !seated(state, seat)?.place)
    return text("table.leave.running");
  if (sitAndGo) return text("table.leave.out");
  if (inHand) return text(leaving);
  if (forPoints(state)) return text("table.leave.points");
  if (isUnrated(state)) return text("table.leave.unrated");
  return text("table.leave.chips", { stack: stackOf(state, seat) ?? 0 });
}

/**
 * Asked from the menu, or by a link (`state.target`) that leads away from my seat.
 * @param {{state: any, actions: any, extras: any}} props
 */
export function Leave({ state, actions, extras }) {
  const [target] = useState(state.target);
  const go = () => {
    state.departs = true; // asked already
    location.assign(target);
  };
  const { error, busy, send } = useSend(target ? { ...actions, close: go } : actions);
  useEffect(() => {
    state.target = null;
  }, []);
  const leave = () => {
    state.leaving = true;
    send({ type: "leave" });
  };
  return html`${target && html`<p>${text("table.leave_or_keep")}</p>`}
    <p>${leavingText(state, extras.leaving)}</p>
    <${Problem} text=${error} />
    <div class="choices two"><${Button} look="quiet" onClick=${target ? go : actions.close}>
    ${text(target ? "table.keep_seat" : "table.stay")}</${Button}>
    <${Button} look="danger" disabled=${busy} onClick=${leave}>
    ${text("table.menu.leave")}</${Button}></div>`;
}
