// @ts-check
/** Owns what Dou Dizhu adds to the page of text: cards by ranks, hints, what has to be beaten. */
import { number, text } from "../../messages.js";
import { refusalText } from "../refusals.js";
import { wordsOf } from "../text/commands.js";
import { textPage } from "../text/page.js";
import { leading, ownCards } from "./choice.js";
import { byCount, byRank, nextHint, rank } from "./order.js";
import { usual } from "./readings.js";
import { combination, ranksShort } from "./words.js";

const JOKERS = { small_joker: "b", big_joker: "r" };
const ONE = /10|[2-9tjqkabr]/gi;

/** The hint that was said last, by the state of the hand. */
let hinted = { at: "", cards: /** @type {string[]} */ ([]) };
const moment = ({ hand }) => `${hand?.id}/${hand?.seq}`;

/** My cards of typed ranks; null if a rank is not one, or not mine. */
function pick(state, rest) {
  const { boot } = state;
  const words = Object.entries(JOKERS).flatMap(([joker, letter]) =>
    wordsOf(boot, joker).map((word) => [word, letter]),
  );
  words.sort(([a], [b]) => b.length - a.length);
  const typed = words.reduce((line, [word, letter]) => line.replaceAll(word, ` ${letter} `), rest);
  if (typed.replace(ONE, "").replace(/[\s,，、+-]/g, "")) return null;
  const own = [...ownCards(state)];
  const chosen = (typed.match(ONE) ?? []).map((one) => {
    const wanted = rank(one.replace("10", "T").toUpperCase());
    const at = own.findIndex((code) => rank(code) === wanted);
    return at < 0 ? "" : own.splice(at, 1)[0];
  });
  return chosen.every(Boolean) ? chosen : null;
}

/** The cards to play: those that were typed, else those of the last hint. */
async function play(talk, rest) {
  const { state, actions } = talk;
  const hint = hinted.at === moment(state) ? hinted.cards : [];
  const cards = rest ? pick(state, rest) : hint;
  if (!cards) return talk.say(text("dou_dizhu.refusal.CARD_NOT_IN_HAND"));
  if (!cards.length) return talk.say(text("text.dou_dizhu.which", { word: talk.word("play") }));
  if (!leading(state)) return { cards };
  const answer = await actions.command({ type: "ask", cards });
  if (answer.code) return talk.say(refusalText(state.boot, answer));
  const several = answer.readings?.length > 1;
  return several ? { cards, reading: usual(answer.readings, cards.length) } : { cards };
}

/** Says the next of the plays that the server offers. */
function hint(talk) {
  const { state } = talk;
  const hints = state.hand?.view.you?.hints ?? [];
  if (!hints.length)
    return talk.say(talk.legal().length ? text("dou_dizhu.no_hint") : talk.why("play"));
  const before = hinted.at === moment(state) ? hinted.cards : [];
  hinted = { at: moment(state), cards: nextHint(hints, before) };
  const cards = ranksShort(byCount(hinted.cards));
  talk.say(text("text.dou_dizhu.hint", { cards, word: talk.word("play") }));
}

/** What lies on the table, and how many cards each player has. */
function table({ hand, you }, name) {
  const { view } = hand;
  const { last, kitty, phase } = view;
  const held = view.seats
    .filter(({ seat }) => seat !== you?.seat)
    .map(({ seat, count }) => text("text.dou_dizhu.held", { name: name(seat), count }));
  return [
    last &&
      text("text.dou_dizhu.last", {
        who: last.seat === you?.seat ? "me" : "other",
        name: name(last.seat),
        cards: ranksShort(byCount(last.cards)),
        combination: combination(last.category),
      }),
    !last &&
      phase === "play" &&
      view.turn !== null &&
      text("text.dou_dizhu.leads", {
        who: view.turn === you?.seat ? "me" : "other",
        name: name(view.turn),
      }),
    held.join(text("common.list_separator")),
    !kitty.includes("??") && text("text.dou_dizhu.kitty", { cards: ranksShort(byRank(kitty)) }),
  ];
}

export default textPage({
  kinds: ["bid", "call", "rob", "pass", "double", "decline", "open", "play"],
  word: (kind, { hand }) =>
    kind === "pass" && hand?.view.phase === "bidding" ? text("text.dou_dizhu.no_bid") : undefined,
  takes: { play },
  does: { hint },
  table,
  cards: ({ cards }) =>
    text("text.dou_dizhu.cards", { count: cards.length, cards: ranksShort(byRank(cards)) }),
  pot: ({ hand: { view } }) =>
    text("text.dou_dizhu.score", { base: view.base, times: number(view.multiplier) }),
});
