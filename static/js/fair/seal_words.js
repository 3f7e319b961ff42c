// @ts-check
/** Owns what the seal says. Pure. */

/** @typedef {import("./door.js").Seal} Seal */

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** The state of the checks in one line. @param {Seal} seal */
export function sealText(seal) {
  const { failed, hand, older, cutters, players, cards, ambers } = seal;
  if (failed) return "A check failed";
  if (ambers.includes("request")) return "Waiting to check: the table has not answered yet";
  if (!hand) return "The next deck is sealed";
  if (older) return "Dealt by the older, weaker scheme";
  // A cut comes from a browser; bots and pages that were closed at the deal make none.
  const cut = cutters.length
    ? `${cutters.length} of ${players.length} players cut the deck`
    : "no player's browser was there to cut the deck";
  const late = ambers.includes("late") ? ", you joined after it was sealed" : "";
  return `${cards ? "All cards checked" : "Deck checked"} (${cut}${late})`;
}

const AMBERS = {
  request: `You missed some decks while your connection was away, and the table has not yet said how
    they ended. Cards are checked meanwhile, but not that they follow from the decks before.`,
  late: `You joined after this deck was sealed, so your browser has only the table's word that it
    was sealed before the cuts. The next deck is checked in full.`,
  "other window": `Another window or device of yours has cut, so this page does not count that cut
    as yours.`,
  "not arrived": `Your cut did not reach the table in time and is not among the cuts. If that
    happens three times in a row, this page stops.`,
  "not in time": `This deck was locked before this page could cut it, so your cut is not among the
    cuts. If that happens again and again while you are here, others choose your cards.`,
  absent: `The table says that you had left when this hand was dealt. This page was not there then,
    or the seat was not yours yet, so it cannot tell.`,
  blamed: "The table says that your cut was missing, and threw a deck away for it.",
  "not asked":
    "Your cuts were missing more than once, so the table does not ask for them for a while.",
  house: `The table threw a deck away after it was cut, and no player caused that. A second time in
    50 decks stops this page.`,
  unusual: `Unusually many of the last 20 decks were thrown away after they were cut. Each gave
    whoever caused it one more draw.`,
};

/** What is worth telling, in sentences. @param {Seal} seal */
export const amberTexts = (seal) => seal.ambers.map((name) => AMBERS[name] ?? name);

const REASONS = {
  1: "did not show its cut",
  2: "the table closed",
  3: "left, and too few players remained",
  4: "the rules changed",
  5: "the table gave no reason",
};

/** A seat with its player. @param {number} seat @param {(seat: number) => string} name */
function seatNamed(seat, name) {
  const [plain, who] = [`seat ${seat + 1}`, name(seat)];
  return who.toLowerCase().includes(plain) ? plain : `${plain} (${who})`;
}

function whyThrown([, reason, blamed], name) {
  const said = REASONS[reason] ?? "the reason is unknown";
  if (!blamed.length) return said;
  const seats = blamed.map((seat) => seatNamed(seat, name)).join(" and ");
  return `${seats} ${blamed.length > 1 ? said.replace("its cut", "their cuts") : said}`;
}

/**
 * Which decks were thrown away before this one, and why; empty for none.
 * @param {Seal} seal @param {(seat: number) => string} name
 */
export function thrownText({ decks, next }, name) {
  if (!decks.length) return "";
  const why = [...new Set(decks.map((deck) => whyThrown(deck, name)))].join("; ");
  const what = counted(decks.length, "deck was", "decks were");
  return `${what} thrown away before ${next ? "the next" : "this"} one: ${why}.`;
}

/** What the house signed. @param {Seal} seal */
export function signedText({ signed, unsigned }) {
  if (signed && !unsigned) return "What the table said is signed with the house's key.";
  return signed ? "Some of what the table said is not signed with the house's key." : "";
}
