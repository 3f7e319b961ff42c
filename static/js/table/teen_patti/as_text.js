// @ts-check
/** Owns what Teen Patti adds to the page of text: the stake, blind bets, the dealer's choice. */
import { text } from "../../messages.js";
import { handSeat, mySeat } from "../store.js";
import { textPage } from "../text/page.js";
import { variantName } from "./labels.js";

/** The variant that the dealer names; without one those that may be chosen are said. */
function choose(talk, rest) {
  const readings = talk
    .legal()
    .filter(({ kind }) => kind === "choose")
    .map(({ reading }) => reading);
  const names = readings.map((reading) => variantName(reading).toLowerCase());
  const at = names.findIndex(
    (name, i) => rest && (name.startsWith(rest) || readings[i].startsWith(rest)),
  );
  if (at >= 0) return { reading: readings[at] };
  const word = talk.word("choose");
  talk.say(
    text("text.teen_patti.which", { word, names: names.join(text("common.list_separator")) }),
  );
  return null;
}

const blind = (state) => handSeat(state, mySeat(state))?.blind;

export default textPage({
  kinds: ["see", "bet", "fold", "show", "side_show", "cover", "accept", "refuse", "choose"],
  usual: ["bet"],
  asks: ["accept", "choose"],
  gone: { folded: "teen_patti.have_packed", covered: "teen_patti.you_covered" },
  word: (kind, state) =>
    kind === "bet" && blind(state) ? text("text.teen_patti.blind") : undefined,
  takes: { choose },
  table: ({ hand: { view }, table }) => [
    table.rules?.variant === "dealers_choice" && variantName(view.variant),
    view.phase !== "settled" && text("text.teen_patti.stake", { stake: view.stake }),
    view.pot > 0 && text("text.pot", { pot: view.pot }),
  ],
});
