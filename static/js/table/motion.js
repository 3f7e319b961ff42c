// @ts-check
/**
 * Owns chips in flight. Decoration only: the state is already drawn when anything moves.
 * Must not hold state or delay it.
 */
import { chipsSvg } from "../chips.js";
import { settings, still } from "./settings.js";

const PAYS = new Set(["boot", "bet", "show", "cover", "side_show_asked"]);

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

/** Shows what the events of one message moved. @param {any[]} events */
export function animate(events) {
  if (still() || document.visibilityState !== "visible") return;
  const pot = centre(document.querySelector("[data-pot]"));
  let wins = 0;
  for (const event of events) {
    if (PAYS.has(event.kind) && event.amount)
      fly(seatPoint(event.seat ?? event.asker), pot, event.amount);
    if (event.kind === "win") {
      fly(pot, seatPoint(event.seat), event.amount, { delay: 450 + wins * 350, duration: 800 });
      wins += 1;
    }
  }
}
