// @ts-check
/** Owns what hold'em adds to the page of text: boards, sizes of bets, a question before all-in. */
import { cardsInWords } from "../../faces.js";
import { text } from "../../messages.js";
import { textPage } from "../text/page.js";

const board = (cards, number) =>
  text("holdem.board", { board: number, count: cards.length, cards: cardsInWords(cards) });

/** What is asked before an action that gives everything away. */
function sure(kind, { amount }, legal) {
  const most = legal.bet?.max ?? legal.raise_to?.max;
  if (kind === "all_in" || (amount && amount === most)) return text("text.holdem.all_in");
  return kind === "fold" && legal.check ? text("holdem.free_check") : "";
}

/** The sizes that players name: parts of the pot are counted after my call. */
function sizes({ hand: { view } }) {
  const part = (share) => view.current_bet + (view.pot + (view.you.to_call ?? 0)) * share;
  return { half: part(1 / 2), pot: part(1) };
}

export default textPage({
  kinds: ["fold", "check", "call", "bet", "raise_to", "all_in", "run_once", "run_twice"],
  gone: { folded: "table.have_folded", all_in: "holdem.you_are_all_in" },
  sure,
  sizes,
  table: ({ hand: { view } }) => [
    board(view.board, "1"),
    view.board2.length > 0 && board(view.board2, "2"),
    view.pot > 0 && text("text.pot", { pot: view.pot }),
  ],
});
