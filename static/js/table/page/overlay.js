// @ts-check
/**
 * Owns what a stream must not show: cards of players while a hand is played, also where everybody
 * who watches the table itself may see them.
 */

/** A player without cards. @param {any} seat */
const faceDown = ({ cards, hand_value: _value, ...seat }) => ({
  ...seat,
  ...(cards && { cards: cards.map(() => "??") }),
});

/** A message with the players' cards face down, until their hand is over. @param {any} message */
export function withoutCards(message) {
  const view = message.hand?.view;
  if (!view || view.phase === "settled") return message;
  const seats = view.seats.map(faceDown);
  return { ...message, hand: { ...message.hand, view: { ...view, seats } } };
}
