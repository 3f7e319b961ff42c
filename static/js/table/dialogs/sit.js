// @ts-check
/** Owns the dialogs in which I sit down or add chips. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { moment } from "../../moments.js";
import { html, useState } from "../../view.js";
import { AskSeat, mustAsk } from "../seats/asking.js";
import { forPoints, isUnrated, mySeat, playing, stackOf } from "../store.js";
import { AmountField, Facts, Send, Switch } from "./parts.js";

/** What the chips do not suffice for. */
const TooPoor = ({ children }) =>
  html`<p>${children}</p>
    <a class="button primary wide" href="/me/">${text("table.free_chips")}</a>`;

/** A sit and go has one entry and no choice of buy-in. */
function JoinSitAndGo({ state: { you, table }, actions, seat }) {
  const { entry, prizes } = table.sit_and_go;
  const args = { ...table.sit_and_go, wallet: you.wallet, seat: seat + 1 };
  if (you.wallet < entry)
    return html`<${TooPoor}>${text("table.too_poor_to_join", args)}</${TooPoor}>`;
  const rows = prizes.map((prize, i) => [text("table.prize", { place: i + 1 }), chips(prize)]);
  return html`<p class="soft">${text("table.join_terms", args)}</p>
    <${Facts} rows=${rows} />
    <${Send} actions=${actions} look="big" body=${{ type: "sit", seat, buy_in: entry }}>
    ${text("table.join_for", args)}</${Send}>`;
}

/** A table that plays for points, or with practice chips, has no buy-in. */
function SitForNothing({ state, actions, seat }) {
  const stack = state.table.min_buy_in;
  const terms = isUnrated(state) ? "table.unrated_terms" : "table.points_terms";
  return html`<p class="soft">${text(terms, { seat: seat + 1, stack })}</p>
    <${Send} actions=${actions} look="big" body=${{ type: "sit", seat, buy_in: stack }}>
    ${text("table.sit_down")}</${Send}>`;
}

function BuyIn({ state: { you }, actions, seat }) {
  // The offer is gone once I sit, which the page may hear before the answer that closes this.
  const [offer] = useState(you.buy_in);
  const { min: least, max, usual, left_with: left, until } = offer;
  const most = Math.min(max, you.wallet);
  const [amount, setAmount] = useState(usual);
  const args = { wallet: you.wallet, least, left, seat: seat + 1 };
  if (most < least) return html`<${TooPoor}>${text("table.too_poor_to_sit", args)}</${TooPoor}>`;
  const time = left && moment(until, { timeStyle: "medium" });
  return html`${left && html`<p>${text("table.left_with", { ...args, time })}</p>`}
    <p class="soft">${text("table.buy_in_terms", args)}</p>
    <${AmountField} label=${text("table.fact.buy_in")} min=${least} max=${most} value=${amount}
    setValue=${setAmount} />
    <${Send} actions=${actions} look="big" body=${{ type: "sit", seat, buy_in: amount }}>
    ${text("table.sit_down_with", { amount })}</${Send}>`;
}

/** @param {{state: any, actions: any, seat: number}} props */
export function Sit(props) {
  const { state } = props;
  const Form = mustAsk(state)
    ? AskSeat
    : state.table.sit_and_go
      ? JoinSitAndGo
      : forPoints(state) || isUnrated(state)
        ? SitForNothing
        : BuyIn;
  return html`<${Form} ...${props} />`;
}

/** @param {{state: any, actions: any}} props */
export function TopUp({ state, actions }) {
  const { table, you } = state;
  const stack = stackOf(state, mySeat(state));
  const room = Math.min(you.wallet, table.max_buy_in - stack);
  // Nobody plays on below the minimum buy-in: the least amount brings the stack back to it.
  const least = Math.max(1, Math.min(room, Math.max(you.short_by, table.min_buy_in - stack)));
  const [amount, setAmount] = useState(Math.max(1, room));
  return html`${
    room < 1
      ? html`<p>${text("table.no_room", { max: table.max_buy_in })}</p>`
      : html`<p class="soft">${text("table.top_up_terms", { ...you, later: playing(state) })}</p>
        <${AmountField} label=${text("table.dialog.topup")} min=${least} max=${room} value=${amount}
        setValue=${setAmount} />
        <${Send} actions=${actions} body=${{ type: "top_up", amount }}>
        ${text("table.add_amount", { amount })}</${Send}>`
  }<${AutoTopUp} state=${state} actions=${actions} />`;
}

/** Automatic top-up: between hands the server brings my stack back to an amount. */
function AutoTopUp({ state: { table, you }, actions }) {
  const { min_buy_in: least, max_buy_in: most, can_prefer: can } = table;
  const kept = you.tops_up_to;
  const [amount, setAmount] = useState(kept ?? most);
  if (!can?.top_up_to) return null;
  const wish = () => actions.tell({ type: "prefer", top_up_to: kept ? 0 : amount });
  return html`<div class="keep-at"><ul class="menu-list"><${Switch} on=${kept} what=${wish}
    label=${text("table.tops_up", { amount: kept ?? 0 })} />
    </ul>${
      !kept &&
      html`<${AmountField} label=${text("table.top_up_to")} min=${least} max=${most} value=${amount}
      setValue=${setAmount} />`
    }</div>`;
}
