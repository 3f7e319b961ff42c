// Teen Patti for four as a boardgame.io game, with the rules of Cardhouse's "standard" tables in
// benchmarks.compare: boot 10; blind and seen bets of one or two times the minimum, which set the
// stake; packing; a show when two are left (not seen against blind), whose payer loses a tie; the
// deal rotates, and the next hand is dealt at once.
//
// Simplified: no side shows and no covering of the pot by a short stack (the players never do
// either), nobody joins or leaves, and a stack that is nearly empty is refilled.
// In the server's favour: the clients compute legal actions, no move is undone, and no deal is
// proven.

const { INVALID_MOVE } = require("boardgame.io/core");
const { able, compare, gameFor, onServer, own, setupWith } = require("./table.js");

const SEATS = 4;
const BOOT = 10;
const BUY_IN = 8000;

/** Cards are 4 * rank + suit, 2 to ace: compared as lists, the higher is the better hand. */
function handKey(cards) {
  const ranks = cards.map((card) => card >> 2).sort((a, b) => b - a);
  const [high, middle, low] = ranks;
  if (high === low) return [6, high];
  const suited = cards.every((card) => (card & 3) === (cards[0] & 3));
  let run = high - middle === 1 && middle - low === 1 ? high : -1;
  if (high === 12 && middle === 1 && low === 0) run = 13; // A-2-3 is the highest
  if (run >= 0) return [suited ? 5 : 4, run];
  if (suited) return [3, ...ranks];
  if (high === middle) return [2, high, low];
  if (middle === low) return [2, middle, high];
  return [1, ...ranks];
}

/** Takes the boot from everyone and deals three cards each, one by one, the dealer last. */
function deal(G, random) {
  G.hand += 1;
  G.seq = 0;
  G.button = (G.button + 1) % SEATS;
  G.stake = BOOT;
  G.pot = SEATS * BOOT;
  const deck = random.Shuffle([...Array(52).keys()]);
  G.secret = { deck, hands: [] };
  for (let seat = 0; seat < SEATS; seat++) {
    const at = (seat - G.button - 1 + SEATS) % SEATS;
    G.secret.hands.push([deck[at], deck[at + SEATS], deck[at + 2 * SEATS]]);
    const stack = G.seats[seat].stack < 20 * BOOT ? BUY_IN : G.seats[seat].stack;
    G.seats[seat] = {
      stack: stack - BOOT,
      paid: BOOT,
      status: "in",
      blind: true,
      blindBets: 0,
      last: null,
    };
  }
  G.turn = (G.button + 1) % SEATS;
}

const least = (G, seat) => (seat.blind ? G.stake : 2 * G.stake);

function pay(G, seat, kind, amount) {
  seat.stack -= amount;
  seat.paid += amount;
  seat.last = { kind, amount };
  G.pot += amount;
}

function goOn(G) {
  do G.turn = (G.turn + 1) % SEATS;
  while (G.seats[G.turn].status !== "in");
}

function end(G, random, winner, endedBy, shown) {
  G.seats[winner].stack += G.pot;
  G.result = {
    hand: G.hand,
    winner,
    amount: G.pot,
    endedBy,
    shown: shown.map((seat) => ({ seat, cards: G.secret.hands[seat] })),
    net: G.seats.map((seat, number) => (number === winner ? G.pot : 0) - seat.paid),
  };
  deal(G, random);
}

function see(context) {
  const { G } = context;
  const seat = own(context);
  if (!seat?.blind) return INVALID_MOVE;
  seat.blind = false;
  G.seq += 1;
}

function bet(context, amount) {
  const { G } = context;
  const seat = own(context);
  if (!seat || !Number.isInteger(amount)) return INVALID_MOVE;
  const low = least(G, seat);
  if (amount < low || amount > 2 * low || amount > seat.stack) return INVALID_MOVE;
  if (!seat.blind && amount % 2) return INVALID_MOVE;
  pay(G, seat, "bet", amount);
  G.stake = seat.blind ? amount : amount / 2;
  if (seat.blind) seat.blindBets += 1;
  G.seq += 1;
  goOn(G);
}

function fold(context) {
  const { G, random } = context;
  const seat = own(context);
  if (!seat) return INVALID_MOVE;
  seat.status = "folded";
  seat.last = { kind: "fold", amount: 0 };
  const left = able(G);
  if (left.length === 1) return end(G, random, left[0], "fold", []);
  G.seq += 1;
  goOn(G);
}

function show(context) {
  const { G, random } = context;
  const seat = own(context);
  const left = able(G);
  if (!seat || left.length !== 2) return INVALID_MOVE;
  const other = left.find((number) => number !== G.turn);
  const price = least(G, seat);
  if (price > seat.stack || (!seat.blind && G.seats[other].blind)) return INVALID_MOVE;
  pay(G, seat, "show", price);
  const [mine, theirs] = [G.turn, other].map((number) => handKey(G.secret.hands[number]));
  end(G, random, compare([...mine], [...theirs]) > 0 ? G.turn : other, "show", left);
}

/** Returns the state without cards that this player may not see; a blind player sees none. */
function playerView({ G, playerID }) {
  const { secret, ...shown } = G;
  if (playerID === null || playerID === undefined || G.seats[playerID].blind) return shown;
  return { ...shown, cards: secret.hands[playerID] };
}

const TeenPatti = gameFor(SEATS, {
  name: "teen_patti",
  setup: setupWith(SEATS, BUY_IN, deal),
  playerView,
  moves: {
    see: onServer(see, { noLimit: true }),
    bet: onServer(bet),
    fold: onServer(fold),
    show: onServer(show),
  },
});

module.exports = { TeenPatti };
