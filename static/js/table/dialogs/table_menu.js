// @ts-check
/** Owns the menu of the table, and the dialog that asks before I leave. */
import { chips } from "../../chips.js";
import { html, useEffect, useState } from "../../view.js";
import { session } from "../page/attention.js";
import { forPoints, handSeat, mySeat, playing, seated, stackOf } from "../store.js";
import { Button } from "../ui/button.js";
import { isHost } from "./host.js";
import { Problem, Switch, useSend } from "./parts.js";

/** @param {{state: any, actions: any, extras: any}} props */
export function Menu({ state, actions, extras }) {
  const { table, boot, you } = state;
  const me = /** @type {any} */ (seated(state, mySeat(state)));
  const item = (label, what) =>
    html`<li><button type="button" class="menu-item" onClick=${what}>${label}</button></li>`;
  const opens = (name, label) => item(label, () => actions.open(name));
  const link = (url, label) => html`<li><a class="menu-item" href=${url}>${label}</a></li>`;
  /** A preference of my seat that this table offers. */
  const wish = ([key, field, label]) =>
    table.can_prefer[key] &&
    html`<${Switch} on=${me[field]} label=${label}
    what=${() => actions.tell({ type: "prefer", [key]: !me[field] })} />`;
  const away = me?.status === "sitting_out";
  return html`${me && html`<p class="soft num">${session(state)?.text}</p>`}<ul class="menu-list">
    ${me && !table.sit_and_go && !forPoints(state) && opens("topup", "Add chips")}
    ${
      me &&
      (away
        ? item("I'm back", actions.sitIn)
        : item(extras.away ?? "Sit out the next hands", actions.sitOut))
    }
    ${me && extras.preferences?.map(wish)}
    ${me && opens("bots", "Add or remove bots")}
    ${me && opens("invite", "Invite")}
    ${isHost(state) && opens("hosting", "My table: pause, change, close")}
    ${opens("rules", "House rules")}
    ${opens("settings", "Settings and shortcuts")}
    ${boot.table_hands_url && link(boot.table_hands_url, "Hands at this table")}
    ${you && boot.report_url && opens("report", "Report a player")}
    ${me && opens("leave", "Leave the table")}
    ${you && !table.sit_and_go && link(`/play/${table.game}/`, "Other stakes")}
    ${!you && boot.login_url && link(boot.login_url, "Log in")}
    ${!you && boot.signup_url && link(boot.signup_url, "Sign up")}
    ${you?.kind === "guest" && link(boot.signup_url, "Create account, keep chips")}
    ${link("/", "Go to lobby")}
  </ul>`;
}

function leavingText(state, leaving) {
  const seat = mySeat(state);
  const { sit_and_go: sitAndGo } = state.table;
  const inHand = playing(state) && handSeat(state, seat)?.status === "in";
  if (sitAndGo?.state === "registering")
    return `Your entry of ${chips(sitAndGo.entry)} chips is refunded to your wallet.`;
  if (sitAndGo?.state === "running" && !seated(state, seat)?.place)
    return "The game goes on without you: your hands are folded, and you lose your entry.";
  if (sitAndGo) return "You are out of this game and have nothing at stake here.";
  if (inHand) return leaving;
  if (forPoints(state)) return "Your score at this table is lost when you leave.";
  return `Your ${chips(stackOf(state, seat))} chips return to your wallet.`;
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
  return html`${target && html`<p>Leave the table or keep your seat?</p>`}
    <p>${leavingText(state, extras.leaving)}</p>
    <${Problem} text=${error} />
    <div class="choices two"><${Button} look="quiet" onClick=${target ? go : actions.close}>
    ${target ? "Keep my seat" : "Stay"}</${Button}>
    <${Button} look="danger" disabled=${busy} onClick=${leave}>Leave the table</${Button}></div>`;
}
