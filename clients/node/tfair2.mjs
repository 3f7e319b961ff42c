// Checks of TFAIR2 (docs/fair-dealing.md): records of hands, decks that were thrown away, a table's
// chain, and days. Written from the specification alone. A failure is a `NotFair` with its `check`.
import { createHash, createHmac } from "node:crypto";

const TAG = Buffer.from("TFAIR2");
const RANKS = [..."23456789TJQKA"];
const ONE_PACK = [...RANKS.flatMap((rank) => [..."cdhs"].map((suit) => rank + suit)), "BJ", "RJ"];
const swapped = (s) => (s === s.toUpperCase() ? s.toLowerCase() : s.toUpperCase());
const TWO_PACKS = [...ONE_PACK, ...ONE_PACK.map((name) => name[0] + swapped(name[1]))];
const CARDS = new Map(TWO_PACKS.map((name, card) => [name, card]));
const NO_CHAIN = "00".repeat(32);
// game: cards, least seats, most seats
const GAMES = {
  teen_patti: [52, 2, 17],
  dealer_teen_patti: [52, 1, 16],
  holdem: [52, 2, 10],
  dou_dizhu: [54, 3, 3],
  dou_dizhu_four: [108, 4, 4],
};

export class NotFair extends Error {
  constructor(check, why) {
    super(`${check}: ${why}`);
    this.check = check;
  }
}

const need = (holds, check, why) => {
  if (!holds) throw new NotFair(check, why);
};
const form = (holds, why) => need(holds, "form", why);

// -- forms: every field is read by one of these, which fail as "form" ----------------------------

const isObject = (v) => v !== null && typeof v === "object" && !Array.isArray(v);
const get = (v, name) => {
  form(isObject(v) && Object.hasOwn(v, name), `${name} is missing`);
  return v[name];
};
const hex = (digits, size, name) => {
  const fits = typeof digits === "string" && digits.length === 2 * size;
  form(fits && !/[^0-9a-f]/.test(digits), `${name} is not ${size} bytes in hexadecimal digits`);
  return digits;
};
const hexOf = (v, name, size = 32) => hex(get(v, name), size, name);
const raw = (digits) => Buffer.from(digits, "hex");
const int = (v, name, least = 0, most = 0xffffffff) => {
  form(Number.isInteger(v) && v >= least && v <= most, `${name} is not a number as it should be`);
  return v;
};
const intOf = (v, name, least, most) => int(get(v, name), name, least, most);
const listOf = (v, name) => {
  form(Array.isArray(get(v, name)), `${name} is not a list`);
  return v[name];
};
const seatsOf = (v, name) => listOf(v, name).map((seat) => int(seat, name, 0, 255));
const pairsOf = (v, name) =>
  listOf(v, name).map((pair) => {
    form(Array.isArray(pair) && pair.length === 2, `${name} has an entry that is no pair`);
    return [int(pair[0], name, 0, 255), hex(pair[1], 32, name)];
  });
const onlyOf = (v, ...names) => {
  const good = isObject(v) && Object.keys(v).sort().join() === names.sort().join();
  form(good, `the fields are not ${names}`);
};
const ascends = (list) => list.every((one, i) => !i || list[i - 1] < one);
const equal = (one, other) => JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
const ordered = (v) => {
  if (Array.isArray(v)) return v.map(ordered);
  if (!isObject(v)) return v;
  return Object.fromEntries(
    Object.keys(v)
      .sort()
      .map((name) => [name, ordered(v[name])]),
  );
};

// -- bytes -----------------------------------------------------------------------------------------

const u8 = (...numbers) => Buffer.from(numbers);
const u32 = (n) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
};
const sha = (bytes) => createHash("sha256").update(bytes).digest();
const H = (kind, ...parts) => sha(Buffer.concat([u8(kind), TAG, ...parts]));
const text = (...args) => H(...args).toString("hex");
const mac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();

/** The only JSON text of a value. */
export function json(v) {
  if (v === null || v === true || v === false) return `${v}`;
  if (typeof v === "number") {
    form(Number.isSafeInteger(v), "a number is not whole, or too large");
    return `${v}`;
  }
  if (typeof v === "string") {
    form(/^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(v), "a text is not printable ASCII");
    return `"${v}"`;
  }
  if (Array.isArray(v)) return `[${v.map(json)}]`;
  form(isObject(v), "a value has no JSON");
  return `{${Object.keys(v)
    .sort()
    .map((name) => `${json(name)}:${json(v[name])}`)}}`;
}

/** Yields the bytes of a key's stream. */
function* bytesFrom(key, label) {
  for (let counter = 0; ; counter += 1) yield* mac(key, TAG, Buffer.from(label), u32(counter));
}

function drawer(key, label) {
  const bytes = bytesFrom(key, label);
  return (bound) => {
    let value;
    do value = bytes.next().value;
    while (value >= 256 - (256 % bound));
    return value % bound;
  };
}

function shuffle(key, label, n) {
  const draw = drawer(key, label);
  const order = [...Array(n).keys()];
  for (let i = n - 1; i > 0; i -= 1) {
    const j = draw(i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const half = (n) => 2 ** Math.floor(Math.log2(n - 1));

function treeRoot(leaves) {
  if (!leaves.length) return sha(Buffer.alloc(0));
  if (leaves.length === 1) return leaves[0];
  const middle = half(leaves.length);
  return H(1, treeRoot(leaves.slice(0, middle)), treeRoot(leaves.slice(middle)));
}

/** The root at the end of a path, as RFC 6962 splits a tree; null if the path does not fit. */
function rootAt(leaf, index, n, path) {
  if (n === 1) return path.length ? null : leaf;
  if (!path.length) return null;
  const [middle, last, rest] = [half(n), path.at(-1), path.slice(0, -1)];
  const below =
    index < middle
      ? rootAt(leaf, index, middle, rest)
      : rootAt(leaf, index - middle, n - middle, rest);
  if (below === null) return null;
  return index < middle ? H(1, below, last) : H(1, last, below);
}

const leafOf = (deckId, k, t, card, salt) => H(0, deckId, u8(k, t, card), salt);

// -- the plan and the deal map ---------------------------------------------------------------------

const known = (game) => typeof game === "string" && Object.hasOwn(GAMES, game);

function planOf(v) {
  onlyOf(v, "button", "game", "rules_hash", "seats", "step");
  const [seats, button] = [seatsOf(v, "seats"), seatsOf(v, "button")];
  const step = intOf(v, "step", -1, 1);
  hexOf(v, "rules_hash");
  need(known(v.game), "plan", "there is no such game");
  const [, least, most] = GAMES[v.game];
  const fits = ascends(seats) && seats.length >= least && seats.length <= most;
  need(fits, "plan", "its seats cannot be dealt to");
  const turns = step === 1 || (step === -1 && v.game === "teen_patti");
  need(turns, "plan", "this game does not go round that way");
  const draws = v.game.startsWith("dou_dizhu");
  const good = draws
    ? button.length > 0 && ascends(button) && button.every((seat) => seats.includes(seat))
    : button.length === 1 && (v.game !== "dealer_teen_patti" || button[0] === seats[0]);
  need(good, "plan", "its button is not one of this game");
  return { ...v, seats, button, step };
}

/** The seats in the order of the deal. */
export function dealOrder({ game, seats, step }, button) {
  if (game === "dealer_teen_patti") return seats;
  const beyond = (seat) => {
    if (game.startsWith("dou_dizhu")) return seat >= button;
    return step === 1 ? seat > button : seat < button;
  };
  const round = step === 1 ? seats : seats.toReversed();
  return [...round.filter(beyond), ...round.filter((seat) => !beyond(seat))];
}

/** Each position's place: a seat, "dealer", "kitty", or "board" and its index. */
export function placesBy(plan, button) {
  const order = [...dealOrder(plan, button)];
  const rounds = { teen_patti: 3, dealer_teen_patti: 3, holdem: 2 }[plan.game];
  if (rounds) {
    if (plan.game === "dealer_teen_patti") order.push("dealer");
    const hands = Array(rounds).fill(order).flat();
    return plan.game === "holdem" ? [...hands, ...Array(5).fill("board")] : hands;
  }
  const [n] = GAMES[plan.game];
  const dealt = plan.game === "dou_dizhu" ? 51 : 100;
  return [...Array(n).keys()].map((p) => (p < dealt ? order[p % order.length] : "kitty"));
}

/** The second board's positions when `common` cards were out. */
export function boardTwo(plan, common) {
  const first = 2 * plan.seats.length;
  return [0, 1, 2, 3, 4].map((j) => (j < common ? first + j : first + 5 + j - common));
}

// -- a deck ----------------------------------------------------------------------------------------

function checkDeck(deck, sizes) {
  need(get(deck, "scheme") === "TFAIR2", "scheme", "this is not TFAIR2");
  need(sizes.includes(get(deck, "n")), "constants", "the deck has not the cards of its game");
  need(listOf(deck, "roots").length === 4, "constants", "there are not four candidates");
  const roots = deck.roots.map((root) => raw(hex(root, 32, "root")));
  const commit = text(
    4,
    raw(hexOf(deck, "table_id", 16)),
    u32(intOf(deck, "no", 1)),
    raw(hexOf(deck, "deck_id", 16)),
    u8(deck.n, 4),
    ...roots,
  );
  need(commit === hexOf(deck, "commit"), "commit", "it is not the hash of the deck");
}

function checkLock(deck, plan) {
  const promised = pairsOf(deck, "cut_commits");
  const seats = promised.map(([seat]) => seat);
  const listed = ascends(seats) && seats.every((seat) => plan.seats.includes(seat));
  need(listed, "lock", "its list is out of order or has a seat that is not dealt in");
  const list = promised.flatMap(([seat, hash]) => [u8(seat), raw(hash)]);
  const planHash = H(13, Buffer.from(json(deck.plan)));
  const lock = text(9, raw(deck.commit), planHash, u8(promised.length), ...list);
  need(lock === hexOf(deck, "lock"), "lock", "it is not the hash of the plan and the list");
}

function checkCuts(deck, complete) {
  const promised = new Map(pairsOf(deck, "cut_commits"));
  const cuts = pairsOf(deck, "cuts");
  const seats = cuts.map(([seat]) => seat);
  need(ascends(seats), "cuts", "they are out of order");
  need(!complete || cuts.length === promised.size, "cuts", "a locked cut is missing");
  for (const [seat, cut] of cuts) {
    const hash = text(2, raw(deck.commit), u8(seat), raw(cut));
    need(promised.get(seat) === hash, "cuts", `seat ${seat} committed to another cut`);
  }
  return cuts;
}

function checkMasters(deck, pick) {
  need(listOf(deck, "masters").length === 4, "masters", "there are not four");
  deck.masters.forEach((master, k) => {
    need((master === null) === (k === pick), "masters", `candidate ${k} is not as it should be`);
    if (k === pick) return;
    const key = raw(hex(master, 32, "master"));
    const leaves = shuffle(key, "/shuffle", deck.n).map((card, t) => {
      const salt = mac(key, TAG, Buffer.from("/salt"), u8(t)).subarray(0, 16);
      return leafOf(raw(hexOf(deck, "deck_id", 16)), k, t, card, salt);
    });
    const root = treeRoot(leaves).toString("hex");
    need(root === deck.roots[k], "masters", `candidate ${k} is not what was sealed`);
  });
}

/** Checks a deal up to its digest. */
export function checkDeal(fair) {
  need(get(fair, "scheme") === "TFAIR2", "scheme", "this is not TFAIR2");
  const game = get(get(fair, "plan"), "game");
  checkDeck(fair, known(game) ? [GAMES[game][0]] : []);
  const plan = planOf(fair.plan);
  checkLock(fair, plan);
  const cuts = checkCuts(fair, true);
  const key = H(3, raw(fair.lock), ...cuts.map(([, cut]) => raw(cut)));
  const named = hexOf(fair, "public_key") === key.toString("hex");
  need(named, "public_key", "it does not match the cuts");
  const pick = drawer(key, "/pick")(4);
  const button = plan.button[drawer(key, "/button")(plan.button.length)];
  const drawn = intOf(fair, "pick") === pick && intOf(fair, "button") === button;
  need(drawn, "pick", "the cuts pick another deck or another button");
  checkMasters(fair, pick);
  const absent = seatsOf(fair, "absent");
  const inPlan = ascends(absent) && absent.every((seat) => plan.seats.includes(seat));
  const enough = plan.seats.length - absent.length >= GAMES[game][1];
  need(inPlan && enough, "digest", "the absent seats are not of the plan, or too few were left");
  const ids = [raw(hexOf(fair, "hand_id", 16)), u32(intOf(fair, "number", 1)), key];
  const digest = text(6, ...ids, u8(absent.length), u8(...absent));
  need(digest === hexOf(fair, "digest"), "digest", "it does not match the deal");
  const order = shuffle(key, "/perm", fair.n);
  return { fair, plan, pick, button, absent, digest, order, places: placesBy(plan, button) };
}

/** Checks openings; gives the card at each position and the position of each card. */
function openedBy({ fair, pick, order }, openings) {
  const [cardAt, positionOf] = [new Map(), new Map()];
  for (const opening of openings) {
    const [p, card] = [intOf(opening, "p"), intOf(opening, "card")];
    const salt = raw(hexOf(opening, "salt", 16));
    const path = listOf(opening, "path").map((node) => raw(hex(node, 32, "path")));
    need(p < fair.n && card < fair.n, "path", "there is no such position or card");
    const leaf = leafOf(raw(hexOf(fair, "deck_id", 16)), pick, order[p], card, salt);
    const root = rootAt(leaf, order[p], fair.n, path)?.toString("hex");
    need(root === fair.roots[pick], "path", `card ${card} at position ${p} is not in the deck`);
    need((positionOf.get(card) ?? p) === p, "card", `card ${card} was dealt twice`);
    cardAt.set(p, card);
    positionOf.set(card, p);
  }
  return { cardAt, positionOf };
}

// -- a record --------------------------------------------------------------------------------------

/** Every card that is named in lists, or in the deck's text, outside the proof. */
function* cardsNamed(v) {
  if (Array.isArray(v)) {
    const cards = v.filter((one) => CARDS.has(one));
    need(new Set(cards).size === cards.length, "card", "a list names a card twice");
    for (const one of v) yield* typeof one === "string" ? [one] : cardsNamed(one);
  } else if (isObject(v))
    for (const [name, one] of Object.entries(v)) {
      if (name === "deck" && typeof one === "string")
        yield* one.split(/\s+/).filter((card) => /^[^?]/.test(card));
      else if (name !== "fair" && name !== "rules") yield* cardsNamed(one);
    }
}

/** Checks each card by its place; gives how many were opened. */
function checkCards(record, deal) {
  const { plan, absent, places, fair } = deal;
  const { cardAt, positionOf } = openedBy(deal, listOf(fair, "openings"));
  const opened = (name) => positionOf.has(CARDS.get(name));
  for (const name of cardsNamed(record))
    if (CARDS.has(name)) need(opened(name), "card", `${name} was not opened`);
  const gone = (p) => absent.includes(places[p]);
  const none = ![...cardAt.keys()].some(gone);
  need(none, "place", "a card of an absent seat was opened");

  const deck = get(record, "deck");
  form(typeof deck === "string", "deck is not a text");
  const all = [...Array(fair.n).keys()];
  const inText = [...all.filter((p) => !gone(p)), ...all.filter(gone)];
  const written = deck.split(/\s+/).filter(Boolean);
  form(written.length <= fair.n, "deck has too many cards");
  const told = written.map((name, i) => [name, inText[i]]).filter(([name]) => CARDS.has(name));
  for (const [name, p] of told)
    need(positionOf.get(CARDS.get(name)) === p, "place", `the deck has ${name} elsewhere`);
  need(told.length === cardAt.size, "card", "the deck lacks a card that was opened");

  let landlord = null;
  const lies = (name, ...allowed) => {
    const p = positionOf.get(CARDS.get(name));
    need(p !== undefined, "card", `${name} was not opened`);
    const right = allowed.some((place) =>
      typeof place === "object" ? place.at === p : places[p] === place,
    );
    need(right, "place", `${name} was not dealt there`);
  };
  const hand = (seat) => {
    const dealt = plan.seats.includes(seat) && !absent.includes(seat);
    need(dealt, "place", `nobody was dealt in at ${seat}`);
    return seat === landlord ? [seat, "kitty"] : [seat];
  };
  for (const seat of listOf(record, "seats")) {
    const own = hand(intOf(seat, "seat"));
    for (const name of listOf(seat, "cards")) if (name !== "??") lies(name, ...own);
  }
  const actions = listOf(record, "actions");
  const events = [get(record, "deal"), ...actions].flatMap((one) => listOf(one, "events"));
  const boards = [[], []];
  const board = (number) => boards[number === 2 ? 1 : 0];
  let common = 0;
  const at = (number, index) => {
    const first = 2 * plan.seats.length + index;
    return { at: number === 2 ? boardTwo(plan, common)[index] : index < 5 ? first : -1 };
  };
  for (const event of events) {
    const [kind, cards] = [get(event, "kind"), event.cards ?? []];
    if (kind === "landlord") landlord = intOf(event, "seat");
    if (kind === "run") common = boards[0].length;
    if (kind === "run") boards[1].push(...boards[0]);
    if (kind === "street" || kind === "rabbit")
      for (const name of cards) {
        lies(name, at(event.board, board(event.board).length));
        board(event.board).push(name);
      }
    else if (kind === "kitty" || kind === "dealer") for (const name of cards) lies(name, kind);
    else if (cards.length) for (const name of cards) lies(name, ...hand(intOf(event, "seat")));
  }
  for (const action of actions)
    for (const name of action.cards ?? []) lies(name, ...hand(intOf(action, "seat")));
  const result = get(record, "result");
  if (result === null) return cardAt.size;
  for (const shown of listOf(result, "shown"))
    for (const name of listOf(shown, "cards")) lies(name, ...hand(intOf(shown, "seat")));
  for (const pot of listOf(result, "pots"))
    for (const [seat, cards] of pot.best ?? []) {
      const own = [0, 1, 2, 3, 4].map((index) => at(pot.board, index));
      for (const name of cards) lies(name, ...hand(seat), ...own);
    }
  return cardAt.size;
}

function checkSayings(record, { plan, fair, button, absent }) {
  const [hand, rules] = [get(record, "hand"), get(record, "rules")];
  const hashes = new Set([sha(Buffer.from(json(rules))).toString("hex"), plan.rules_hash]);
  const seats = plan.seats.filter((seat) => !absent.includes(seat));
  const step = rules.direction === "counter_clockwise" ? -1 : 1;
  const claims = [
    ["game", get(record, "game") === plan.game],
    ["rules", hashes.size === 1 && hashes.has(get(record, "rules_hash"))],
    ["id", `${get(hand, "id")}`.replaceAll("-", "") === fair.hand_id],
    ["number", intOf(hand, "number") === fair.number],
    ["button", intOf(record, "button") === button],
    [
      "seats",
      equal(
        record.seats.map(({ seat }) => seat),
        seats,
      ),
    ],
    ["direction", plan.game !== "teen_patti" || step === plan.step],
  ];
  for (const [name, holds] of claims) need(holds, "record", `its ${name} is not that of the deal`);
  return seats;
}

function checkPlay(record, fair, seats) {
  const play = get(fair, "play");
  const why = "it is told when its table is closed, and cannot be checked before";
  need(play !== null, "play", why);
  onlyOf(play, "actions", "result", "stacks", "terms", "void");
  const isVoid = get(record.hand, "void");
  form(typeof isVoid === "boolean" && typeof play.void === "boolean", "void is no yes or no");
  const stacks = record.seats.map((seat) => intOf(seat, "stack", -0x80000000));
  const actions = record.actions.map((action) => [
    intOf(action, "seat"),
    get(action, "kind"),
    action.amount ?? null,
    (action.cards ?? []).map((name) => CARDS.get(name) ?? null),
    action.reading ?? "",
  ]);
  for (const [name, holds] of [
    ["stacks", equal(stacks, play.stacks)],
    ["terms", equal(get(record, "terms"), play.terms)],
    ["actions", equal(actions, play.actions)],
    ["result", equal(get(record, "result"), isVoid ? null : play.result)],
    ["void", (play.result === null) === play.void && (isVoid || !play.void)],
  ])
    need(holds, "record", `its ${name} is not that of the play`);
  if (play.result === null) return play;
  const [net, chips] = ["net", "chips"].map((name) => new Map(listOf(play.result, name)));
  for (const one of [net, chips])
    need(equal([...one.keys()], seats), "record", "the result names other seats");
  const sum = seats.reduce((total, seat) => total + net.get(seat), play.result.house ?? 0);
  need(sum === 0, "record", "chips came from nowhere");
  const follows = seats.every((seat, i) => chips.get(seat) === stacks[i] + net.get(seat));
  need(follows, "record", "the final stacks do not follow");
  return play;
}

/** Checks the record of a hand; gives its deal, and how many cards were opened. */
export function checkRecord(record) {
  const fair = get(record, "fair");
  const deal = checkDeal(fair);
  const opened = checkCards(record, deal);
  const play = checkPlay(record, fair, checkSayings(record, deal));
  const hash = text(11, raw(hexOf(fair, "record_salt", 16)), Buffer.from(json(play)));
  need(hash === hexOf(fair, "play_hash"), "play", "its hash is another");
  checkEnd(fair, dealtEnd(deal.digest, hash));
  checkOwnDay(fair);
  return { ...deal, opened };
}

// -- ends, chains and days -------------------------------------------------------------------------

const dealtEnd = (digest, playHash) => text(10, raw(digest), raw(playHash));

function checkEnd(deck, end) {
  need(end === hexOf(deck, "end"), "end", "it is not the hash of what ended");
  const [before, no] = [hexOf(deck, "chain_before"), intOf(deck, "no", 1)];
  const begins = no > 1 || before === NO_CHAIN || deck.tfair1 === true;
  need(begins, "chain", "the first deck does not begin the chain");
  const chain = text(5, raw(before), u32(no), raw(end));
  need(chain === hexOf(deck, "chain"), "chain", "it does not follow from the deck's end");
  return chain;
}

/** The head of the chain of days after a day. */
export const headOf = (before, day, leaves, root) =>
  text(8, raw(before), u32(day), u32(leaves), raw(root));

/** Checks that an ended deck is in its day's root; gives the day, null before it is closed. */
export function checkOwnDay(deck) {
  const own = get(deck, "day");
  if (own === null) return null;
  const slot = H(14, raw(hexOf(deck, "table_id", 16)), u32(intOf(deck, "no", 1)));
  const [place, leaves] = [intOf(own, "place"), intOf(own, "leaves")];
  const path = listOf(own, "path").map((node) => raw(hex(node, 32, "path")));
  const root = place < leaves && rootAt(H(7, slot, raw(deck.chain)), place, leaves, path);
  const inRoot = root && root.toString("hex") === hexOf(own, "root");
  need(inRoot, "day", "the deck is not in the root of its day");
  const head = headOf(hexOf(own, "before"), intOf(own, "day"), leaves, own.root);
  need(head === hexOf(own, "head"), "day", "the head does not follow from the root");
  return own.day;
}

function endOfThrown(deck) {
  const written = get(deck, "plan");
  const game = written?.game;
  const sizes = written === null ? [52, 54, 108] : known(game) ? [GAMES[game][0]] : [];
  checkDeck(deck, sizes);
  checkMasters(deck, null);
  const plan = written === null ? null : planOf(written);
  if (plan) checkLock(deck, plan);
  const cuts = (plan ? checkCuts(deck, false) : pairsOf(deck, "cuts")).map(([seat]) => seat);
  const promised = pairsOf(deck, "cut_commits").map(([seat]) => seat);
  const missing = promised.filter((seat) => !cuts.includes(seat));
  const [reason, blamed] = [intOf(deck, "reason", 0, 255), seatsOf(deck, "blamed")];
  let holds;
  if (!plan) {
    const unlocked = get(deck, "lock") === null && !cuts.length && !promised.length;
    holds = unlocked && [2, 4, 5].includes(reason) && !blamed.length;
  } else if (reason === 1) holds = missing.length > 0 && equal(blamed, missing);
  else if (reason === 3) {
    const left = plan.seats.length - blamed.length;
    const seated = blamed.length > 0 && blamed.every((seat) => plan.seats.includes(seat));
    holds = seated && !missing.length && left < GAMES[plan.game][1];
  } else holds = (reason === 2 || reason === 5) && !blamed.length;
  need(holds && ascends(blamed), "thrown", "its reason or its blame does not hold");
  const lock = plan ? deck.lock : NO_CHAIN;
  return text(12, raw(deck.commit), u8(reason), raw(lock), u8(blamed.length), u8(...blamed));
}

/** Checks a deck that was thrown away. */
export function checkThrown(deck) {
  checkEnd(deck, endOfThrown(deck));
  checkOwnDay(deck);
}

/** Checks all decks of a table, from the first on. */
export function checkChain(decks) {
  decks.forEach((deck, i) => {
    need(intOf(deck, "no", 1) === i + 1, "gap", `deck ${i + 1} is missing`);
    const follows = i === 0 || hexOf(deck, "chain_before") === decks[i - 1].chain;
    need(follows, "chain", `deck ${i + 1} does not follow`);
    const thrown = Object.hasOwn(deck, "reason");
    const end = thrown
      ? endOfThrown(deck)
      : dealtEnd(checkDeal(deck).digest, hexOf(deck, "play_hash"));
    checkEnd(deck, end);
    checkOwnDay(deck);
  });
}

/** Checks that the root of a day is over all its items; gives their slots. */
export function checkItems(one) {
  const [day, items] = [intOf(one, "day"), listOf(one, "items")];
  for (const [slot, chain] of items) hex(slot + chain, 64, "a leaf");
  const slots = items.map(([slot]) => slot);
  const good = ascends(slots) && slots.length === intOf(one, "leaves");
  need(good, "day", `the leaves of day ${day} are not as they should be`);
  const root = treeRoot(items.map(([slot, chain]) => H(7, raw(slot), raw(chain))));
  need(root.toString("hex") === hexOf(one, "root"), "day", `the root of day ${day} is another`);
  return slots;
}

/** Checks days with all their leaves; gives the head of each. */
export function checkDays(days, before = NO_CHAIN) {
  const [heads, ended] = [new Map(), new Set()];
  let head = before;
  for (const one of days) {
    const [day, leaves] = [intOf(one, "day"), intOf(one, "leaves")];
    need(!heads.size || heads.has(day - 1), "day", `the day before ${day} is missing`);
    const slots = checkItems(one);
    need(!slots.some((s) => ended.has(s)), "day", `a deck of day ${day} ended before`);
    for (const slot of slots) ended.add(slot);
    head = headOf(head, day, leaves, one.root);
    need(head === hexOf(one, "head"), "day", `day ${day} does not follow`);
    heads.set(day, head);
  }
  return heads;
}
