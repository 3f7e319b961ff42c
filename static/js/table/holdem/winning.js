// @ts-check
/** Owns which cards are raised at the end of a hand. Pure. */

/**
 * The five cards of each hand that won on a board, once they are shown.
 * @param {any} view @param {number} [board] 1 or 2; both boards without it @returns {Set<string>}
 */
export function winningCards(view, board) {
  const pots = view?.result?.pots ?? [];
  const won = pots.filter((pot) => board === undefined || (pot.board ?? 1) === board);
  return new Set(won.flatMap((pot) => pot.best ?? []).flatMap(([, cards]) => cards));
}
