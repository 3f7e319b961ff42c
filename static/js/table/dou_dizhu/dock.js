// @ts-check
/**
 * Owns Dou Dizhu's action bar: pass on the left, hint in the middle, play on the right; during
 * bidding the bids take the same positions. Offers what the view lists as legal.
 */

import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html } from "../../view.js";
import { useAhead } from "../dock/ahead.js";
import { asked, Bar, useTurn } from "../dock/turn.js";
import { refusalText } from "../refusals.js";
import { mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { choose, enterCards, hint, play, useAsking, useChoice } from "./choice.js";
import { passable } from "./order.js";
import { combination, combinationTitle } from "./words.js";

const Armed = later(() => import("./armed.js").then((m) => m.Armed));
const Over = later(() => import("../dock/pause.js").then((m) => m.Over));
const ToAct = later(() => import("../dock/pause.js").then((m) => m.ToAct));
const Tools = later(() => import("./tools.js").then((m) => m.Tools));
const BULB =
  "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2.2h5.4c0-1 .3-1.7.9-2.2A6 6 0 0 0 12 3z";

/** Tone, icon and key of each action. */
const LOOKS = {
  pass: ["pack", "pack", "P"],
  decline: ["pack", "pack", "P"],
  bid: ["show", "crown"],
  open: ["show", "eye", "O"],
  hint: ["show hint", BULB, "H"],
  call: ["chaal", "crown", "C"],
  rob: ["chaal", "crown", "C"],
  double: ["chaal", "crown", "C"],
  play: ["chaal", "up", "↵"],
};

const toAct = (state, name, actions) =>
  html`<${ToAct} state=${state} name=${name} actions=${actions} />`;

function statusText(state, turn, legal, nothing, name, dead, actions) {
  const view = state.hand?.view;
  if (!view) return text("dou_dizhu.next_game_waits");
  if (view.phase === "settled")
    return html`<${Over} state=${state} actions=${actions} over="dou_dizhu.game_over" />`;
  const { last, phase } = view;
  if (!turn && dead) return html`<span class="dead">${dead}</span>`;
  if (!turn && phase === "play") return toAct(state, name, actions);
  if (!turn)
    return text(`dou_dizhu.doing.${phase}`, { name: view.turn === null ? "…" : name(view.turn) });
  if (nothing) return asked(text("dou_dizhu.cannot_beat", { passes: Boolean(settings.autopass) }));
  if (last) return asked(text("dou_dizhu.beat", { combination: combination(last.category) }));
  const bid = legal.bid ? "bid" : legal.rob ? "rob" : "call";
  return asked(text(`dou_dizhu.ask.${phase === "bidding" ? bid : phase}`));
}

/** What the left and the right button do while players talk, and the word on the left one. */
function talkOf(view, legal, bidding) {
  if (view?.phase === "dealing") return ["decline", "open", "closed"];
  if (view?.phase === "doubling") return ["decline", "double", "no"];
  const called = view?.seats.some(({ said }) => said === "call") && bidding === "call_rob";
  const robs = legal.rob || called;
  return [
    "pass",
    robs ? "rob" : "call",
    view?.phase !== "bidding" ? "pass" : robs ? "no_rob" : "no_call",
  ];
}

const button = (kind) => text(`dou_dizhu.button.${kind}`);

export function Dock({ state, name, actions }) {
  const { cards, answer } = useChoice(state);
  useAsking(actions);
  const bar = useTurn({ state, actions }, { looks: LOOKS, words: "dou_dizhu" });
  const { legal, view, me, turn, why, place, useKeys } = bar;
  const mine = mySeat(state);
  const talk = ["bidding", "doubling", "dealing"].includes(view?.phase);
  const bidding =
    state.table.rules?.bidding ?? (legal.bid || view?.bid ? "bid_123" : legal.rob && "call_rob");
  const bids = view?.phase === "bidding" && bidding === "bid_123";
  const nothing = Boolean(turn && !talk && legal.pass && !view.you.can_beat);

  const price = playing(state) && me && view.turn !== mine ? passable(view, mine) : null;
  const at = playing(state) ? `${state.hand.id}/${view.phase}` : "";
  const beat = view?.phase === "bidding" ? "bidding" : passable(view ?? {}, mine);
  const ahead = useAhead(beat, at);
  const [no, yes, passes] = talkOf(view, legal, bidding);
  const times = `×${view?.offer ?? 2}`;
  const may = (amount) => Boolean(legal.bid && amount >= legal.bid.min && amount <= legal.bid.max);
  const low = legal.bid ? text("dou_dizhu.bid_too_low", legal.bid) : why("bid");

  const chosen = turn && cards.length > 0;
  const refused = chosen && answer?.code ? refusalText(state.boot, answer) : "";
  const lit = chosen && legal.play && answer && !answer.code;
  const open = chosen && !answer;
  const empty = text(legal.play ? "dou_dizhu.refusal.EMPTY_PLAY" : "dou_dizhu.nothing_beats");
  const note =
    refused ||
    (lit
      ? combinationTitle(answer.category)
      : open
        ? "…"
        : turn && !legal.play
          ? text("dou_dizhu.cannot")
          : "");

  useKeys((taps) => ({
    f: taps.p,
    enter: taps["↵"],
    escape: () => choose([]),
    arrowleft: enterCards,
    arrowright: enterCards,
    ...(talk && !bids && { enter: taps.c }),
  }));
  return html`<${Bar} look="ddz" state=${state} turn=${turn}>
    ${
      ahead.armed &&
      html`<${Armed} ahead=${ahead} now=${{ price: beat, at }} turn=${turn} legal=${legal}
    act=${actions.act} />`
    }
    <div class="dock-top">
      <p class="status">${statusText(state, turn, legal, nothing, name, ahead.cancelled, actions)}
      </p>
      <${Tools} state=${state} actions=${actions} nothing=${nothing} />
    </div>
    <div class=${`places ${bids ? "bids" : legal.open && !talk ? "may-open" : ""}`}>
      ${place(no, button(passes), {
        tone: nothing ? "pack lit" : ahead.armed ? "pack armed" : "pack",
        ...(price !== null && {
          on: true,
          pressed: Boolean(ahead.armed),
          note: text("dou_dizhu.on_your_turn", { armed: Boolean(ahead.armed) }),
          onDo: () => ahead.toggle("pass", button("pass")),
        }),
      })}
      ${
        bids
          ? [1, 2, 3].map((amount) =>
              place("bid", text("dou_dizhu.label.bid", { amount }), {
                tone: amount === 3 ? "chaal" : "show",
                note: turn && !may(amount) && text("dou_dizhu.too_low"),
                hotkey: `${amount}`,
                on: may(amount),
                why: low,
                onDo: () => actions.act("bid", { amount }),
              }),
            )
          : html`${legal.open && !talk && place("open", button("open"), { note: times })}
      ${place("hint", button("hint"), {
        on: Boolean(!talk && view?.you?.hints?.length),
        why: talk ? text("dou_dizhu.hints_later") : turn ? empty : why("hint"),
        onDo: () => hint(state, actions),
      })}
      ${
        talk
          ? place(yes, button(yes), {
              tone: "chaal",
              hotkey: "C",
              note: yes !== "call" && times,
            })
          : place("play", button("play"), {
              tone: lit ? "chaal lit" : "chaal",
              note,
              on: Boolean(lit || open),
              why: refused || (turn ? empty : why("play")),
              onDo: () => play(state, actions),
            })
      }`
      }
    </div>
  </${Bar}>`;
}
