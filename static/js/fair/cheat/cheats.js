// @ts-check
/** Owns the list of the ways to cheat, in words, and the check that refuses each. */
import * as forged from "./forgeries.js";

/**
 * `check`: the check that must fail; `seen`: when a page stops, if its stage does not tell;
 * `luck`: it can go unnoticed, and can be tried again.
 * @typedef {{key: string, title: string, house: string, caught: string, check: string,
 *   seen?: string, luck?: boolean,
 *   make: (sample: import("./story.js").Sample, attempt: number) => forged.Cheated}} Cheat
 */

/** @type {Cheat[]} */
const BEFORE = [
  {
    key: "leave-out",
    title: "Leave out my cut",
    house: "The house likes what the other two cuts give, and locks the deck without yours.",
    caught: "Your browser has the house's receipt for your cut, but the lock doesn't have it.",
    check: "mine",
    make: forged.leftOut,
  },
  {
    key: "in-my-name",
    title: "Cut in my name",
    house: "The house puts a cut of its own at your seat.",
    caught: "Your browser knows what it sent: the hash at your seat is another.",
    check: "mine",
    make: forged.inMyName,
  },
  {
    key: "another-lock",
    title: "Show me another lock",
    house:
      "Once all cuts are known, the house looks for a cut that gives Chitra two aces, " +
      "and deals by a lock that has it.",
    caught: "The deal follows from another lock than the one that your cut answered.",
    check: "relock",
    make: forged.otherLock,
  },
  {
    key: "unpublished",
    title: "Deal a deck that was never published",
    house: "The house deals from four new decks, with seals that fit them.",
    caught: "Your browser noted the seal during the hand before. This deck has another.",
    check: "noted",
    make: forged.unpublished,
  },
  {
    key: "button",
    title: "Move the button",
    house: "The house knows the cards now, and moves the button so that others get them.",
    caught: "The button is a part of the plan, and your cut answered a lock with that plan.",
    check: "relock",
    make: forged.movedButton,
  },
  {
    key: "i-left",
    title: "Say that I have left",
    house: "The house deals without you, and says that you left after the lock.",
    caught: "Your browser knows that you didn't leave.",
    check: "mine",
    make: forged.saidToLeave,
  },
  {
    key: "deny",
    title: "Throw the deck away and deny the lock",
    house: "The cuts give Chitra nothing. The house says that this deck was never locked.",
    caught: "Your browser has seen the lock, and a lock can't be taken back.",
    check: "relock",
    seen: "when the deck is thrown away",
    make: forged.denied,
  },
  {
    key: "twice",
    title: "Throw decks away until one fits",
    house: "The house throws this deck away openly, without a reason, and the next one too.",
    caught: "The first is shown in amber. A second one within 50 decks fails.",
    check: "thrown",
    seen: "when the second deck is thrown away",
    make: forged.thrownTwice,
  },
  {
    key: "black",
    title: "Seal a deck with 26 cards twice",
    house: "One of the four sealed decks has only black cards, each of them twice.",
    caught:
      "The cuts picked another deck, so this one had to be opened, and it isn't what was sealed. " +
      "One hand in four picks it. Then the first card that shows twice gives it away.",
    check: "masters",
    luck: true,
    make: forged.twiceTheBlack,
  },
  {
    key: "older",
    title: "Go back to the older scheme",
    house: "The house deals by TFAIR1, which doesn't bind a card to a seat.",
    caught: "This table deals by TFAIR2, and no hand of it may fall behind that.",
    check: "downgrade",
    make: forged.older,
  },
];

/** @type {Cheat[]} */
const CARDS = [
  {
    key: "swap",
    title: "Swap two hole cards",
    house: "You get Chitra's second card instead of yours, with that card's true proof.",
    caught: "The proof has the card's position in the deal, and that position is Chitra's.",
    check: "place",
    make: forged.swapped,
  },
  {
    key: "board",
    title: "Change the board",
    house: "The river becomes a card that lets Chitra win, with that card's true proof.",
    caught: "The proof leads to a card farther down in the deck, not to the river.",
    check: "place",
    make: forged.helpingRiver,
  },
  {
    key: "ace",
    title: "Deal a friend another ace",
    house: "Chitra's second card becomes an ace. The house writes it into the old card's proof.",
    caught: "With another card in it, the proof no longer leads to the seal.",
    check: "path",
    make: forged.anotherAce,
  },
  {
    key: "no-proof",
    title: "Show a card without its proof",
    house: "The river comes, and its proof doesn't.",
    caught: "Every card has to come with its proof in the same message.",
    check: "opening",
    make: forged.withoutProof,
  },
];

/** @type {Cheat[]} */
const AFTERWARDS = [
  {
    key: "winner",
    title: "Invent a winner",
    house: "In the saved record Chitra wins the pot.",
    caught: "The hash of what was played is in the table's chain. This isn't what was played.",
    check: "play",
    make: forged.otherWinner,
  },
  {
    key: "stack",
    title: "Change a stack",
    house: "In the saved record Chitra began the hand with five times the chips.",
    caught: "The stacks at the start are a part of the play, whose hash is in the chain.",
    check: "record",
    make: forged.otherStack,
  },
  {
    key: "swap-record",
    title: "Swap hole cards in the record",
    house: "In the saved record you and Chitra have each other's cards.",
    caught: "Each card has its position, and each position belongs to one seat.",
    check: "place",
    make: forged.swappedInRecord,
  },
  {
    key: "chain",
    title: "Rewrite the chain",
    house: "Chitra won, and every hash fits: play, end and chain. Then you reload the page.",
    caught: "Your browser remembers the table's chain, and this is another.",
    check: "chain",
    make: forged.otherChain,
  },
  {
    key: "day",
    title: "Tell me another day than others",
    house: "You get a record in which everything fits, with the root of a day made for you alone.",
    caught: "The copy of the chain of days that you kept has another root for that day.",
    check: "day",
    make: forged.otherDay,
  },
];

export const PARTS = [
  { title: "Before the cards", cheats: BEFORE },
  { title: "The cards", cheats: CARDS },
  { title: "Afterwards", cheats: AFTERWARDS },
];

export const CHEATS = PARTS.flatMap(({ cheats }) => cheats);
