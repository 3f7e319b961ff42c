// @ts-check
/** Owns the start of the live table page: wires socket, store, keys and the page together. */

import { Door } from "../fair/door.js";
import { load, number, text } from "../messages.js";
import { apply, choose, settings } from "../settings.js";
import { session } from "../storage.js";
import { html, render, useEffect, useLayoutEffect, useState } from "../view.js";
import { Bar } from "./bar/bar.js";
import { Stage } from "./felt/stage.js";
import { read } from "./net/post.js";
import { newKey, TableSocket } from "./net/socket.js";
import { Hero } from "./seats/hero.js";
import { createStore, mySeat } from "./store.js";
import { later } from "./ui/later.js";
import { useRedraw } from "./ui/redraw.js";

const boot = JSON.parse(document.getElementById("table-data")?.textContent || "{}");
const game = (await import(boot.game_module)).default;
const Page = boot.page ? (await import(boot.page)).default : Table;
/** Nothing is drawn or received before them. */
const texts = load();
const store = createStore(boot, game);
const { state } = store;
const roomy = matchMedia("(width >= 1100px)");
const besides = () => settings.side && roomy.matches;
/** The current keyboard actions; the game's action bar keeps them up to date. */
const keys = { /** @type {Record<string, () => void>} */ now: {} };

import("../avatar.js"); // faces come when they can
const Opening = later(() => import("./page/opening.js").then((m) => m.Opening));
const Side = later(() => import("./page/side.js").then((m) => m.Side));
const Elsewhere = later(() => import("./dock/elsewhere.js").then((m) => m.Elsewhere));
const Bubbles = later(() => import("./seats/bubbles.js").then((m) => m.Bubbles));
const SeatRequests = later(() => import("./seats/asking.js").then((m) => m.SeatRequests));
const Guide = later(() => import("./page/guide.js").then((m) => m.Guide));
const SpectatorDock = later(() => import("./dock/spectator.js").then((m) => m.SpectatorDock));
/** Drawn later than the felt, it would move it. */
Table.before = () => SpectatorDock.load();

/** Loaded without delaying the first drawing. */
const attention = import("./page/attention.js");

apply();

/** Whether this window has told the server to play here since it was opened. */
let told = false;
/** Makes this window the one that plays; the player's other windows stop. */
const playHere = async () => {
  told = (await tell({ type: "play_here" })).ok || told;
};

/** What moves and sounds, once it is there: nothing waits for it. @type {any} */
let life = null;
const lively = (made) => {
  life = made;
};
import("./felt/life.js").then((m) => m.start(state)).then(lively, () => {});

/** What is shown of the checks of the cards. */
const seals = import("../fair/seal.js");
const signatures = () => import("../fair/house.js");
/** Checks the cards, and cuts the decks: the page takes only messages that have passed. */
const door = new Door({
  command: (body) => socket.command(body),
  resync: () => socket.write({ type: "resync", id: socket.nextId() }),
  ends: (after) => read(`/api/v1/tables/${boot.slug}/decks/ends?after=${after}`),
  live: () => /good|slow|polling/.test(state.light),
  signed:
    boot.fair_keys?.length &&
    ((...said) =>
      signatures()
        .then((m) => m.isByHouse(boot.fair_keys, ...said))
        .catch(() => null)),
  changed(seal) {
    store.set({ seal });
    if (!seal.failed) return;
    socket.stop();
    keys.now = {};
    seals.catch(() => {
      place.textContent = text("table.check_failed");
    });
  },
});

let lastLine = 0;
/** Handles one message, or one step of one, and announces it. */
function show(message, late) {
  const move = life?.watch(message);
  const { events, gap } = store.receive(message);
  if (gap) socket.write({ type: "resync", id: socket.nextId() });
  if (!late && events.length && !state.elsewhere) {
    life?.sound(events);
    move?.(events);
  }
  // Events from before the page was opened are read, not announced.
  const fresh = message.type === "hello" ? [] : state.log.filter((line) => line.id > lastLine);
  lastLine = state.log.at(-1)?.id ?? lastLine;
  attention.then(({ announce }) => announce(message, fresh, state, explain));
  if (message.type === "chat" && !boot.page && !boot.overlay)
    import("./page/reactions.js").then((m) => m.showReactions(store, message.lines));
}
/** The number of the hand when the connection was lost; null while connected. */
let handWhenLost = /** @type {number | null} */ (null);
/** Summarizes what happened while the connection was lost. */
async function catchUp() {
  const after = handWhenLost;
  handWhenLost = null;
  if (after === null || !state.you || !state.table) return;
  const { tellMissed } = await import("./bar/missed.js");
  tellMissed(store, after);
}
let plays = true;
/** Without a socket nothing tells which window plays, and this one does not cut. */
function notePlays(now) {
  if (now !== plays) door.know({ t: "plays", plays: now });
  plays = now;
}
function noteConnection(light) {
  if (/lost|restoring|connecting/.test(light)) door.know({ t: "offline" });
  if (/good|polling/.test(light)) notePlays(!state.elsewhere && light === "good");
  if (light === "lost" && handWhenLost === null && state.hand) handWhenLost = state.hand.number;
  const back = handWhenLost !== null && /good|polling/.test(light);
  if (back) setTimeout(catchUp, 0); // once the state is there
  if (![light, "closed"].includes(state.light)) store.set({ light });
}

/** What a stream must not show is taken out behind the guard. @type {(message: any) => any} */
let shown = (message) => message;
const ready = boot.overlay
  ? import("./page/overlay.js").then((overlay) => {
      shown = overlay.withoutCards;
      return texts;
    })
  : Promise.all([texts, Page.before?.()]);
const receive = game.pace?.(show, state) ?? show;
const line = {
  message: async (message) => {
    await ready;
    if (message.type === "hello" && boot.user && !told) playHere();
    if (message.type === "window" && told) {
      keys.now = {};
      store.set({ elsewhere: !message.plays });
      notePlays(message.plays);
    }
    if (door.pass(message)) receive(shown(message), false);
  },
  light: noteConnection,
};
const as = boot.watches ? "watch=1" : `window=${newKey()}`;
const socket = new TableSocket(`${boot.ws}?${as}`, line, boot.watches ? "" : boot.slug);

let hush = 0;
function explain(said, told) {
  if (!said) return;
  store.set({ refusal: { text: said, at: Date.now(), told } });
  clearTimeout(hush);
  hush = setTimeout(() => store.set({ refusal: null }), 6000);
}

async function tell(body) {
  const answer = await socket.command(body);
  if (!answer.ok) explain(answer.text);
  return answer;
}

async function act(action, extra = {}) {
  if (state.sending || !state.hand || state.seal?.failed) return;
  store.set({ sending: action, refusal: null });
  const { id, seq } = state.hand;
  const answer = await tell({ type: "act", hand: id, seq, action, ...extra });
  if (answer.code === "STALE_ACTION") socket.write({ type: "resync", id: socket.nextId() });
  store.set({ sending: null });
  return answer;
}

/** Loaded with the first key press; many people never press one. @type {any} */
let press = null;

let begun = false;

function App() {
  const redraw = useRedraw();
  /** Draws the table first in a task of its own: a slow device has just checked the cards. */
  const begin = () => {
    begun = Boolean(state.table);
    redraw();
  };
  const [open, setOpen] = useState(/** @type {any} */ (null));
  const [side, setSide] = useState(besides);
  const [tab, setTab] = useState("log");
  const [seal, setSeal] = useState(/** @type {any} */ (null));
  useEffect(() => {
    addEventListener("settings", redraw);
    redraw(); // a message may have come before the page subscribed
    seals.then(setSeal);
    // Made narrower, the panel would lie over the action bar.
    roomy.onchange = () => setSide(besides());
    return store.subscribe(() => (begun ? redraw() : setTimeout(begin)));
  }, []);

  const actions = {
    keys,
    act,
    explain,
    command: (body) => socket.command(body),
    tell,
    checkAgain: () => door.tryNow(),
    recall: store.recall,
    /** Turns the table so that a player is below, from the next drawing on. */
    follow(name) {
      session.setItem(`cardhouse.followed.${boot.slug}`, name ?? "");
      store.set({ followed: name });
    },
    open: async (name, seat) => {
      const [{ OpenDialog }, extras] = await Promise.all([
        import("./dialogs/dialogs.js"),
        game.extras(),
      ]);
      setOpen({ name, seat, OpenDialog, extras });
    },
    close: () => setOpen(null),
    sit: (seat) => actions.open(state.you ? "sit" : "join", seat),
    start: () => tell({ type: "start" }),
    next: () => tell({ type: "next" }),
    sitOut: () => setOpen(null) ?? tell({ type: "sit_out" }),
    sitIn: () => setOpen(null) ?? tell({ type: "sit_in" }),
    side(show = !side) {
      setSide(show);
      if (roomy.matches) choose({ side: show });
      if (show) store.set({ unread: 0 });
    },
  };
  useEffect(() => {
    import("./dialogs/departing.js").then((m) => m.askBeforeLeaving(state, actions));
  }, []);
  useLayoutEffect(() => {
    const onKey = async (event) => {
      press ??= (await import("./page/keys.js")).press;
      press(event, state, actions, setTab, side && tab);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  if (side && tab !== "log") state.unread = 0;
  return html`${
    state.table
      ? html`<${Page} ...${{ state, actions, name: store.name, side, tab, setTab, open, seal }} />`
      : html`<${Opening} state=${state} />`
  }${state.seal?.failed && seal && html`<${seal.SealFailure} state=${state} door=${door} />`}`;
}

/** Whether this game's first turn is to be explained. */
const unknown = ({ table }) => boot.teaches && !settings.taught.includes(table.game);

function Table({ side, tab, setTab, open, seal, ...given }) {
  const at = mySeat(state);
  const away = state.elsewhere;
  const seated = at !== null && !away;
  return html`<div class=${`table-page ${side ? "with-side" : ""}`}>
    <${Bar} ...${given} SealButton=${seal?.SealButton} />
    ${!!state.you?.seat_requests.length && html`<${SeatRequests} ...${given} />`}
    <main class="table-main" id="content">
      <div class="room"><${Stage} ...${given} />
      ${seated && html`<${Hero} ...${given} />`}
      ${Object.keys(state.reactions).length > 0 && html`<${Bubbles} ...${given} />`}</div>
      ${
        at === null
          ? html`<${SpectatorDock} ...${given} />`
          : away
            ? html`<${Elsewhere} take=${playHere} />`
            : html`<${game.Dock} ...${given} />`
      }
    </main>
    ${seated && (state.teach || unknown(state)) && html`<${Guide} ...${given} />`}
    ${side && html`<${Side} ...${given} tab=${tab} setTab=${setTab} />`}
    ${open && html`<${open.OpenDialog} ...${given} open=${open} />`}
  </div>`;
}

const place = /** @type {HTMLElement} */ (document.getElementById("table"));
texts.then(() => {
  setTimeout(() => number(1e4)); // the first takes long; now the page waits for the table
  place.replaceChildren(); // the loading text
  render(html`<${App} />`, place);
});
