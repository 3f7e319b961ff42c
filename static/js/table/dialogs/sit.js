// @ts-check
/** Owns the dialogs in which I sit down or add chips. */
import { chips } from "../../chips.js";
import { text } from "../../messages.js";
import { html, useState } from "../../view.js";
import { AskSeat, mustAsk } from "../seats/asking.js";
import { forPoints, mySeat, playing, stackOf } from "../store.js";
import { AmountField, Facts, Send, Switch } from "./parts.js";

/** Ends with what the chips do not suffice for. */
const TooPoor = ({ you, children }) =>
  html`<p>You have ${chips(you.wallet)} chips; ${children}.</p>
    <a class="button primary wide" href="/me/">Get free chips</a>`;

/** A sit and go has one entry and no choice of buy-in. */
function JoinSitAndGo({ state: { you, table }, actions, seat }) {
  const { entry, players, size, starting, prizes } = table.sit_and_go;
  if (you.wallet < entry)
    return html`<${TooPoor} you=${you}>the entry is ${chips(entry)}</${TooPoor}>`;
  const rows = prizes.map((prize, i) => [text("table.prize", { place: i + 1 }), chips(prize)]);
  return html`<p class="soft">Seat ${seat + 1}. ${players} of ${size} have joined;
    the game starts when the table is full. Everyone starts with <b class="num">${chips(starting)}
    </b>.</p>
    <${Facts} rows=${rows} />
    <${Send} actions=${actions} look="big" body=${{ type: "sit", seat, buy_in: entry }}>Join
    for ${chips(entry)} chips</${Send}>`;
}

/** A table that plays for points has no buy-in. */
const SitForPoints = ({ state, actions, seat }) =>
  html`<p class="soft">Seat ${seat + 1}. This table plays for points. There is no buy-in,
    and your score starts at 0.</p>
    <${Send} actions=${actions} look="big"
    body=${{ type: "sit", seat, buy_in: state.table.min_buy_in }}>Sit down</${Send}>`;

function BuyIn({ state: { you }, actions, seat }) {
  // The offer is gone once I sit, which the page may hear before the answer that closes this.
  const [offer] = useState(you.buy_in);
  const { min: least, max, usual, left_with: left, until } = offer;
  const most = Math.min(max, you.wallet);
  const [amount, setAmount] = useState(usual);
  if (most < least)
    return html`<${TooPoor} you=${you}>this table needs at least ${chips(least)}</${TooPoor}>`;
  return html`${
    left &&
    html`<p>You left with <b class="num">${chips(left)}</b> chips, so until
    ${" "}${new Date(until).toLocaleTimeString()} you come back with at least ${chips(least)}.</p>`
  }<p class="soft">Seat ${seat + 1}. In your wallet: <b class="num">${chips(you.wallet)}
    </b> chips. When you leave, what you have left returns to your wallet.</p>
    <${AmountField} label="Buy-in" min=${least} max=${most} value=${amount}
    setValue=${setAmount} />
    <${Send} actions=${actions} look="big" body=${{ type: "sit", seat, buy_in: amount }}>Sit down
    with ${chips(amount)}</${Send}>`;
}

/** @param {{state: any, actions: any, seat: number}} props */
export function Sit(props) {
  const { state } = props;
  const Form = mustAsk(state)
    ? AskSeat
    : state.table.sit_and_go
      ? JoinSitAndGo
      : forPoints(state)
        ? SitForPoints
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
      ? html`<p>Your stack is already at the table maximum of ${chips(table.max_buy_in)}, or your
        wallet is empty.</p>`
      : html`<p class="soft">${playing(state) ? "Chips are added after this hand. " : ""}Wallet: <b
        class="num">${chips(you.wallet)}</b>.</p>
        <${AmountField} label="Add chips" min=${least} max=${room} value=${amount}
        setValue=${setAmount} />
        <${Send} actions=${actions} body=${{ type: "top_up", amount }}>Add ${chips(amount)}
        </${Send}>`
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
    label=${kept ? `Topped up to ${chips(kept)} before each hand` : "Top up before each hand"} />
    </ul>${
      !kept &&
      html`<${AmountField} label="Top up to" min=${least} max=${most} value=${amount}
      setValue=${setAmount} />`
    }</div>`;
}
