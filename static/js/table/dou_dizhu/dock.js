// @ts-check
/**
 * Owns Dou Dizhu's action bar: pass on the left, hint in the middle, play on the right; during
 * bidding the bids take the same positions. Offers what the view lists as legal.
 */

import { settings } from "../../settings.js";
import { html, useLayoutEffect } from "../../view.js";
import { places } from "../dock/action_button.js";
import { useAhead } from "../dock/ahead.js";
import { Over, ToAct } from "../dock/pause.js";
import { Refusal } from "../dock/refusal.js";
import { refusalText } from "../refusals.js";
import { blockedText, handSeat, legalByKind, mySeat, playing } from "../store.js";
import { later } from "../ui/later.js";
import { choose, enterCards, hint, myTurnNow, play, useAsking, useChoice } from "./choice.js";
import { passable } from "./order.js";
import { combination, combinationTitle } from "./words.js";

const Armed = later(() => import("./armed.js").then((m) => m.Armed));
const Tools = later(() => import("./tools.js").then((m) => m.Tools));
const BULB =
  "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.6.5.9 1.2.9 2.2h5.4c0-1 .3-1.7.9-2.2A6 6 0 0 0 12 3z";

const toAct = (state, name, actions) =>
  html`<${ToAct} state=${state} name=${name} actions=${actions} />`;

function statusText(state, turn, legal, nothing, name, dead, actions) {
  const view = state.hand?.view;
  if (!view) return "Waiting for the next game.";
  if (view.phase === "settled")
    return html`<${Over} state=${state} actions=${actions} text="The game is over." />`;
  const who = view.turn === null ? "…" : name(view.turn);
  const rest =
    view.phase === "bidding"
      ? ["is bidding…", legal.bid ? "Bid or pass?" : legal.rob ? "Rob or pass?" : "Call or pass?"]
      : view.phase === "doubling"
        ? ["is deciding whether to double…", "Double or not?"]
        : view.phase === "dealing"
          ? ["is deciding whether to open their hand…", "Open your hand?"]
          : ["to play", "Lead any combination"];
  if (!turn && dead) return html`<span class="dead">${dead}</span>`;
  if (!turn) return view.phase === "play" ? toAct(state, name, actions) : `${who} ${rest[0]}`;
  const { last } = view;
  const words = nothing
    ? `You can't beat it${settings.autopass ? ": passing…" : ""}`
    : last
      ? `Beat the ${combination(last.category)}`
      : rest[1];
  return html`<b class="your-turn">Your turn</b> ${words}`;
}

export function Dock({ state, name, actions }) {
  const { cards, answer } = useChoice(state);
  useAsking(actions);
  const legal = legalByKind(state);
  const view = state.hand?.view;
  const me = handSeat(state, mySeat(state));
  const turn = myTurnNow(state) && Object.keys(legal).length > 0;
  const doubling = view?.phase === "doubling";
  const dealing = view?.phase === "dealing";
  const talk = view?.phase === "bidding" || doubling || dealing;
  const bidding =
    state.table.rules?.bidding ?? (legal.bid || view?.bid ? "bid_123" : legal.rob && "call_rob");
  const bids = view?.phase === "bidding" && bidding === "bid_123";
  const nothing = Boolean(turn && !talk && legal.pass && !view.you.can_beat);

  const mine = mySeat(state);
  const price = playing(state) && me && !turn ? passable(view, mine) : null;
  const at = playing(state) ? `${state.hand.id}/${view.phase}` : "";
  const beat = view?.phase === "bidding" ? "bidding" : passable(view ?? {}, mine);
  const ahead = useAhead(beat, at);
  const why = (kind) =>
    (turn && blockedText(state, kind)) ||
    (playing(state)
      ? `${me ? "It is not your turn" : "You are not in this game"}.`
      : "There is no game in progress.");
  const called = view?.seats.some(({ said }) => said === "call") && bidding === "call_rob";
  const [no, passes] = dealing
    ? ["decline", "Closed"]
    : doubling
      ? ["decline", "No"]
      : ["pass", "Pass"];
  const [yes, takes] = dealing
    ? ["open", "Open hand"]
    : doubling
      ? ["double", "Double"]
      : legal.rob || called
        ? ["rob", "Rob"]
        : ["call", "Call"];
  const times = `×${view?.offer ?? 2}`;
  const { explain } = actions;
  const does = (kind, extra) => () => (legal[kind] ? actions.act(kind, extra) : explain(why(kind)));
  const may = (amount) => Boolean(legal.bid && amount >= legal.bid.min && amount <= legal.bid.max);
  const low = () => (legal.bid ? `You must bid at least ${legal.bid.min}.` : why("bid"));
  const bid = (amount) => () => (may(amount) ? does("bid", { amount })() : explain(low()));
  const doPlay = () => play(state, actions);
  const doHint = () => hint(state, actions);

  const chosen = turn && cards.length > 0;
  const refused = chosen && answer?.code ? refusalText(state.boot, answer) : "";
  const lit = chosen && legal.play && answer && !answer.code;
  const open = chosen && !answer;
  const empty = legal.play
    ? "Select the cards you want to play."
    : "None of your cards beat the last play.";
  const note =
    refused ||
    (lit
      ? combinationTitle(answer.category)
      : open
        ? "…"
        : turn && !legal.play
          ? "Can't beat it"
          : "");

  useLayoutEffect(() => {
    const on = (what) => () => turn && what();
    const passing = () => (price === null ? turn && does(no)() : choosePass());
    actions.keys.now = {
      p: passing,
      f: passing,
      escape: () => choose([]),
      arrowleft: enterCards,
      arrowright: enterCards,
      ...(talk
        ? { c: on(does(yes)), enter: on(bids ? () => {} : does(yes)) }
        : { enter: doPlay, h: doHint }),
      ...(bids && { 1: on(bid(1)), 2: on(bid(2)), 3: on(bid(3)) }),
      ...(legal.open && { o: on(does("open")) }),
    };
  });
  const choosePass = () => ahead.toggle("pass", "Pass");
  const place = places(state, actions, why);
  return html`<section class=${`dock ddz ${turn ? "turn" : ""}`} aria-label="Your actions">
    <${Refusal} state=${state} />
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
      ${place(no, {
        tone: nothing ? "pack lit" : ahead.armed ? "pack armed" : "pack",
        icon: "pack",
        label: passes,
        hotkey: "P",
        ...(price !== null && {
          on: true,
          pressed: Boolean(ahead.armed),
          note: ahead.armed ? "✓ on your turn" : "on your turn",
          onDo: choosePass,
        }),
      })}
      ${
        bids
          ? [1, 2, 3].map((amount) =>
              place("bid", {
                tone: amount === 3 ? "chaal" : "show",
                icon: "crown",
                label: `Bid ${amount}`,
                note: turn && !may(amount) && "too low",
                hotkey: `${amount}`,
                on: may(amount),
                why: low(),
                onDo: bid(amount),
              }),
            )
          : html`${
              legal.open &&
              !talk &&
              place("open", {
                tone: "show",
                icon: "eye",
                label: "Open hand",
                note: times,
                hotkey: "O",
              })
            }
      ${place("hint", {
        tone: "show hint",
        icon: BULB,
        label: "Hint",
        hotkey: "H",
        on: Boolean(!talk && view?.you?.hints?.length),
        why: talk ? "Hints are available once play begins." : turn ? empty : why("hint"),
        onDo: doHint,
      })}
      ${
        talk
          ? place(yes, {
              tone: "chaal",
              icon: dealing ? "eye" : "crown",
              label: takes,
              note: yes !== "call" && times,
              hotkey: "C",
            })
          : place("play", {
              tone: lit ? "chaal lit" : "chaal",
              icon: "up",
              label: "Play",
              note,
              hotkey: "↵",
              on: Boolean(lit || open),
              why: refused || (turn ? empty : why("play")),
              onDo: doPlay,
            })
      }`
      }
    </div>
  </section>`;
}
