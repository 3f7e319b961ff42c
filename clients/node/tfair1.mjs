// Checks records of the older, weaker scheme TFAIR1. Written from docs/fair-dealing-v1.md.
import { createHash, createHmac } from "node:crypto";
import { NotFair } from "./tfair2.mjs";

const TAG = Buffer.from("TFAIR1");
const NAMES = [..."23456789TJQKA"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit));
const TWO_PACKS = [...NAMES, "BJ", "RJ", ...NAMES.map((name) => name.toUpperCase()), "Bj", "Rj"];
const CARDS = new Map(TWO_PACKS.map((name, card) => [name, card]));

function need(holds, why) {
  if (!holds) throw new NotFair("TFAIR1", why);
}

function bytes(text, size) {
  need(typeof text === "string" && /^[0-9a-f]*$/.test(text), "hexadecimal digits were expected");
  need(text.length === 2 * size, `${size} bytes were expected`);
  return Buffer.from(text, "hex");
}

const sha = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const mac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const u8 = (...numbers) => Buffer.from(numbers);
const u32 = (n) => Buffer.from([n >>> 24, n >>> 16, n >>> 8, n]);
const hash = (kind, ...parts) => sha(u8(kind), TAG, ...parts);

/** Yields unbiased numbers by rejection sampling. */
function* numbers(key, label) {
  let bound = yield;
  for (let counter = 0; ; counter += 1) {
    for (const value of mac(key, TAG, Buffer.from(label), u32(counter)))
      if (value < 256 - (256 % bound)) bound = yield value % bound;
  }
}

function below(key, label) {
  const stream = numbers(key, label);
  stream.next();
  return (bound) => stream.next(bound).value;
}

/** Shuffles by Fisher-Yates from the end. */
function order(key, label, n) {
  const next = below(key, label);
  const cards = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i -= 1) {
    const j = next(i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const half = (n) => 2 ** (31 - Math.clz32(n - 1));
const node = (left, right) => sha(u8(1), left, right);

function root(leaves) {
  if (leaves.length === 1) return leaves[0];
  const middle = half(leaves.length);
  return node(root(leaves.slice(0, middle)), root(leaves.slice(middle)));
}

function climb(leaf, index, n, path) {
  need(n > 1 === path.length > 0, "a path is too long or too short");
  if (n === 1) return leaf;
  const middle = half(n);
  const rest = path.slice(0, -1);
  if (index < middle) return node(climb(leaf, index, middle, rest), path.at(-1));
  return node(path.at(-1), climb(leaf, index - middle, n - middle, rest));
}

const leafOf = (deck, k, t, card, salt) => hash(0, deck, u8(k, t, card), salt);

/** Returns the root of an opened candidate. */
function opened(deck, k, master, n) {
  const cards = order(master, "/shuffle", n);
  return root(
    cards.map((card, t) => {
      const salt = mac(master, TAG, Buffer.from("/salt"), u8(t)).subarray(0, 16);
      return leafOf(deck, k, t, card, salt);
    }),
  );
}

function checkDeal(fair) {
  need(fair.scheme === "TFAIR1", "this is not TFAIR1");
  const { n, pick, masters } = fair;
  need(Number.isInteger(n) && n > 0 && n < 256, "the deck does not exist");
  const deck = bytes(fair.deck_id, 16);
  const roots = fair.roots.map((one) => bytes(one, 32));
  const commit = hash(4, deck, u8(n, roots.length), ...roots);
  need(commit.toString("hex") === fair.commit, "the commit is not that of the roots");
  const promised = new Map(fair.cut_commits);
  const cuts = [...fair.cuts].sort(([one], [other]) => one - other);
  need(new Set(cuts.map(([seat]) => seat)).size === cuts.length, "a seat has cut twice");
  const parts = cuts.flatMap(([seat, text]) => {
    const cut = bytes(text, 32);
    const promise = hash(2, deck, u8(seat), cut).toString("hex");
    need(promised.get(seat) === promise, `seat ${seat} committed to another cut`);
    return [u8(seat), cut];
  });
  const key = hash(3, deck, commit, u8(cuts.length), ...parts);
  need(key.toString("hex") === fair.public_key, "the key is not that of the cuts");
  need(below(key, "/pick")(roots.length) === pick, "the cuts pick another deck");
  need(masters.length === roots.length, "not all other decks are opened");
  for (const [k, one] of roots.entries())
    if (k !== pick)
      need(
        opened(deck, k, bytes(masters[k], 32), n).equals(one),
        `deck ${k} is not what was sealed`,
      );
  const digest = hash(6, bytes(fair.hand_id, 16), deck, commit, key, u8(pick));
  need(digest.toString("hex") === fair.digest, "the digest is not that of the deal");
  const chain = hash(5, bytes(fair.chain_before, 32), digest);
  need(chain.toString("hex") === fair.chain, "the chain does not follow");
  return { deck, key, root: roots[pick], pick, n };
}

function checkOpenings({ deck, key, root: sealed, pick, n }, openings) {
  const places = order(key, "/perm", n);
  const cards = new Map();
  for (const { p, t, card, salt, path } of openings) {
    need(places[p] === t, `position ${p} is not place ${t}`);
    need(Number.isInteger(card) && card >= 0 && card < n, `there is no card ${card}`);
    need(![...cards.values()].includes(card), `card ${card} was dealt twice`);
    cards.set(p, card);
    const leaf = leafOf(deck, pick, t, card, bytes(salt, 16));
    const nodes = path.map((one) => bytes(one, 32));
    need(climb(leaf, t, n, nodes).equals(sealed), `card ${card} is not in the deck`);
  }
  return cards;
}

/** Returns the cards in lists anywhere in a value. */
function shown(value) {
  if (Array.isArray(value))
    return value.flatMap((one) => (typeof one === "string" ? (CARDS.get(one) ?? []) : shown(one)));
  return value && typeof value === "object" ? Object.values(value).flatMap(shown) : [];
}

/** The head of the chain of days after a day. */
export const headAfter = (before, { day, hands, root: own }) =>
  hash(8, bytes(before, 32), u32(Date.parse(day) / 864e5), u32(hands), bytes(own, 32)).toString(
    "hex",
  );

/** Checks that the hand is in the root of its day. */
function checkDay({ day: own, digest }) {
  const placed = Number.isInteger(own.place) && own.place >= 0 && own.place < own.hands;
  need(placed, "the hand has no such place in its day");
  const path = own.path.map((one) => bytes(one, 32));
  const found = climb(hash(7, bytes(digest, 32)), own.place, own.hands, path).toString("hex");
  need(found === own.root, `it is not in the root of ${own.day}`);
  need(headAfter(own.before, own) === own.head, "the head does not follow from the root");
}

/** Checks a record; says in words what was checked. */
export function checkRecord(record) {
  need(record.hand.id.replaceAll("-", "") === record.fair.hand_id, "the proof is another hand's");
  const cards = checkOpenings(checkDeal(record.fair), record.fair.openings);
  const known = record.deck.split(" ").map((name, p) => [p, CARDS.get(name)]);
  const dealt = known.filter(([, card]) => card !== undefined);
  const same = dealt.every(([p, card]) => cards.get(p) === card);
  need(same && dealt.length === cards.size, "the cards of the record are not those opened");
  const { seats, deal, actions, result } = record;
  const all = new Set(cards.values());
  need(
    shown([seats, deal, actions, result]).every((card) => all.has(card)),
    "a card was not opened",
  );
  if (record.fair.day) checkDay(record.fair);
  return `cut by ${record.fair.cuts.length} of ${seats.length}, ${cards.size} cards hold`;
}
