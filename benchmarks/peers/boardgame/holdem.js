// No-limit hold'em for six as a boardgame.io game, with the rules of Cardhouse's "cash" tables in
// benchmarks.compare: blinds 5 and 10, four rounds of betting, a bet or raise of at least the last
// one, the best five of seven cards, equal hands share the pot; the button moves on, and the next
// hand is dealt at once.
//
// Simplified: nobody can be all-in (the players never are), so there are no side pots; nobody joins
// or leaves, and a stack that is nearly empty is refilled.
// In the server's favour: the clients compute legal actions, no move is undone, and no deal is
// proven.

const { INVALID_MOVE } = require("boardgame.io/core");
const { able, compare, gameFor, onServer, own, setupWith } = require("./table.js");

const SEATS = 6;
const SMALL = 5;
const BIG = 10;
const BUY_IN = 8000;
const BOARD = [0, 3, 4, 5]; // cards on the board in each round of betting

const at = (G, steps) => (G.button + steps) % SEATS;

/** The highest card of a straight among these ranks, -1 for none; an ace is low, too. */
function straight(ranks) {
  const has = new Set(ranks.includes(12) ? [...ranks, -1] : ranks);
  for (let high = 12; high >= 3; high--)
    if ([0, 1, 2, 3, 4].every((down) => has.has(high - down))) return high;
  return -1;
}

/** Cards are 4 * rank + suit, 2 to ace: compared as lists, the higher is the better hand. */
function handKey(cards) {
  const ranks = cards.map((card) => card >> 2).sort((a, b) => b - a);
  const bySuit = [0, 1, 2, 3].map((suit) => cards.filter((card) => (card & 3) === suit));
  const suited = bySuit.find((some) => some.length >= 5)?.map((card) => card >> 2);
  const run = suited ? straight(suited) : -1;
  if (run >= 0) return [8, run];
  const count = (rank) => ranks.filter((other) => other === rank).length;
  const kinds = [...new Set(ranks)].map((rank) => [count(rank), rank]);
  kinds.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  const [[most, first], [next, second]] = kinds;
  const others = (...used) => ranks.filter((rank) => !used.includes(rank));
  if (most === 4) return [7, first, ...others(first).slice(0, 1)];
  if (most === 3 && next >= 2) return [6, first, second];
  if (suited) return [5, ...suited.sort((a, b) => b - a).slice(0, 5)];
  const high = straight(ranks);
  if (high >= 0) return [4, high];
  if (most === 3) return [3, first, ...others(first).slice(0, 2)];
  if (next === 2) return [2, first, second, ...others(first, second).slice(0, 1)];
  if (most === 2) return [1, first, ...others(first).slice(0, 3)];
  return [0, ...ranks.slice(0, 5)];
}

function pay(G, seat, kind, amount) {
  seat.stack -= amount;
  seat.paid += amount;
  seat.total += amount;
  seat.last = { kind, amount };
  G.pot += amount;
}

/** Deals two cards each, one by one from the small blind, and takes the blinds. */
function deal(G, random) {
  G.hand += 1;
  G.seq = 0;
  G.button = at(G, 1);
  G.pot = 0;
  G.round = 0;
  G.board = [];
  const deck = random.Shuffle([...Array(52).keys()]);
  G.secret = { board: deck.slice(2 * SEATS, 2 * SEATS + 5), hands: [] };
  for (let seat = 0; seat < SEATS; seat++) {
    const place = (seat - G.button - 1 + SEATS) % SEATS;
    G.secret.hands.push([deck[place], deck[place + SEATS]]);
    const stack = G.seats[seat].stack < 100 * BIG ? BUY_IN : G.seats[seat].stack;
    G.seats[seat] = { stack, paid: 0, total: 0, status: "in", acted: false, last: null };
  }
  pay(G, G.seats[at(G, 1)], "small_blind", SMALL);
  pay(G, G.seats[at(G, 2)], "big_blind", BIG);
  G.current = G.raise = BIG;
  G.turn = at(G, 3);
}

/** Gives the turn to the next player who must act in this round, if there is one. */
function passes(G) {
  for (let step = 1; step <= SEATS; step++) {
    const turn = (G.turn + step) % SEATS;
    const seat = G.seats[turn];
    if (seat.status === "in" && (!seat.acted || seat.paid < G.current)) {
      G.turn = turn;
      return true;
    }
  }
  return false;
}

function goOn(G, random) {
  G.seq += 1;
  const left = able(G);
  if (left.length === 1) return end(G, random, left, "fold");
  if (passes(G)) return;
  if (G.round === 3) return end(G, random, best(G, left), "showdown");
  G.round += 1;
  G.board = G.secret.board.slice(0, BOARD[G.round]);
  for (const seat of G.seats) [seat.paid, seat.acted] = [0, false];
  [G.current, G.raise] = [0, BIG];
  G.turn = G.button;
  passes(G);
}

/** Returns the seats with the best hand. */
function best(G, seats) {
  const keys = new Map(
    seats.map((seat) => [seat, handKey([...G.secret.hands[seat], ...G.secret.board])]),
  );
  const top = [...keys.values()].reduce((a, b) => (compare(a, b) >= 0 ? a : b));
  return seats.filter((seat) => compare(keys.get(seat), top) === 0);
}

function end(G, random, winners, endedBy) {
  const share = Math.floor(G.pot / winners.length);
  for (const winner of winners) G.seats[winner].stack += share;
  for (let step = 1, rest = G.pot % winners.length; rest > 0; step++) {
    if (!winners.includes(at(G, step))) continue;
    G.seats[at(G, step)].stack += 1;
    rest -= 1;
  }
  G.result = {
    hand: G.hand,
    winners,
    pot: G.pot,
    endedBy,
    board: G.board,
    shown:
      endedBy === "fold" ? [] : able(G).map((seat) => ({ seat, cards: G.secret.hands[seat] })),
  };
  deal(G, random);
}

function fold(context) {
  const seat = own(context);
  if (!seat) return INVALID_MOVE;
  seat.status = "folded";
  seat.last = { kind: "fold", amount: 0 };
  goOn(context.G, context.random);
}

function check(context) {
  const seat = own(context);
  if (!seat || seat.paid < context.G.current) return INVALID_MOVE;
  seat.acted = true;
  seat.last = { kind: "check", amount: 0 };
  goOn(context.G, context.random);
}

function call(context) {
  const { G } = context;
  const seat = own(context);
  const missing = seat ? G.current - seat.paid : 0;
  if (missing <= 0 || missing > seat.stack) return INVALID_MOVE;
  seat.acted = true;
  pay(G, seat, "call", missing);
  goOn(G, context.random);
}

/** Bets, or raises to, `amount` chips of this round. */
function raise(context, amount) {
  const { G } = context;
  const seat = own(context);
  if (!seat || !Number.isInteger(amount)) return INVALID_MOVE;
  if (amount < G.current + G.raise || amount - seat.paid >= seat.stack) return INVALID_MOVE;
  seat.acted = true;
  G.raise = amount - G.current;
  G.current = amount;
  pay(G, seat, "raise", amount - seat.paid);
  goOn(G, context.random);
}

/** Returns the state without the deck, and with no cards but the player's own. */
function playerView({ G, playerID }) {
  const { secret, ...shown } = G;
  if (playerID === null || playerID === undefined) return shown;
  return { ...shown, cards: secret.hands[playerID] };
}

const Holdem = gameFor(SEATS, {
  name: "holdem",
  setup: setupWith(SEATS, BUY_IN, deal),
  playerView,
  moves: {
    fold: onServer(fold),
    check: onServer(check),
    call: onServer(call),
    bet: onServer(raise),
    raise_to: onServer(raise),
  },
});

module.exports = { Holdem };
