// @ts-check
/**
 * Owns the dialogs of the table page: sit, top up, bots, invite, house rules, settings, leave (a
 * report is in report.js).
 */
import { chips } from "../chips.js";
import { SealDetails } from "../fair/seal.js";
import { html, useEffect, useRef, useState } from "../view.js";
import { AskSeat, mustAsk } from "./asking.js";
import { session } from "./attention.js";
import { Hosting, isHost, Problem } from "./host.js";
import { Icon } from "./icons.js";
import { Join } from "./join.js";
import { PlayerCard } from "./player.js";
import { Report } from "./report.js";
import { Settings } from "./settings_dialog.js";
import { Spectators } from "./spectators.js";
import { mySeat, playing, seated, stackOf } from "./store.js";
import { ordinal } from "./words.js";

function Dialog({ title, onClose, children, wide = false }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = element.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  const closeOutside = (event) => event.target === element.current && element.current?.close();
  return html`<dialog ref=${element} aria-label=${title}
      class=${`dialog ${wide ? "wide" : ""}`} onClose=${onClose} onClick=${closeOutside}>
    <form method="dialog" class="dialog-head"><h2>${title}</h2>
    <button class="icon-button" aria-label="Close"><${Icon} name="close" /></button></form>
    <div class="dialog-body" tabindex="-1" autofocus>${children}</div>
  </dialog>`;
}

/** An amount between two bounds: slider, figure, three common choices. */
function AmountField({ label, min, max, value, setValue }) {
  const middle = Math.floor((min + max) / 2);
  const keep = (wish) => Math.min(max, Math.max(min, Math.trunc(Number(wish) || min)));
  return html`<div class="amount-field">
    <label><span>${label}</span><input type="text" inputmode="numeric" value=${String(value)}
    onChange=${(e) => setValue(keep(e.target.value.replace(/\D/g, "")))} /></label>
    <input type="range" aria-label=${label} min=${min} max=${max} value=${value}
    onInput=${(e) => setValue(keep(e.target.value))} />
    <div class="choices">${[
      ["Min", min],
      ["Half", middle],
      ["Max", max],
    ].map(
      ([word, amount]) => html`
      <button type="button" class="button quiet small"
      aria-pressed=${value === amount ? "true" : "false"} onClick=${() => setValue(amount)}>
      ${word} <b class="num">${chips(amount)}</b></button>`,
    )}</div>
  </div>`;
}

function useSend(actions) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const send = async (body) => {
    setBusy(true);
    const answer = await actions.command(body);
    setBusy(false);
    if (answer.ok) actions.close();
    else setError(answer.text || "That did not work.");
  };
  return { error, busy, send };
}

/** A sit and go has one entry and no choice of buy-in. */
function JoinSitAndGo({ state, actions, seat }) {
  const { sit_and_go: sitAndGo } = state.table;
  const { wallet } = state.you;
  const { error, busy, send } = useSend(actions);
  if (wallet < sitAndGo.entry)
    return html`<p>You have ${chips(wallet)} chips; the entry is ${chips(sitAndGo.entry)}.</p>
      <a class="button primary wide" href="/me/">Get free chips</a>`;
  return html`<p class="soft">Seat ${seat + 1}. ${sitAndGo.players} of ${sitAndGo.size} have joined;
    the game starts when the table is full. Everyone starts with <b
    class="num">${chips(sitAndGo.starting)}
      </b>.</p>
    <dl class="facts">${sitAndGo.prizes.map(
      (prize, i) => html`<div><dt>${ordinal(i + 1)} prize</dt>
    <dd class="num">${chips(prize)}</dd></div>`,
    )}</dl>
    <${Problem} text=${error} />
    <button type="button" class="button primary wide big" disabled=${busy}
    onClick=${() => send({ type: "sit", seat, buy_in: sitAndGo.entry })}>Join
    for ${chips(sitAndGo.entry)} chips</button>`;
}

/** A table that plays for points has no buy-in. */
function SitForPoints({ state, actions, seat }) {
  const { error, busy, send } = useSend(actions);
  return html`<p class="soft">Seat ${seat + 1}. This table plays for points. There is no buy-in,
  and your score starts at 0.</p>
    <${Problem} text=${error} />
    <button type="button" class="button primary wide big" disabled=${busy}
    onClick=${() => send({ type: "sit", seat, buy_in: state.table.min_buy_in })}>Sit down</button>`;
}

const forPoints = ({ table }) => table.format === "points";

const Sit = (props) => {
  const Form = mustAsk(props.state)
    ? AskSeat
    : props.state.table.sit_and_go
      ? JoinSitAndGo
      : forPoints(props.state)
        ? SitForPoints
        : BuyIn;
  return html`<${Form} ...${props} />`;
};

function BuyIn({ state, actions, seat }) {
  const { table, you } = state;
  const most = Math.min(table.max_buy_in, you.wallet);
  const [amount, setAmount] = useState(
    Math.max(
      table.min_buy_in,
      Math.min(most, Math.floor((table.min_buy_in + table.max_buy_in) / 2)),
    ),
  );
  const { error, busy, send } = useSend(actions);
  if (most < table.min_buy_in) {
    return html`<p>You have ${chips(you.wallet)} chips; this table needs at
      least ${chips(table.min_buy_in)}.</p>
      <a class="button primary wide" href="/me/">Get free chips</a>`;
  }
  return html`<p class="soft">Seat ${seat + 1}. In your wallet: <b class="num">${chips(you.wallet)}
    </b> chips. When you leave, what you have left returns to your wallet.</p>
    <${AmountField} label="Buy-in" min=${table.min_buy_in} max=${most} value=${amount}
    setValue=${setAmount} />
    <${Problem} text=${error} />
    <button type="button" class="button primary wide big" disabled=${busy}
    onClick=${() => send({ type: "sit", seat, buy_in: amount })}>Sit down with ${chips(amount)}
    </button>`;
}

function TopUp({ state, actions }) {
  const seat = mySeat(state);
  const room = Math.min(state.you.wallet, state.table.max_buy_in - stackOf(state, seat));
  // Nobody plays on below the minimum buy-in: the least amount brings the stack back to it.
  const least = Math.max(1, Math.min(room, state.table.min_buy_in - stackOf(state, seat)));
  const [amount, setAmount] = useState(Math.max(1, room));
  const { error, busy, send } = useSend(actions);
  if (room < 1)
    return html`<p>Your stack is already at the table maximum of ${chips(state.table.max_buy_in)},
    or your wallet is empty.</p><${AutoTopUp} state=${state} actions=${actions} />`;
  return html`<p class="soft">
    ${playing(state) ? "Chips are added after this hand. " : ""}Wallet: <b class="num">
    ${chips(state.you.wallet)}</b>.</p>
    <${AmountField} label="Add chips" min=${least} max=${room} value=${amount}
    setValue=${setAmount} />
    <${Problem} text=${error} />
    <button type="button" class="button primary wide" disabled=${busy}
    onClick=${() => send({ type: "top_up", amount })}>Add ${chips(amount)}</button>
    <${AutoTopUp} state=${state} actions=${actions} />`;
}

/** Automatic top-up: between hands the server brings my stack back to an amount. */
function AutoTopUp({ state, actions }) {
  const { min_buy_in: least, max_buy_in: most, can_prefer: can } = state.table;
  const kept = state.you.tops_up_to;
  const [amount, setAmount] = useState(kept ?? most);
  if (!can?.top_up_to) return null;
  const wish = (top_up_to) => () => actions.tell({ type: "prefer", top_up_to });
  return html`<div class="keep-at"><ul class="menu-list"><${Toggle} on=${Boolean(kept)}
    label=${kept ? `Topped up to ${chips(kept)} before each hand` : "Top up before each hand"}
    what=${wish(kept ? 0 : amount)} /></ul>
    ${
      !kept &&
      html`<${AmountField} label="Top up to" min=${least} max=${most}
    value=${amount} setValue=${setAmount} />`
    }</div>`;
}

const LEVELS = [
  ["easy", "Easy", "plays many hands and calls a lot"],
  ["medium", "Steady", "plays solid hands"],
  ["hard", "Sharp", "weighs the odds and bluffs"],
];

function Bots({ state, actions }) {
  const { table } = state;
  const free = table.max_seats - table.seats.filter((seat) => seat?.name).length;
  const [count, setCount] = useState(Math.min(free, 3));
  const [level, setLevel] = useState("medium");
  const { error, busy, send } = useSend(actions);
  return html`<p class="soft">Bots always carry a BOT badge, play with their own chips, and leave
  when people want the seats.</p>
    <div class="count"><button type="button" class="round" aria-label="Fewer"
    onClick=${() => setCount(Math.max(1, count - 1))}>−</button>
    <b class="num">${count} ${count === 1 ? "bot" : "bots"}</b>
    <button type="button" class="round" aria-label="More"
    onClick=${() => setCount(Math.min(free, count + 1))}>+</button></div>
    <fieldset class="options"><legend>Level</legend>${LEVELS.map(
      ([value, label, help]) => html`
      <label class="option"><input type="radio" name="level" checked=${level === value}
      onChange=${() => setLevel(value)} /><span><b>${label}</b><small>${help}</small></span>
      </label>`,
    )}</fieldset>
    <${Problem} text=${error} />
    <button type="button" class="button primary wide" disabled=${busy || free < 1}
    onClick=${() => send({ type: "add_bots", count, level })}>
    ${free < 1 ? "No free seat" : `Seat ${count} ${count === 1 ? "bot" : "bots"}`}</button>
    ${
      table.seats.some((seat) => seat?.kind === "bot") &&
      html`<button type="button"
    class="button quiet wide" onClick=${() => send({ type: "remove_bots" })}>Remove the
    bots</button>`
    }`;
}

function Invite({ state }) {
  const url = new URL(state.table.invite ?? location.pathname, location.href).href;
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      document.execCommand("copy");
    }
    setCopied(true);
  };
  return html`<p class="soft">Anyone with this link
    can ${state.table.private ? "join this private table" : "join or watch"}.</p>
    <input ref=${field} class="link-field" readonly value=${url} aria-label="Invite link" />
    <button type="button" class="button primary wide" onClick=${copy}>
    ${copied ? "Copied ✓" : "Copy the link"}</button>`;
}

const SPECTATORS = {
  public: "See what an opponent sees",
  after_hand: "See all cards after the hand",
  delayed: "Delayed, like TV",
  open: "See all cards, live",
  closed: "None",
};
const HOUSEHOLDS = { apart: "Not at this table", together: "May play together" };

function Rules({ state }) {
  const { table, boot } = state;
  const rules = table.house_rules ?? [];
  const seconds = Math.round(table.clock_ms / 1000);
  return html`<dl class="facts"><div><dt>Game</dt><dd>${boot.game_name}</dd></div>
      <div><dt>Rules</dt><dd>${boot.preset_title}</dd></div>
      <div><dt>Stakes</dt><dd class="num">${table.stakes}</dd></div>
      ${
        table.sit_and_go
          ? html`<div><dt>Entry</dt><dd class="num">${chips(table.sit_and_go.entry)}</dd>
      </div>`
          : forPoints(state)
            ? html`<div><dt>Played for</dt><dd>Points</dd></div>`
            : html`<div>
      <dt>Buy-in</dt><dd class="num">${chips(table.min_buy_in)}–${chips(table.max_buy_in)}</dd>
      </div>`
      }<div><dt>Time per turn</dt><dd class="num">${seconds} s</dd></div>
      <div><dt>Spectators</dt><dd>${SPECTATORS[table.spectators]}</dd></div><div><dt>Same
      household</dt><dd>${HOUSEHOLDS[table.households]}</dd></div>${
        table.newcomers && html`<div><dt>Players</dt><dd>Fewer than 500 hands</dd></div>`
      }${table.approval && html`<div><dt>Seats</dt><dd>The host approves each player</dd></div>`}${
        table.host && html`<div><dt>Host</dt><dd>${table.host}</dd></div>`
      }</dl>
    <p class="soft">${boot.preset_text}</p>
    <ul class="rule-list">${rules.map(
      (rule) => html`<li
    class=${rule.differs === false ? "" : "differs"}><b>${rule.label}</b>
    <span>${rule.text ?? String(rule.value)}</span></li>`,
    )}
      ${
        rules.length === 0 &&
        html`<li><b>No changes</b><span>This table uses these rules as they are.</span></li>`
      }</ul>
    <a class="button quiet wide" href=${`/rules/${table.game}/`} target="_blank"
    rel="noopener">Full rules</a>`;
}

function leavingText(state, seat, leaving) {
  const { sit_and_go: sitAndGo } = state.table;
  const inHand =
    playing(state) && state.hand.view.seats.some((s) => s.seat === seat && s.status === "in");
  if (sitAndGo?.state === "registering")
    return `Your entry of ${chips(sitAndGo.entry)} chips is refunded to your wallet.`;
  if (sitAndGo?.state === "running" && !seated(state, seat)?.place)
    return "The game goes on without you: your hands are folded, and you lose your entry.";
  if (sitAndGo) return "You are out of this game and have nothing at stake here.";
  if (!inHand && forPoints(state)) return "Your score at this table is lost when you leave.";
  return inHand ? leaving : `Your ${chips(stackOf(state, seat))} chips return to your wallet.`;
}

function Leave({ state, actions, extras }) {
  const { error, busy, send } = useSend(actions);
  const leave = () => {
    state.leaving = true;
    send({ type: "leave" });
  };
  return html`<p>${leavingText(state, mySeat(state), extras.leaving)}</p>
    <${Problem} text=${error} />
    <div class="choices two"><button type="button" class="button quiet"
    onClick=${actions.close}>Stay</button><button type="button" class="button danger"
    disabled=${busy} onClick=${leave}>Leave the table</button></div>`;
}

/** A preference of my seat that this table offers. */
const Toggle = ({ on, label, what }) =>
  html`<li><button type="button" class="menu-item wish" role="switch"
    aria-checked=${on ? "true" : "false"} onClick=${what}><span>${label}</span>
    <i aria-hidden="true"></i></button></li>`;

function Menu({ state, actions, extras }) {
  const seat = mySeat(state);
  const me = seat === null ? null : seated(state, seat);
  const item = (label, what) =>
    html`<li><button type="button" class="menu-item" onClick=${what}>${label}</button></li>`;
  const can = me ? (state.table.can_prefer ?? {}) : {};
  const wish = (change) => () => actions.tell({ type: "prefer", ...change });
  return html`${me && html`<p class="soft num">${session(state)?.text}</p>`}<ul class="menu-list">
    ${
      me &&
      !state.table.sit_and_go &&
      !forPoints(state) &&
      item("Add chips", () => actions.open("topup"))
    }
    ${
      me &&
      (me.status === "sitting_out"
        ? item("I'm back", actions.sitIn)
        : item(extras.away ?? "Sit out the next hands", actions.sitOut))
    }
    ${(extras.preferences ?? [])
      .filter(([key]) => can[key])
      .map(
        ([key, field, label]) =>
          html`<${Toggle} on=${me?.[field]} label=${label}
          what=${wish({ [key]: !me?.[field] })} />`,
      )}
    ${me && item("Add or remove bots", () => actions.open("bots"))}
    ${me && item("Invite", () => actions.open("invite"))}
    ${isHost(state) && item("My table: pause, change, close", () => actions.open("hosting"))}
    ${item("House rules", () => actions.open("rules"))}
    ${item("Settings and shortcuts", () => actions.open("settings"))}
    ${
      state.boot.table_hands_url &&
      html`<li><a class="menu-item"
    href=${state.boot.table_hands_url}>Hands at this table</a></li>`
    }
    ${state.you && state.boot.report_url && item("Report a player", () => actions.open("report"))}
    ${me && item("Leave the table", () => actions.open("leave"))}
    <li><a class="menu-item" href="/">Go to lobby</a></li>
  </ul>`;
}

const TITLES = {
  sit: "Take a seat",
  join: "Play as guest",
  topup: "Add chips",
  bots: "Bots",
  invite: "Invite",
  rules: "House rules",
  report: "Report a player",
  player: "Player",
  settings: "Settings",
  hosting: "My table",
  leave: "Leave?",
  spectators: "Spectators",
  menu: "Table",
  fair: "Fair dealing",
};
const BODIES = {
  sit: Sit,
  join: Join,
  topup: TopUp,
  bots: Bots,
  invite: Invite,
  rules: Rules,
  report: Report,
  player: PlayerCard,
  settings: Settings,
  hosting: Hosting,
  leave: Leave,
  spectators: Spectators,
  menu: Menu,
  fair: SealDetails,
};

/**
 * @param {{state: any, actions: any, name: (seat: number) => string, open: {name: keyof typeof
 *   BODIES, seat?: number, extras: any}}} props
 */
export function OpenDialog({ state, actions, open, name }) {
  return html`<${Dialog} key=${open.name} title=${TITLES[open.name]} onClose=${actions.close}>
    <${BODIES[open.name]} state=${state} actions=${actions} seat=${open.seat}
    extras=${open.extras} name=${name} />
  </${Dialog}>`;
}
