// @ts-check
/** Owns the positions of the seats round the table. Pure; percentages of the stage. */

/**
 * `dx` and `dy` point to the middle of the felt.
 * @typedef {{x: number, y: number, dx: number, dy: number}} SeatPosition
 */

const bent = (value, power) => Math.sign(value) * Math.abs(value) ** power;

/** Shapes of the ring of seats: `stretch` is how much wider than high the stage is in pixels. */
export const WIDE = { y: 48, rx: 42.5, ry: 34, power: 0.84, gap: 34, stretch: 1.62 };
export const TALL = { y: 48.5, rx: 38.5, ry: 35.5, power: 0.62, gap: 40, stretch: 0.62 };

/** How many of the others sit at the top, by how many they are; the rest sit at the sides. */
const TOP = { wide: [0, 1, 0, 1, 2, 3, 2, 3, 4, 5], tall: [0, 1, 0, 1, 2, 1, 2, 3, 2, 3] };
const PITCH = { wide: [0, 0, 34, 26, 25, 20.35], tall: [0, 0, 44, 34] };

/** The others in rows, so that no box of a seat reaches another: clockwise, up my left side. */
function rows(count, form) {
  const top = TOP[form][count];
  const each = (count - top) / 2;
  const side = Array.from({ length: each }, (_, i) => ({
    x: form === "tall" ? 11 : 9.3,
    y: form === "tall" ? 12 + 25 * (i + (top || each < 2 ? 1 : 0)) : each < 2 ? 46 : 43 + 28 * i,
  }));
  const row = Array.from({ length: top }, (_, i) => ({
    x: 50 + (i - (top - 1) / 2) * PITCH[form][top],
    y: form === "tall" ? 12 : 14,
  }));
  const right = side.map(({ x, y }) => ({ x: 100 - x, y }));
  return [...[...side].reverse(), ...row, ...right];
}

/** My own position at each edge, and its angle. */
const EDGES = {
  bottom: { x: 50, y: 88, turn: 0 },
  left: { x: 10, y: 48, turn: 90 },
  top: { x: 50, y: 12, turn: 180 },
  right: { x: 90, y: 48, turn: 270 },
};

/** A point of the ring; 0 degrees is the bottom, clockwise on the screen goes left first. */
function point(shape, degrees) {
  const radians = ((degrees + 90) * Math.PI) / 180;
  return {
    x: 50 + shape.rx * bent(Math.cos(radians), shape.power),
    y: shape.y + shape.ry * bent(Math.sin(radians), shape.power),
  };
}

/**
 * `count` points at equal distances along the ring, measured in pixels, from one angle to another.
 */
function along(shape, from, to, count, ends) {
  const track = [];
  let length = 0;
  for (let degrees = from; degrees <= to; degrees += 1) {
    const at = point(shape, degrees);
    const last = track.at(-1);
    if (last) length += Math.hypot((at.x - last.x) * shape.stretch, at.y - last.y);
    track.push({ ...at, length });
  }
  return Array.from({ length: count }, (_, i) => {
    const wish = (length * (i + ends)) / (count - 1 + 2 * ends);
    return track.find((at) => at.length >= wish) ?? track[track.length - 1];
  });
}

/**
 * Positions of all seats by seat index, clockwise on the screen, my own at the edge I chose. On an
 * upright phone I stay at the bottom and only the ring of the others turns.
 * @param {number} count @param {number | null} mine null for a spectator @param {boolean} tall
 * @param {string} [edge] @param {typeof WIDE} [shape] @returns {SeatPosition[]}
 */
export function seatPositions(count, mine, tall, edge = "bottom", shape = tall ? TALL : WIDE) {
  const { turn, x, y } = EDGES[tall ? "bottom" : edge];
  // Others keep clear of the bottom, where my cards lie; a full table comes nearer to them.
  const ring = (from, to, many, ends) => along(shape, turn + from, turn + to, many, ends);
  const gap = shape.gap + (tall && count > 10 ? 7 : 0);
  const inRows = count <= 10 && turn === 0;
  const around = inRows
    ? rows(count - 1, tall ? "tall" : "wide")
    : ring(gap, 360 - gap, count - 1, count > 7 ? 0.25 : 0.5);
  const others =
    mine !== null ? around : inRows ? [{ x, y }, ...around] : ring(0, 360, count + 1, 0);
  const shift = tall && mine !== null ? Math.round(((count - 1) * EDGES[edge].turn) / 360) : 0;
  const turned = others.map((_, i) => others[(i + shift) % (count - 1)]);
  const spots = mine === null ? others : [{ x, y }, ...turned];
  return Array.from({ length: count }, (_, seat) => {
    const { x, y } = spots[(seat - (mine ?? 0) + count) % count];
    // A norm between round and square, so that cards of corner seats clear their plates.
    const length = (Math.abs(50 - x) ** 3 + Math.abs(shape.y - y) ** 3) ** (1 / 3) || 1;
    return { x, y, dx: (50 - x) / length, dy: (shape.y - y) / length };
  });
}
