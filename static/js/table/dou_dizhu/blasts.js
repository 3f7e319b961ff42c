// @ts-check
/** Owns what bursts over the felt in Dou Dizhu: a bomb, a rocket, the petals of a spring. */
import { text } from "../../messages.js";
import { centreOf, change, ornament, run } from "../felt/motion.js";

const PETALS = 22;
const SPARKS = 14;
const ROCKET = `<svg viewBox="0 0 60 150" aria-hidden="true">
  <path class="flame" d="M18 92q-6 34 12 56 18-22 12-56z"/>
  <path class="fin" d="M16 66 2 98l16-6zM44 66l14 32-16-6z"/>
  <path class="body" d="M30 2c14 16 17 42 14 90H16C13 44 16 18 30 2z"/>
  <circle class="eye" cx="30" cy="42" r="7"/></svg>`;

/** Numbers that look like chance and are the same each time. */
const spread = (/** @type {number} */ k) => (k * 0.618034) % 1;

/** The word above the cards, which it leaves in sight. @param {HTMLElement} over */
function say(over, said, top, duration) {
  const word = ornament("word", "b");
  word.textContent = said;
  over.append(word);
  word.style.insetBlockStart = `max(0px, ${top}px - 1.2em)`;
  run(
    word,
    [
      { opacity: 0, transform: "scale(.3) rotate(-8deg)" },
      { opacity: 1, transform: "scale(1.08) rotate(0)", offset: 0.18 },
      { opacity: 1, transform: "scale(1)", offset: 0.75 },
      { opacity: 0, transform: "scale(1.05)" },
    ],
    { duration, gone: true, easing: "linear" },
  );
}

/** Sparks from a point of the stage in all directions. */
function spark(over, { x, y }, reach, delay = 0) {
  for (let k = 0; k < SPARKS; k += 1) {
    const one = ornament("spark");
    one.style.insetInlineStart = `${x}px`;
    one.style.insetBlockStart = `${y}px`;
    over.append(one);
    const angle = (k / SPARKS) * 2 * Math.PI;
    const far = reach * (0.6 + 0.4 * spread(k + 1));
    const to = `translate(${Math.cos(angle) * far}px, ${Math.sin(angle) * far}px) scale(.3)`;
    run(
      one,
      [
        { opacity: 1, transform: "scale(1)" },
        { opacity: 0, transform: to },
      ],
      {
        duration: 750,
        delay,
        gone: true,
      },
    );
  }
}

function bomb(over, { width, height }, at, stage) {
  const light = ornament("light");
  const ring = ornament("ring");
  over.append(light, ring);
  ring.style.insetInlineStart = light.style.insetInlineStart = `${at.x}px`;
  ring.style.insetBlockStart = light.style.insetBlockStart = `${at.y}px`;
  run(
    light,
    [
      { opacity: 0, transform: "scale(.2)" },
      { opacity: 0.85, transform: "scale(1)", offset: 0.16 },
      { opacity: 0, transform: "scale(1.3)" },
    ],
    { duration: 700, gone: true },
  );
  run(
    ring,
    [
      { opacity: 0.9, transform: "scale(.1)" },
      { opacity: 0, transform: "scale(1)" },
    ],
    { duration: 620, gone: true },
  );
  spark(over, at, Math.min(width, height) * 0.45);
  const shift = (x, y) => ({ transform: `translate(${x}px, ${y}px)` });
  run(
    stage,
    [
      shift(0, 0),
      shift(-5, 3),
      shift(5, -3),
      shift(-4, -2),
      shift(3, 2),
      shift(-1, 1),
      shift(0, 0),
    ],
    { duration: 420, easing: "linear" },
  );
}

function rocket(over, { height }, at) {
  const ship = ornament("ship");
  ship.innerHTML = ROCKET;
  over.append(ship);
  const top = height * 0.14;
  const to = (y, more = "") => ({ transform: `translate(${at.x}px, ${y}px) ${more}` });
  run(
    ship,
    [
      { ...to(at.y, "scale(.5)"), opacity: 0 },
      { ...to(at.y - 8), opacity: 1, offset: 0.18 },
      { ...to(at.y - 4, "rotate(-2deg)"), opacity: 1, offset: 0.3 },
      { ...to(top, "rotate(1deg)"), opacity: 1, offset: 0.85 },
      { ...to(-160), opacity: 0 },
    ],
    { duration: 1250, easing: "ease-in", gone: true },
  );
  spark(over, { x: at.x, y: top }, height * 0.3, 900);
}

function spring(over, { width, height }) {
  for (let k = 0; k < PETALS; k += 1) {
    const petal = ornament(`petal tint-${k % 3}`);
    over.append(petal);
    const x = spread(k + 1) * width;
    const sway = (spread(k * 3 + 2) - 0.5) * width * 0.25;
    const at = (share, turn) => ({
      transform: `translate(${x + sway * share}px, ${height * share}px) rotate(${turn}deg)`,
    });
    run(
      petal,
      [
        { ...at(-0.05, 0), opacity: 0 },
        { ...at(0.2, 100), opacity: 1, offset: 0.2 },
        { ...at(0.75, 300), opacity: 1, offset: 0.75 },
        { ...at(1, 420), opacity: 0 },
      ],
      {
        duration: 1500 + spread(k + 5) * 700,
        delay: spread(k + 9) * 500,
        easing: "ease-in-out",
        gone: true,
      },
    );
  }
}

const BURSTS = { bomb, rocket, spring };
const SHOWN_MS = { bomb: 1200, rocket: 1500, spring: 2700 };
const WORD_MS = 1200;

/**
 * @param {keyof typeof BURSTS} what @param {number} [seat] whose cards they were
 * @param {number} [times] of a spring
 */
export function burst(what, seat, times) {
  const stage = /** @type {HTMLElement | null} */ (document.querySelector(".stage"));
  if (!stage) return;
  const box = stage.getBoundingClientRect();
  const laid = document.querySelector(`[data-from="${seat}"]`)?.getBoundingClientRect();
  const from = laid ? centreOf(laid) : centreOf(box);
  const at = { x: from.x - box.left, y: from.y - box.top };
  const top = laid ? laid.top - box.top : box.height * 0.3;
  change(() => {
    const over = ornament(`burst ${what}`);
    stage.append(over);
    BURSTS[what](over, box, at, stage);
    say(over, text(`dou_dizhu.flash.${what}`, { times }), top, WORD_MS);
    const whole = { duration: SHOWN_MS[what], gone: true, easing: "linear" };
    run(over, [{ opacity: 1 }, { opacity: 1 }], whole);
  });
}
