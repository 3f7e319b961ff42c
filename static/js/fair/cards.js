// @ts-check
/** Owns the names of cards in messages and records, as numbers of the dealing scheme. */
const TEXTS = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const PACK = [...TEXTS, "BJ", "RJ"];
/** In a second pack the case of the second letter differs. */
const SECOND = PACK.map(([rank, suit]) => {
  const large = suit.toUpperCase();
  return rank + (suit === large ? suit.toLowerCase() : large);
});

/** @type {Map<string, number>} */
export const CARDS = new Map(
  [...PACK, ...SECOND].map((text, card) => /** @type {const} */ ([text, card])),
);

/** The cards in lists anywhere in a message. @param {any} value @param {Set<number>} found */
export function cardsIn(value, found = new Set()) {
  if (Array.isArray(value)) {
    for (const part of value) {
      const card = typeof part === "string" ? CARDS.get(part) : undefined;
      if (card !== undefined) found.add(card);
      else if (typeof part !== "string") cardsIn(part, found);
    }
  } else if (value && typeof value === "object") {
    for (const part of Object.values(value)) if (typeof part === "object") cardsIn(part, found);
  }
  return found;
}
