// @ts-check
/** Owns what only Dou Dizhu shows on the table: kitty, stake, the cards played, roles. */
import { chips } from "../../chips.js";
import { isolate } from "../../isolate.js";
import { text } from "../../messages.js";
import { settings } from "../../settings.js";
import { html } from "../../view.js";
import { forPoints, mySeat, playing, seated, turnedBy } from "../store.js";
import { later } from "../ui/later.js";
import { myTurnNow } from "./choice.js";
import { byCount, byRank } from "./order.js";
import { SmallCard, Spread } from "./spread.js";
import { combinationTitle } from "./words.js";

/** Sides by the number of seats and by the turns from mine: 0 bottom, 1 right, 2 left, 3 top. */
const SIDES = { 3: [0, 1, 2], 4: [0, 1, 3, 2] };

/** The side of a seat from mine; the player to act after me is on the right. */
const turned = (count, seat, mine) => SIDES[count][(seat - (mine ?? 0) + count) % count];
const side = (state, seat) => turned(state.table.max_seats, seat, mySeat(state) ?? turnedBy(state));

/** A fixed triangle or square; my own seat is always at the bottom. */
export function seatPositions(count, mine, tall) {
  const [edge, y] = count < 4 ? (tall ? [14, 21] : [9, 36]) : tall ? [13, 25] : [8, 46];
  const below = mine === null ? { x: tall ? 14 : 31, y: 86 } : { x: 50, y: 88 };
  const spots = [
    { ...below, dx: 0, dy: -1 },
    { x: 100 - edge, y, dx: -1, dy: 0 },
    { x: edge, y, dx: 1, dy: 0 },
    { ...(tall ? { x: 50, y: 24 } : { x: 62, y: 19 }), dx: 0, dy: 1 },
  ];
  return SIDES[count].map((_, seat) => spots[turned(count, seat, mine)]);
}

/** The role as hat and word; the class tells the style sheet that scores are points. */
export function Badge({ state, facts: { inHand } }) {
  const points = forPoints(state) ? "points" : "";
  if (!inHand?.role) return html`<i class=${`role none ${points}`} hidden></i>`;
  const { role, doubled, open } = inHand;
  return html`<i class=${`hat ${role}`} aria-hidden="true"></i>
    <span class=${`role ${role} ${points}`}>
    ${text(`dou_dizhu.role.${role}`)}${
      doubled &&
      html` <b
    title=${text("dou_dizhu.doubled")}>×2</b>`
    }${
      open &&
      html` <b
    title=${text("dou_dizhu.button.open")}>${text("dou_dizhu.open")}</b>`
    }</span>`;
}

/** Another player's cards: backs with their number, or faces when they may be seen. */
export function SeatCards({ state, facts: { seat, inHand } }) {
  const cards = inHand?.cards ?? [];
  if (!cards.length) return null;
  const n = cards.length;
  const few = playing(state) && n <= 2;
  const number = html`<b class=${`count num ${few ? "few" : ""} ${n === 1 ? "one" : ""}`} key=${n}>
    ${n}</b>`;
  if (cards.some((code) => code !== "??"))
    return html`<div class=${`open-hand p${side(state, seat)}`}>
      <${Spread} codes=${byRank(cards)} />${number}</div>`;
  return html`<div class=${`backs p${side(state, seat)}`}
    style=${{ "--n": n }} aria-hidden="true">
    ${cards.map((_, k) => html`<${SmallCard} key=${k} code="??" k=${k} />`)}${number}
  </div>`;
}

/** Base and multiplier, live, with what made it grow. */
function Stake({ view }) {
  const bangs = [
    view.bombs && text("dou_dizhu.bombs", { count: view.bombs }),
    view.rockets && text("dou_dizhu.category.rocket"),
    view.bid > 1 && text("dou_dizhu.grew.bid", view),
    view.opened > 1 && text("dou_dizhu.grew.open"),
  ].filter(Boolean);
  return html`<p class="stake num" title=${text("dou_dizhu.about_stake")}>
    <span>${chips(view.base)}</span>
    <span class="times" key=${view.multiplier}>× ${chips(view.multiplier)}</span>
    ${
      bangs.length > 0 &&
      html`<small>
    ${bangs.join(text("common.list_separator"))}</small>`
    }</p>`;
}

const Result = later(() => import("./result.js").then((m) => m.Result));
const Counter = later(() => import("./counter.js").then((m) => m.Counter));
const Note = later(() => import("./note.js").then((m) => m.Note));
const LastRound = later(() => import("./last_round.js").then((m) => m.LastRound));

export function Middle({ state, name, actions }) {
  const { view } = state.hand;
  const known = view.kitty.some((code) => code !== "??");
  return html`<div class="ddz-top">
      ${
        settings.counter !== false &&
        mySeat(state) !== null &&
        playing(state) &&
        html`<${Counter}
      state=${state} />`
      }
      <div class="bottom-cards">
        <span class=${`kitty-cards ${known ? "known" : ""}`} role="group"
        aria-label=${text("dou_dizhu.kitty")}>
        ${view.kitty.map(
          (code, k) => html`<${SmallCard} key=${code === "??" ? k : code} code=${code}
        k=${k} />`,
        )}</span>
        <${Stake} view=${view} />
      </div>
    </div>
    ${
      !playing(state) &&
      view.result &&
      html`<${Result} state=${state} name=${name}
    actions=${actions} />`
    }
    ${state.lastRound === state.hand.id && html`<${LastRound} state=${state} name=${name} />`}`;
}

/** The last play of each seat in this round. */
export function Felt({ state }) {
  const { view } = state.hand;
  const over = !playing(state);
  return html`<ol class="laid-all" aria-label=${text("dou_dizhu.this_round")}>${view.seats.map(
    ({ seat, last, count }) => {
      if (!last || view.phase === "bidding" || (over && count > 0)) return null;
      const top = view.last?.seat === seat;
      const where = `laid p${side(state, seat)} ${top ? "top" : ""} ${over ? "out" : ""}`;
      if (last.kind === "pass")
        return html`<li key=${`${seat}pass`} class=${`${where} passed`}>
        ${text("dou_dizhu.passed")}</li>`;
      const loud = ["bomb", "rocket"].includes(last.category) ? last.category : "";
      return html`<li key=${seat + last.cards.join("")} data-from=${seat}
        class=${`${where} ${loud}`}>
        <${Spread} codes=${byCount(last.cards)} />
        <small class="what">${combinationTitle(last.category)}</small></li>`;
    },
  )}</ol>`;
}

/** The note over my cards while autoplay is on or I wait for the next game. */
export function HeroNote(props) {
  const away = props.facts.person?.status === "sitting_out" && !props.state.boot.replay;
  return (away || props.next) && html`<${Note} ...${props} />`;
}

/** A status shown at a seat instead of its last bid or play. */
export const status = ({ person, inHand }, state) =>
  person?.status === "sitting_out" && inHand && playing(state) ? text("dou_dizhu.autoplay") : null;

/** The spoken text when it is my turn. */
export function myTurn(state) {
  const { view } = state.hand ?? {};
  if (!myTurnNow(state) || !view.you?.legal.length) return "";
  const { phase, last, offer, you } = view;
  if (phase !== "play" || !last) return text(`dou_dizhu.turn.${phase}`, { offer });
  const who = seated(state, last.seat);
  return text("dou_dizhu.turn.beat", {
    combination: combinationTitle(last.category),
    name: who && isolate(who.name),
    can_beat: you.can_beat,
  });
}
