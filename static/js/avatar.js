// @ts-check
/**
 * Owns avatars: a pure function from an integer seed to a friendly face, and <ch-avatar>.
 * The parts are drawn in img/avatar.svg; the same seed always gives the same face.
 */

const PARTS = new URL("../img/avatar.svg", import.meta.url).href;
const GROUND = "#b4533c #c98a3a #3d7f6a #41699c #7a4f8f #a34e6b #5d7a3b #2f7d8c".split(" ");
const SKIN = "#f6d3ae #eab98a #d79c69 #b87a4b #925a35 #6d4128".split(" ");
const HAIR = "#1d1512 #2e1e16 #4a2c1a #7a4a22 #b0763a #8d8a86 #3a2a45".split(" ");
const CLOTH = "#f3e6d0 #e0b04c #d8685a #5fb0a0 #86a9e0 #c592d6 #f0f0ee #3d3a4a".split(" ");
const METAL = "#c9d3dc #b8c7b9 #d8cbb4 #bfc2d8".split(" ");
const LAMP = "#ffd27a #8ff0c0 #8fd0ff #ff9d8a".split(" ");

/** A small seeded generator (mulberry32). @param {number} seed */
function generator(seed) {
  let a = (Math.abs(Math.trunc(seed)) ^ 0x9e3779b9) >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A seed of the whole range. */
export const anySeed = () => Math.floor(Math.random() * 2 ** 31);

/** Which parts and colours a face has, back to front: [part, fill, cloth]. */
function parts(pick, chance, kind) {
  if (kind?.endsWith("bot")) {
    const metal = pick(METAL);
    const lamp = pick(LAMP);
    return [
      "bot",
      `bot-top-${pick([0, 1])}`,
      `bot-eyes-${pick([0, 1, 2])}`,
      `bot-mouth-${pick([0, 1])}`,
    ].map((id) => [id, metal, lamp]);
  }
  const [skin, hair, cloth] = [pick(SKIN), pick(HAIR), pick(CLOTH)];
  const back = pick(["", "", "", "long", "bob", "bun"]);
  const top = pick(
    back ? ["parted", "side", "crop"] : ["side", "crop", "parted", "curls", "turban", "cap", ""],
  );
  const extra = pick(back ? [0, 1, 2] : [0, 0]);
  return [
    back && [`back-${back}`, hair],
    ["body", skin, cloth],
    !back && chance(0.5) && [`beard-${pick([0, 1])}`, hair],
    ["brows"],
    [`eyes-${pick([0, 1, 2])}`],
    [`mouth-${pick([0, 1, 2])}`],
    top && [`top-${top}`, hair, cloth],
    chance(0.4) && [`extra-${extra}`],
  ].filter(Boolean);
}

/** A face as SVG markup, and the colour behind it. @param {number} seed @param {string} [kind] */
export function avatarOf(seed, kind = "person") {
  const random = generator(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const ground = kind?.endsWith("bot") ? "#344659" : pick(GROUND);
  const uses = parts(pick, (limit) => random() < limit, kind).map(
    ([id, fill = "none", cloth = "none"]) =>
      `<use href="${PARTS}#${id}" fill="${fill}" color="${cloth}"/>`,
  );
  return { ground, svg: `<svg viewBox="0 0 100 100" aria-hidden="true">${uses.join("")}</svg>` };
}

/** <ch-avatar seed="42" kind="bot">: redraws when its seed changes. */
class Avatar extends HTMLElement {
  static observedAttributes = ["seed", "kind"];
  connectedCallback() {
    this.draw();
  }
  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }
  draw() {
    const { ground, svg } = avatarOf(
      Number(this.getAttribute("seed")) || 0,
      this.getAttribute("kind") || "person",
    );
    this.style.setProperty("--ground", ground);
    this.innerHTML = svg;
  }
}
if (!customElements.get("ch-avatar")) customElements.define("ch-avatar", Avatar);
