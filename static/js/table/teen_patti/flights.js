// @ts-check
/** Owns which chips fly where at a Teen Patti table. */

const PAYS = new Set(["boot", "bet", "show", "cover", "side_show_asked"]);

/** What goes into the pot, and out of it. @param {any[]} events */
export function flights(events) {
  let wins = 0;
  return events.flatMap((event) => {
    const { kind, amount } = event;
    if (kind === "win")
      return { from: "pot", to: event.seat, amount, delay: 450 + 350 * wins++, duration: 800 };
    return PAYS.has(kind) && amount ? { from: event.seat ?? event.asker, to: "pot", amount } : [];
  });
}
