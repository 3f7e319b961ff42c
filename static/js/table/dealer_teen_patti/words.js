// @ts-check
/**
 * Owns what is said about a hand against the dealer: one event as a sentence, one action as a
 * label, bets by name. Must not draw or send anything.
 */

import { chips } from "../../chips.js";
import { cardsInWords } from "../../faces.js";
import { handTitle, tail } from "../hand_name.js";
import { cardsShort, grammar, lower } from "../words.js";

/** Bets by name, in the order in which they lie before a seat. */
export const BETS = {
  ante: "Ante",
  raise: "Raise",
  pair_plus: "Pair Plus",
  six_card: "Six-card",
  tie_bet: "Tie",
};
const leaves = ({ reason }) => (reason === "left" ? " and leaves" : "");

/** "+10", "−10", "0". */
export const signed = (net) => (net > 0 ? `+${chips(net)}` : net < 0 ? `−${chips(-net)}` : "0");

/** The outcome of a bet as a class name; the sign of its figure says the same. */
export const toneOf = (net) => (net > 0 ? "won" : net < 0 ? "lost" : "even");

/** Odds as they are printed: "4 to 1", "19 to 20". @param {string} pays */
export const odds = (pays) =>
  pays
    .replace(/^(\d+)$/, "$1/1")
    .split("/")
    .join(" to ");

const playsWord = (qualifies) => (qualifies ? "qualifies" : "does not qualify");

/** Whether the dealer qualifies, in words; empty where every hand does. */
export const dealerPlays = ({ dealer, pay_table }) =>
  pay_table.qualifier === "always" ? "" : playsWord(dealer.qualifies);

/**
 * One event as a line of the log, or null when it needs no words.
 * @param {any} event @param {import("../words.js").Speaker} who
 */
export function say(event, who) {
  const { subject, does, line } = grammar(event, who);
  const amount = chips(event.amount);
  const acts = (third, first, rest = "") => line(`${subject} ${does(third, first)}${rest}`);
  const shows = (before, after = "") =>
    line(
      `${before} ${cardsShort(event.cards)}${tail(event.hand_value)}${after}`,
      `${before} ${cardsInWords(event.cards)}${tail(event.hand_value)}${after}`,
    );

  switch (event.kind) {
    case "hand_start":
      return line(`Hand ${who.number ?? ""}. Place your bets.`);
    case "bet":
      return event.amount
        ? acts("bets", "bet", ` ${amount} on ${BETS[event.bet]}`)
        : acts("takes", "take", ` back the bet on ${BETS[event.bet]}`);
    case "ante":
      return acts(
        "antes",
        "ante",
        ` ${amount}${event.all_in ? `, ${does("their", "your")} last chips` : ""}`,
      );
    case "pass":
      return acts("sits", "sit", ` this hand out${leaves(event)}`);
    case "cards":
      return shows("Your cards:");
    case "raise":
      return acts("raises", "raise", ` ${amount}`);
    case "fold":
      return acts("folds", "fold", leaves(event));
    case "dealer":
      return shows("The dealer shows", `, ${playsWord(event.qualifies)}`);
    case "show":
      return shows(`${subject} ${does("shows", "show")}`);
    case "pay":
      return paid(event, acts);
    default:
      return null;
  }
}

/** The lines of a pay table by name. */
export const LINES = {
  three_aces: "Three aces",
  mini_royal: "Mini royal, A-K-Q in one suit",
  pure: "Pure sequence",
  trail: "Trail",
  sequence: "Sequence",
  color: "Color",
  pair: "Pair",
  royal: "Royal flush",
  straight_flush: "Straight flush",
  quads: "Four of a kind",
  full_house: "Full house",
  flush: "Flush",
  straight: "Straight",
  trips: "Three of a kind",
  not_qualified: "Dealer does not qualify",
  equal: "Equal hands",
};

const PAID = { ...BETS, bonus: "Ante bonus", six_card: "Six-card bonus", tie_bet: "Tie bet" };
const OUTCOMES = {
  folded: "lost with the fold",
  returned: "returned",
  equal_loses: "loses: equal hands",
};
const ALONE = {
  not_qualified: "The dealer does not qualify",
  equal_returned: "Equal hands: ante returned",
};

/** What became of one bet: "Ante wins", "Pair Plus: pair of nines". @param {any} line */
export function paidTitle({ bet, outcome, hand_value, line, commission, rest }) {
  const name = PAID[bet];
  const [over, under] = (commission ?? "0/1").split("/").map(Number);
  const kept = commission ? `, less ${(100 * over) / under} %` : "";
  const left = rest ? ` (${rest} of a chip stays with the house)` : "";
  if (hand_value) return `${name}: ${handTitle(hand_value)}${left}`;
  if (line) return `${name}: ${lower(LINES[line])}${left}`;
  if (bet === "tie_bet" && outcome === "wins") return `${name}: equal hands${left}`;
  if (bet === "ante" && outcome === "folded") return "Folded";
  return `${ALONE[outcome] ?? `${name} ${OUTCOMES[outcome] ?? outcome}`}${kept}${left}`;
}

/** The same inside a sentence; Pair Plus keeps its capitals. */
const inside = (line) => {
  const bet = paidTitle(line).replace(/ (wins|loses)$/, "");
  return bet.startsWith("Pair Plus") ? bet : lower(bet);
};

/** The results of a seat's bets in one line. */
function paid({ net, lines }, acts) {
  const parts = lines.map((part) => `${inside(part)} ${signed(part.net)}`).join(", ");
  if (!net) return acts("breaks", "break", ` even (${parts})`);
  const said = net > 0 ? acts("wins", "win") : acts("loses", "lose");
  const text = `${said.text} ${chips(Math.abs(net))}${lines.length > 1 ? ` (${parts})` : ""}`;
  return { ...said, text, kind: net > 0 ? "win" : "fold" };
}

/** @param {any} event */
function labelOf({ kind, seat, bet, amount, net, reason }) {
  const label = (text, tone) => ({ seat, text, tone });
  switch (kind) {
    case "bet":
      return amount ? label(`${BETS[bet]} ${chips(amount)}`, "boot") : null;
    case "ante":
      return label(`Ante ${chips(amount)}`, "bet");
    case "raise":
      return label(`Raise ${chips(amount)}`, "bet");
    case "fold":
      return label(reason === "left" ? "Left" : "Folded", "fold");
    case "pay":
      return label(net ? signed(net) : "Even", toneOf(net));
    default:
      return null;
  }
}

/**
 * The labels of all seats after an event.
 * @param {Record<number, any>} labels
 * @param {any} event
 */
export function labels(labels, event) {
  const label = labelOf(event);
  return label ? { ...labels, [label.seat]: label } : labels;
}

const DID = { in: "ante", raised: "raise", folded: "fold" };

/** The label for what a view reports, when no event was seen (after a reconnection). */
export function labelFromView({ seat, status, bets, net }) {
  if (net !== null && net !== undefined && status !== "out")
    return labelOf({ kind: "pay", seat, net });
  const kind = DID[status];
  return kind ? labelOf({ kind, seat, amount: bets[kind] }) : null;
}
