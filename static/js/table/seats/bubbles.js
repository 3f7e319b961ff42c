// @ts-check
/**
 * Owns the bubbles at seats: quick phrases, and emotes where cards lie on the face. A bubble stands
 * where nothing is written and no open card lies; without such a place a sign lies on the face.
 */
import { faceOf } from "../../emotes.js";
import { html, useEffect, useLayoutEffect, useRef } from "../../view.js";

/** Cards and chips move below the bubbles, which give way. */
const AGAIN_MS = 200;
/** How much two boxes may share. */
const SHARED_PX = 1;
/** What is no fact: ornaments, and what is hidden. */
const FREE = ".felt-mark, .visually-hidden, .bubbles";

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** The boxes of all texts in a room, of its open cards and buttons. @returns {Box[]} */
function taken(room) {
  const boxes = [...room.querySelectorAll(".face, button:not(.about)")].map((one) =>
    one.getBoundingClientRect(),
  );
  const texts = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = /** @type {Text} */ (texts.currentNode);
    if (!text.data.trim() || text.parentElement?.closest(FREE)) continue;
    range.selectNodeContents(text);
    boxes.push(...range.getClientRects());
  }
  return boxes.filter(({ width }) => width > 0);
}

/** The corners at the left top that a bubble of a seat may have, the best one first. */
function corners(head, pod, width, height) {
  const middle = (head.left + head.right - width) / 2;
  const beside = [pod.right, pod.left - width];
  const along = [middle, pod.right - width, pod.left, ...beside];
  const rows = [head.top - height, (head.top + head.bottom - height) / 2, pod.bottom];
  return [
    ...rows.flatMap((top) => along.map((left) => [left, top])),
    ...beside.map((left) => [left, pod.bottom - height]),
  ];
}

/** @param {Box} a @param {Box} b */
const meet = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > SHARED_PX &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SHARED_PX;

/** A free box of this size near a seat. @param {Box[]} boxes */
function freeBox(seat, inside, { offsetWidth: width, offsetHeight: height }, boxes) {
  const pod = seat.querySelector(".pod, .hero-plate").getBoundingClientRect();
  const face = seat.querySelector(".head").getBoundingClientRect();
  const within = (at, from, to, size) => Math.min(Math.max(at, from), to - size);
  return corners(face.height ? face : pod, pod, width, height)
    .map((corner) => {
      const left = within(corner[0], inside.left, inside.right, width);
      const top = within(corner[1], inside.top, inside.bottom, height);
      return { left, top, right: left + width, bottom: top + height };
    })
    .find((box) => !boxes.some((other) => meet(box, other)));
}

/** Whether the face at a seat is seen. */
const hasFace = (seat) => seat.querySelector(".head").offsetHeight && !seat.querySelector(".shown");

/** Puts each bubble in its place, if possible where it is. @param {Map<number, Box>} kept by id */
function arrange(layer, kept) {
  const room = layer.parentElement;
  const inside = room.getBoundingClientRect();
  const boxes = taken(room);
  for (const bubble of layer.children) {
    const seat = room.querySelector(`[data-seat="${bubble.dataset.at}"]`);
    const words = bubble.querySelector(".speech");
    const sign = bubble.querySelector(".sign");
    const face = seat && hasFace(seat);
    const old = kept.get(bubble.dataset.id);
    const needed = seat && !(face && bubble.dataset.face);
    const stays = old && !boxes.some((other) => meet(old, other));
    const box = needed && (stays ? old : freeBox(seat, inside, words, boxes));
    words.style.visibility = box ? "visible" : "hidden";
    sign.hidden = Boolean(box) || !needed || !face;
    if (!sign.hidden) {
      const head = seat.querySelector(".head").getBoundingClientRect();
      // Marks lie on the edge of a face.
      const edge = head.width * 0.16;
      const [left, top] = [head.left - inside.left, head.top - inside.top];
      sign.style.translate = `${left + edge}px ${top + edge}px`;
      sign.style.inlineSize = `${head.width - 2 * edge}px`;
    }
    if (!box) continue;
    words.style.translate = `${box.left - inside.left}px ${box.top - inside.top}px`;
    kept.set(bubble.dataset.id, box);
    boxes.push(box);
  }
}

/** @param {{state: any}} props */
export function Bubbles({ state }) {
  const layer = useRef(/** @type {HTMLElement | null} */ (null));
  const kept = useRef(new Map());
  const place = () => arrange(layer.current, kept.current);
  useLayoutEffect(place);
  useEffect(() => {
    const again = setInterval(place, AGAIN_MS);
    return () => clearInterval(again);
  }, []);
  return html`<div class="bubbles" ref=${layer} aria-hidden="true">
    ${Object.entries(state.reactions).map(
      ([seat, { id, face, words }]) => html`<div key=${id} data-id=${id} data-at=${seat}
      data-face=${face}>
      <img class="sign" src=${faceOf("speech")} alt="" />
      <span class="speech">${face && html`<img src=${face} alt="" />`}${words}</span></div>`,
    )}
  </div>`;
}
