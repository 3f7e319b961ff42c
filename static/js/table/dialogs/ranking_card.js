// @ts-check
/** Owns where the card with the ranking is read, and which of its hands concern the reader. */
import { handSeat, mySeat } from "../store.js";

/** The address of the card; the dealer may have chosen the variant of this hand. */
export function addressOf({ table, hand }) {
  const { variant } = hand?.view ?? {};
  const options = JSON.stringify({ ...table.rules, ...(variant && { variant }) });
  return `/api/v1/games/${table.game}/ranking?options=${encodeURIComponent(options)}`;
}

/** What a hand is to me: mine, or what I must beat. */
export function marksOf(state) {
  const { view } = state.hand ?? {};
  return {
    [view?.last?.category]: "table.ranking.last",
    [handSeat(state, mySeat(state))?.hand_value?.kind]: "table.ranking.mine",
  };
}
