// @ts-check
/** Owns what the game against the dealer adds to the page of text: bets, and the dealer's cards. */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { handTitle } from "../hand_name.js";
import { handSeat, mySeat } from "../store.js";
import { textPage } from "../text/page.js";
import { betName, dealerPlays } from "./words.js";

/** My bets, with what the hand has cost so far. */
function bets(state) {
  const me = handSeat(state, mySeat(state));
  const laid = Object.entries(me?.bets ?? {}).filter(([, amount]) => amount > 0);
  const said = laid.map(([bet, amount]) =>
    text("dealer_teen_patti.label.bet", { title: betName(bet), amount }),
  );
  return said.join(text("common.list_separator")) || text("dealer_teen_patti.no_bet");
}

/** The dealer's cards, once they are dealt. */
function dealer({ view }) {
  const { cards, hand_value: value } = view.dealer;
  if (!cards.length) return text("text.dealer_teen_patti.no_cards");
  const hand = value
    ? text("dealer_teen_patti.dealer_has", {
        hand: handTitle(value),
        plays: dealerPlays(view) || null,
      })
    : null;
  return text("text.dealer_teen_patti.dealer", { cards: cardsInWords(cards), hand });
}

export default textPage({
  kinds: ["ante", "pair_plus", "six_card", "tie_bet", "raise", "fold", "pass"],
  gone: {
    folded: "table.have_folded",
    out: "dealer_teen_patti.sits_out",
    raised: "dealer_teen_patti.have_raised",
  },
  pot: bets,
  table: (state) => [dealer(state.hand), bets(state)],
});
