// @ts-check
/**
 * Owns cards that move: dealt from the deck, turned, bent upwards, played, swept. It compares the
 * cards drawn before and after a message, so it shows only what is drawn.
 */
import { addAbove, centre, centreOf, change, deckPoint, ornament, point, run } from "./motion.js";

const CARDS = ".card, .slip, .own";
/** The cards of a seat, or of a dealer. */
const HELD = `:is(.seat, .hero, .dealer-cards) :is(${CARDS})`;
const HELD_CARD = ":is(.seat, .hero, .dealer-cards) .card";
const DEAL_SPAN_MS = 620;
const DEAL_STEP_MS = 80;
const FLIGHT_MS = 340;
const TURN_MS = 380;
const REVEAL_SPAN_MS = 1300;
const REVEAL_STEP_MS = 320;
const BEND_MS = 900;
const BEND_STEP_MS = 150;
const SWEPT_LIMIT = 20;
/** Strips of a back that bends; as many as look round. */
const STRIPS_LIMIT = 7;

/** @type {() => HTMLElement[]} */
const drawn = () => Array.from(document.querySelectorAll(`:is(.stage, .hero) :is(${CARDS})`));
const isBack = (/** @type {Element} */ card) =>
  Boolean(card.querySelector(":scope > .card-back:not(.veil)"));

/** The cards as they are drawn before a message. */
export const note = () =>
  new Map(
    drawn().map((card) => {
      const box = card.getBoundingClientRect();
      const laid = Boolean(card.closest(".laid"));
      return [card, { box, laid, held: card.matches(HELD), back: isBack(card) }];
    }),
  );

/** @typedef {ReturnType<typeof note>} Note */

/** Moves a card from a point to its place. @param {Element} card @param {Point | null} from */
function come(card, from, { delay = 0, spin = -140, duration = FLIGHT_MS, scale = 0.75 } = {}) {
  if (!from) return;
  const to = centreOf(card.getBoundingClientRect());
  const start = { translate: `${from.x - to.x}px ${from.y - to.y}px`, rotate: `${spin}deg`, scale };
  const frames = [{ ...start, opacity: 0 }, { ...start, opacity: 1, offset: 0.01 }, {}];
  change(() => run(card, frames, { delay, duration }));
}
/** @typedef {import("./motion.js").Point} Point */

/** A back over a card's face, until it is turned. @param {Element} card */
function veil(card) {
  const back = ornament("card-back veil", "span");
  card.append(back);
  return back;
}

/** Turns a card from its back to its face. @param {Element} card */
function turn(card, delay, duration = TURN_MS) {
  const face = card.querySelector(".face-holder, svg");
  if (face) change(() => turnNow(card, face, delay, duration));
}

function turnNow(card, face, delay, duration) {
  const edge = (degrees) => `perspective(600px) rotateY(${degrees}deg)`;
  run(veil(card), [{ transform: edge(0) }, { transform: edge(90) }], {
    delay,
    duration: duration / 2,
    easing: "ease-in",
    gone: true,
  });
  run(face, [{ transform: edge(-90) }, { transform: edge(0) }], {
    delay: delay + duration / 2,
    duration: duration / 2,
    easing: "ease-out",
  });
}

/**
 * Bends a back upwards from its lower edge, as cards are looked at, until it is off.
 * @param {Element} card
 */
function bend(card, delay) {
  const back = veil(card);
  back.classList.add("bends");
  let hold = back;
  for (let i = 0; i < STRIPS_LIMIT; i += 1) {
    const strip = ornament("strip", "span");
    strip.style.setProperty("--k", String(i));
    hold.append(strip);
    if (i > 0) {
      const angle = (part) => ({ transform: `rotateX(${part}deg)` });
      run(
        strip,
        [angle(0), { ...angle(26), offset: 0.5 }, { ...angle(26), offset: 0.68 }, angle(48)],
        {
          delay,
          duration: BEND_MS,
          easing: "ease-in-out",
          fill: "both",
        },
      );
    }
    hold = strip;
  }
  const leave = (part) => `translateY(${part}%)`;
  run(
    back,
    [
      { transform: leave(0), opacity: 1 },
      { transform: leave(0), opacity: 1, offset: 0.66 },
      { transform: leave(-70), opacity: 0 },
    ],
    { delay, duration: BEND_MS, easing: "ease-in", gone: true },
  );
}

/** Copies of cards that are gone, pushed together to the deck. */
function sweep(boxes, copy) {
  const to = deckPoint();
  if (!to) return;
  const sweepOne = (box, i) => {
    const away = ornament("swept");
    away.append(copy(i));
    Object.assign(away.style, { width: `${box.width}px`, height: `${box.height}px` });
    addAbove(away);
    const at = (x, y, more) => ({ transform: `translate(${x}px, ${y}px) ${more}` });
    run(
      away,
      [
        { ...at(box.left, box.top, "rotate(0)"), opacity: 0.9 },
        {
          ...at(to.x - box.width / 2, to.y - box.height / 2, "rotate(70deg) scale(.6)"),
          opacity: 0,
        },
      ],
      { duration: 320, easing: "ease-in", gone: true },
    );
  };
  change(() => boxes.forEach(sweepOne));
}

/** The deck, for as long as cards come from it. */
function showDeck(duration) {
  const at = deckPoint();
  if (at && !document.querySelector("[data-deals]")) change(() => showDeckAt(at, duration));
}

function showDeckAt(at, duration) {
  const deck = ornament("dealing-deck");
  deck.append(...[0, 1, 2].map(() => ornament("card-back", "span")));
  deck.style.setProperty("--card-w", `${Math.min(38, Math.max(20, at.room * 0.1))}px`);
  addAbove(deck);
  const place = `translate(${at.x}px, ${at.y}px) translate(-50%, -50%)`;
  run(
    deck,
    [
      { transform: place, opacity: 0 },
      { transform: place, opacity: 1, offset: 0.12 },
      { transform: place, opacity: 1, offset: 0.85 },
      { transform: place, opacity: 0 },
    ],
    { duration, gone: true, easing: "linear" },
  );
}

/** Seats in the order of the deal, from the button. */
function dealOrder({ seats, button = 0 }) {
  const after = ({ seat }) => (seat - button - 1 + 99) % 99;
  return [...seats].sort((a, b) => after(a) - after(b)).map(({ seat }) => seat);
}

const seatOf = (card) => Number(card.closest("[data-seat]")?.dataset.seat ?? -1);

/**
 * Deals cards to the seats, and to the dealer. Those of the hand before are swept first.
 * @param {any} view @param {HTMLElement[]} cards @param {{box: DOMRect}[]} old
 */
function deal(view, cards, old) {
  const order = [...dealOrder(view), -1];
  const rows = order
    .map((seat) => cards.filter((card) => seatOf(card) === seat))
    .map((row) => row.sort((a, b) => Number(a.dataset.at ?? 0) - Number(b.dataset.at ?? 0)))
    .filter((row) => row.length);
  const rounds = Math.max(...rows.map((row) => row.length));
  sweep(
    old.slice(0, SWEPT_LIMIT).map(({ box }) => box),
    () => ornament("card-back", "span"),
  );
  const begin = old.length ? 180 : 60;
  const step = Math.min(DEAL_STEP_MS, DEAL_SPAN_MS / (rounds * rows.length));
  const from = deckPoint();
  let last = begin;
  for (let round = 0; round < rounds; round += 1)
    for (const [i, row] of rows.entries()) {
      const card = row[round];
      if (!card) continue;
      last = begin + (round * rows.length + i) * step;
      come(card, from, { delay: last, ...(card.matches(".own") && { spin: -40, scale: 0.6 }) });
      if (card.matches(".hero .card") && !isBack(card)) turn(card, last + FLIGHT_MS * 0.8, 300);
    }
  showDeck(last + FLIGHT_MS);
  const name = document.querySelector(".hero .hand-name");
  const arrived = { delay: last + FLIGHT_MS + 240, duration: 160 };
  if (name) change(() => run(name, [{ opacity: 0 }, {}], arrived));
}

/** Cards played from a hand: mine from their places, others' from their seat. */
function play(cards, gone) {
  const mine = gone.filter(([card]) => card.matches(".own")).map(([, { box }]) => centreOf(box));
  cards.forEach((card, k) => {
    const seat = Number(card.closest("[data-from]")?.dataset.from);
    const own = card.closest(".p0") ? mine[Math.min(k, mine.length - 1)] : null;
    come(card, own ?? point({ head: seat }), { delay: k * 14, spin: own ? 0 : 12, scale: 0.9 });
  });
}

/** New cards of a board: they come with their backs up and are turned. */
function board(cards, tense) {
  const from = deckPoint();
  cards.forEach((card, i) => {
    const delay = i * 90;
    come(card, from, { delay, spin: -60 });
    turn(card, delay + FLIGHT_MS + (tense ? 450 : 0), tense ? 700 : TURN_MS);
  });
}

/**
 * When each seat's cards are turned: at the end of a hand one after the other, who wins as the
 * last. Pure.
 * @param {number[]} seats @returns {Map<number, number>} in ms
 */
export function revealTimes(seats, view) {
  const winners = new Set((view.result?.pots ?? []).flatMap((pot) => pot.winners));
  const order = dealOrder(view);
  const rank = (seat) => order.indexOf(seat) + (winners.has(seat) ? order.length : 0);
  const over = view.phase === "settled";
  const step = over ? Math.min(REVEAL_STEP_MS, REVEAL_SPAN_MS / seats.length) : 0;
  return new Map([...seats].sort((a, b) => rank(a) - rank(b)).map((seat, i) => [seat, i * step]));
}

/** My cards come nearer while I look at them; their name waits. */
function lookAt(cards) {
  const length = BEND_MS + (cards.length - 1) * BEND_STEP_MS;
  const [fan, name] = [".hero .fan", ".hero .hand-name"].map((one) => document.querySelector(one));
  const near = { scale: 1.3 };
  if (fan)
    run(fan, [{ scale: 1 }, { ...near, offset: 0.15 }, { ...near, offset: 0.85 }, { scale: 1 }], {
      duration: length,
    });
  if (name) run(name, [{ opacity: 0 }, {}], { delay: length * 0.9, duration: 160 });
  for (const [k, card] of cards.entries()) bend(card, k * BEND_STEP_MS);
}

/** Turns cards over at their seat's time. */
function reveal(cards, times, bent) {
  const mine = cards.filter((card) => bent && card.closest(".hero"));
  if (mine.length) change(() => lookAt(mine));
  for (const [seat, time] of times)
    for (const [k, card] of cards.filter((one) => seatOf(one) === seat).entries())
      if (!mine.includes(card)) turn(card, time + k * 70);
}

/**
 * What a message changed at the cards: how long hands are being revealed, in ms, and what moves
 * them. Nothing is measured before `go`.
 * @param {Note} before @param {any} state @param {any[]} events
 */
export function changeOf(before, state, events) {
  const { view } = state.hand;
  const now = drawn();
  const has = (/** @type {string} */ kind) => events.some((event) => event.kind === kind);
  const begins = has("hand_start");
  const fresh = now.filter((card) => begins || !before.has(card));
  const gone = [...before].filter(([card]) => begins || !card.isConnected);
  const held = fresh.filter((card) => card.matches(begins ? HELD : HELD_CARD));
  const old = begins ? gone.map(([, was]) => was).filter((was) => was.held) : [];
  if (held.length) return { revealing: 0, go: () => deal(view, held, old) };
  const isTurned = (card) =>
    !isBack(card) && (before.get(card)?.back ?? Boolean(card.closest(".open-hand, .kitty-cards")));
  const turned = now.filter(isTurned);
  const times = revealTimes([...new Set(turned.map(seatOf))], view);
  const go = () => {
    for (const card of fresh.filter((card) => card.matches(".own")))
      come(card, centre(".kitty-cards"), { spin: 0 });
    const played = fresh.filter((card) => card.closest(".laid"));
    const away = gone.filter(([, { laid }]) => laid);
    if (played.length) play(played, gone);
    else
      sweep(
        away.map(([, { box }]) => box),
        (i) => away[i][0],
      );
    const dealt = fresh.filter((card) => card.closest(".board"));
    if (dealt.length) board(dealt, state.running && view.phase === "river");
    reveal(turned, times, has("see"));
  };
  return { revealing: turned.length ? Math.max(...times.values()) + TURN_MS : 0, go };
}
