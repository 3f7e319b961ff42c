// @ts-check
/** Owns the names of hands, made from their values in codes. Must not rank hands. */

const RANKS = "23456789TJQKA";
const ONE = "two three four five six seven eight nine ten jack queen king ace".split(" ");
const ACE_HIGH = ", 0 high";
const IN_ORDER = ", *";

/** What follows the kind: `0` is the first rank, `0s` several of it, `*` the ranks as on cards. */
const AFTER = {
  straight_flush: ACE_HIGH,
  four_of_a_kind: ", 0s",
  full_house: ", 0s over 1s",
  flush: ACE_HIGH,
  straight: ACE_HIGH,
  three_of_a_kind: ", 0s",
  two_pair: ", 0s and 1s",
  pair: " of 0s",
  trail: " of 0s",
  pure_sequence: IN_ORDER,
  sequence: IN_ORDER,
  color: IN_ORDER,
};
const WHOLE = { suited: "0-1 suited", offsuit: "0-1 offsuit", points: "*" };

/**
 * The name of a hand for the middle of a sentence, "pair of nines"; empty without a value.
 * @param {{kind: string, ranks: string[]} | null | undefined} value
 */
export function handName(value) {
  if (!value) return "";
  const { kind, ranks } = value;
  const high = `0 high${ranks.length > 1 ? IN_ORDER : ""}`;
  const text = kind === "high_card" ? high : WHOLE[kind];
  return (text ?? kind.replaceAll("_", " ") + (AFTER[kind] ?? "")).replace(
    /(\d)(s)?|\*/g,
    (all, at, many) => {
      if (all === "*") return ranks.join("-").replace(/T/g, "10");
      const one = ONE[RANKS.indexOf(ranks[at])];
      return many ? `${one}${one === "six" ? "es" : "s"}` : one;
    },
  );
}

/** The same on its own: "Pair of nines". */
export function handTitle(value) {
  const name = handName(value);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const COUNTED = /^(pair|straight|flush|full house|royal|sequence|pure|trail|color)\b/;

/** The same with its article: "a pair of nines", "two pair, aces and kings". */
export function aHand(value) {
  const name = handName(value);
  return COUNTED.test(name) ? `a ${name}` : name;
}
