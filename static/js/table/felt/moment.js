// @ts-check
/**
 * Owns the winner's moment: name, hand, cards and chips in gold over the dimmed felt. Decoration:
 * the result is drawn and told already, so nothing is told twice. It ends by itself, with a press
 * anywhere, or with a newer state.
 */
import { chips } from "../../chips.js";
import { cardWords } from "../../faces.js";
import { handTitle } from "../hand_name.js";
import { nameOf } from "../store.js";
import { ornament, run, untilSettled } from "./motion.js";
import { winners } from "./outcome.js";

const SHOWN_MS = 2600;
const SHORT_MS = 1500;
const EDGE_PX = 6;
/** The smallest type of the name, which never goes below; longer names end with an ellipsis. */
const LEAST_PX = 17;
const MOST_PX = 60;
/** Shrinks so far before a name is broken into two lines. */
const ON_ONE_LINE = 0.75;

/** Pots that the same seats win with the same hand, together; the largest first. */
function wins({ pots }) {
  /** @type {Map<string, any>} */
  const all = new Map();
  for (const pot of pots) {
    const key = JSON.stringify([pot.winners, pot.hand_value]);
    const known = all.get(key);
    all.set(key, { ...pot, ...known, amount: pot.amount + (known?.amount ?? 0) });
  }
  return [...all.values()].sort((a, b) => b.amount - a.amount);
}

/** Copies of the cards that won, as they lie on the table: the best five, or a whole hand. */
function cardsOf({ winners: [seat], best, hand_value }, { seats }) {
  if (!hand_value) return [];
  const chosen = best?.find(([whose]) => whose === seat)?.[1];
  const codes = chosen ?? seats.find((one) => one.seat === seat)?.cards ?? [];
  return codes.flatMap((code) => {
    const words = CSS.escape(cardWords(code));
    const face = document.querySelector(`:is(.stage, .hero) .face[aria-label=${words}]`);
    const place = ornament("", "span");
    if (face) place.append(face.cloneNode(true));
    return face ? [place] : [];
  });
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/**
 * The room of the felt: the stage without my own seat, which stays in sight.
 * @param {Box} stage @param {Box | null} hero
 */
export function roomOf(stage, hero) {
  const room = { left: stage.left, top: stage.top, right: stage.right, bottom: stage.bottom };
  if (!hero) return room;
  const rest = [
    { ...room, bottom: Math.min(room.bottom, hero.top) },
    { ...room, top: Math.max(room.top, hero.bottom) },
    { ...room, left: Math.max(room.left, hero.right) },
    { ...room, right: Math.min(room.right, hero.left) },
  ];
  const size = (box) => Math.max(0, box.right - box.left) * Math.max(0, box.bottom - box.top);
  return rest.sort((a, b) => size(b) - size(a))[0];
}

/** My own seat with its cards, which may stand out of it. */
function heroBox() {
  const parts = [...document.querySelectorAll(".hero, .hero :is(.card, .own, .says)")];
  const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width);
  return boxes.length
    ? {
        left: Math.min(...boxes.map(({ left }) => left)),
        top: Math.min(...boxes.map(({ top }) => top)),
        right: Math.max(...boxes.map(({ right }) => right)),
        bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
      }
    : null;
}

/** Puts it into the middle of the felt, as large as the room lets it be. */
function place(moment, stage) {
  const box = stage.getBoundingClientRect();
  const room = roomOf(box, heroBox());
  const [width, height] = [room.right - room.left, room.bottom - room.top];
  const { style } = moment;
  const most = Math.min(MOST_PX, width / 9, height / 6);
  style.maxInlineSize = `${Math.min(width - 2 * EDGE_PX, 900)}px`;
  /** The share of its size at which everything fits. */
  const share = (/** @type {number} */ size) => {
    style.setProperty("--size", `${size}px`);
    const lines = [...moment.children].map((line) => line.clientWidth / line.scrollWidth);
    return Math.min(1, (height - 2 * EDGE_PX) / moment.offsetHeight, ...lines);
  };
  let fits = share(most);
  if (fits < ON_ONE_LINE) {
    moment.classList.add("wraps");
    fits = share(most);
  }
  for (let size = most; fits < 1 && size > LEAST_PX; fits = share(size))
    size = Math.max(LEAST_PX, size * Math.min(fits, 0.99) * 0.99);
  const middle = document.querySelector(".oval")?.getBoundingClientRect() ?? box;
  const low = room.top + EDGE_PX;
  const high = room.bottom - EDGE_PX - moment.offsetHeight;
  const top = Math.max(
    low,
    Math.min(high, middle.top + middle.height / 2 - moment.offsetHeight / 2),
  );
  style.insetInlineStart = `${(room.left + room.right) / 2 - box.left - moment.offsetWidth / 2}px`;
  style.insetBlockStart = `${top - box.top}px`;
}

function line(className, said) {
  const made = ornament(className, "p");
  made.textContent = said;
  return made;
}

/**
 * @param {any} state of a hand that is over @param {() => void} over called at its end
 */
export function showMoment(state, over) {
  const stage = document.querySelector(".stage");
  const { view } = state.hand;
  const [win] = wins(view.result);
  if (!stage || !win) return;
  const moment = ornament("moment");
  const name = winners(state, win, (seat) => nameOf(state, seat));
  moment.append(line("who", name));
  const shown = cardsOf(win, view);
  if (win.hand_value) moment.append(line("hand", handTitle(win.hand_value)));
  if (shown.length) {
    const row = ornament("cards");
    row.append(...shown);
    moment.append(row);
  }
  moment.append(line("amount num", chips(win.amount)));
  stage.append(moment);
  place(moment, stage);
  const duration = shown.length ? SHOWN_MS : SHORT_MS;
  const stays = run(
    moment,
    [
      { opacity: 0, transform: "scale(.8)" },
      { opacity: 1, transform: "scale(1)", offset: 0.12 },
      { opacity: 1, transform: "scale(1)", offset: 0.88 },
      { opacity: 0, transform: "scale(.96)" },
    ],
    { duration, gone: true, easing: "ease-out" },
  );
  for (const [i, card] of [...moment.querySelectorAll(".cards > span")].entries())
    run(card, [{ opacity: 0, transform: "translateY(40%) rotate(6deg)" }, {}], {
      duration: 360,
      delay: 160 + i * 90,
    });
  const skip = () => stays.finish();
  addEventListener("pointerdown", skip);
  const end = untilSettled(() => {
    removeEventListener("pointerdown", skip);
    over();
  });
  stays.finished.then(end, () => {});
}
