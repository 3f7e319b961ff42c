// Shared by the games of this folder: G has `seats`, each with a `status`, and the `turn`.

/** Compares hands as lists: positive if the first is better. */
function compare(one, other) {
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return one[i] - other[i];
  return 0;
}

/** Returns the seats that have not folded. */
const able = (G) => [...G.seats.keys()].filter((seat) => G.seats[seat].status === "in");

/** Returns the seat to act if it is `playerID`'s. */
const own = ({ G, playerID }) => (Number(playerID) === G.turn ? G.seats[G.turn] : null);

/** Returns a move; `client: false`: the moves need the cards, so only the server can make them. */
const onServer = (move, more = {}) => ({ move, client: false, ...more });

/** Returns the setup of a match whose first hand is dealt at once. */
const setupWith = (seats, buyIn, deal) => ({ random }) => {
  const G = { hand: 0, button: seats - 2, seats: [], result: null };
  for (let seat = 0; seat < seats; seat++) G.seats.push({ stack: buyIn });
  deal(G, random);
  return G;
};

/** Returns a game for exactly this many players, of whom G.turn acts. */
const gameFor = (seats, parts) => ({
  minPlayers: seats,
  maxPlayers: seats,
  disableUndo: true,
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: { first: ({ G }) => G.turn, next: ({ G }) => G.turn },
  },
  ...parts,
});

module.exports = { compare, able, own, onServer, setupWith, gameFor };
