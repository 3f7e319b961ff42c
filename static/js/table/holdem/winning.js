// @ts-check
/** Owns which cards are raised at the end of a hand. Pure. */

/** The cards that won, once they are shown. @returns {Set<string>} */
export function winningCards(view) {
  if (view?.board2.length) return new Set(); // each board has winning cards of its own
  const seats = new Set(view?.result?.pots.flatMap((pot) => pot.winners) ?? []);
  return new Set((view?.seats ?? []).flatMap((s) => (seats.has(s.seat) && s.best ? s.best : [])));
}
