// @ts-check
/**
 * Owns flying chips. Decoration only: the state is already drawn when anything moves.
 * Must not hold state or delay it.
 */
import { chipsSvg } from "../../chips.js";
import { settings } from "../../settings.js";

const centre = (element) => {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
};
const seatPoint = (seat) =>
  centre(
    document.querySelector(`[data-seat="${seat}"] .head`) ??
      document.querySelector(`[data-seat="${seat}"]`),
  );

function fly(from, to, amount, { delay = 0, duration = 520 } = {}) {
  if (!from || !to) return;
  const chip = document.createElement("div");
  chip.className = "flying";
  chip.innerHTML = chipsSvg(amount, 2, 4);
  document.body.append(chip);
  const at = ({ x, y }, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
  const fast = settings.speed === "2" ? 0.5 : 1;
  const run = chip.animate(
    [
      { transform: at(from, 0.6), opacity: 0 },
      { transform: at(from, 1), opacity: 1, offset: 0.12 },
      { transform: at(to, 1), opacity: 1, offset: 0.9 },
      { transform: at(to, 0.8), opacity: 0 },
    ],
    {
      duration: duration * fast,
      delay: delay * fast,
      easing: "cubic-bezier(.3,.7,.2,1)",
      fill: "both",
    },
  );
  run.onfinish = () => chip.remove();
  run.oncancel = () => chip.remove();
}

/** @param {number | "pot" | {bet: number}} where a seat, the pot, or the bet before a seat */
const point = (where) =>
  where === "pot"
    ? centre(document.querySelector("[data-pot]"))
    : typeof where === "number"
      ? seatPoint(where)
      : centre(document.querySelector(`[data-bet="${where.bet}"]`));

/** @param {{from: any, to: any, amount: number, delay?: number, duration?: number}[]} flights */
export function animate(flights) {
  for (const flight of flights) fly(point(flight.from), point(flight.to), flight.amount, flight);
}
