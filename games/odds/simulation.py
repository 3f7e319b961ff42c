"""Simulation of a pay table: observed results beside the exact ones.

The random generator that is passed in deals the cards; decisions follow the optimal strategy, which
does not remember cards of earlier rounds.

Rounds between two shuffles depend on each other: a card that is dealt cannot come again. A standard
error is therefore taken from the sums of whole shoes, which are independent. A shoe that is
shuffled before each round has one round.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from games.engines.dealer_teen_patti.nets import nets_of
from games.engines.dealer_teen_patti.payouts import FALLS_TO, GROUPS, SIX_CARD_FALLS_TO
from games.engines.dealer_teen_patti.paytable import PayTable
from games.odds.analysis import analyse, raised_hands
from games.odds.counts import table_of
from games.odds.groups import groups_of, qualifying
from games.odds.hands import Bools, Floats, Ints, numbers
from games.odds.shoe import CARDS_PER_ROUND, Shoe
from games.odds.six_cards import KINDS, best_of_six

MOST_HANDS = 10_000_000
_AT_ONCE = 100_000


@dataclass(frozen=True, slots=True)
class Observed:
    """The result of one bet: `edge`, the loss per unit staked on it, with its standard error.

    `exact` is the edge to which it converges. `path`: (hands, edge, standard error) at intermediate
    points.
    """

    key: str
    hands: int
    edge: float
    standard_error: float
    exact: Fraction
    path: tuple[tuple[int, float, float], ...]

    @property
    def deviation(self) -> float:
        """Return how many standard errors separate the observed edge from the exact one."""
        if not self.standard_error:
            return 0.0
        return (self.edge - float(self.exact)) / self.standard_error


@dataclass(frozen=True, slots=True)
class ShoeSpread:
    """The results of ante and raise over whole shoes of so many `rounds`, in antes.

    `sd`: their standard deviation among `shoes` simulated ones. `sd_if_shuffled`: the exact one of
    as many rounds that are each dealt from a full shoe.
    """

    rounds: int
    shoes: int
    sd: float
    sd_if_shuffled: float


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulation: `main` per ante, `side_bets` for each active one, `raised`: how often.

    `spread`: None where the shoe is shuffled before each round.
    """

    hands: int
    raised: int
    main: Observed
    side_bets: tuple[Observed, ...]
    spread: ShoeSpread | None


def simulate(
    pay_table: PayTable,
    hands: int,
    rng: np.random.Generator,
    *,
    points: int = 60,
    shoe: Shoe = Shoe(),  # noqa: B008 (frozen)
) -> Simulation:
    """Simulate `hands` hands (1 to 10,000,000) of a pay table under optimal play.

    Only whole shoes are dealt, so there may be some more hands. `points`: how many intermediate
    points are reported, with growing distances. Raises `ValueError` for a number of hands out of
    range.
    """
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"hands must be between 1 and {MOST_HANDS:,}")
    exact = analyse(pay_table, shoe.decks)
    game, rounds = _Game(pay_table, shoe.decks), shoe.rounds
    tallies = [_Tally(bet, rounds) for bet in ("main", *(bet.key for bet in exact.side_bets))]
    raised, played, shoes = 0, 0, -(-hands // rounds)
    for stop in _stops(shoes, points):
        while played < stop:
            count = min(max(1, _AT_ONCE // rounds), stop - played)
            results, raises = game.play(deal(count, rng, shoe))
            raised += int(raises.sum())
            for tally in tallies:
                tally.add(results[tally.key])
            played += count
        for tally in tallies:
            tally.note()
    main, *bets = tallies
    return Simulation(
        shoes * rounds,
        raised,
        main.observed(exact.house_edge),
        tuple(
            tally.observed(bet.house_edge) for tally, bet in zip(bets, exact.side_bets, strict=True)
        ),
        None if shoe.dealt_percent is None else main.spread(exact.sd),
    )


def deal(count: int, rng: np.random.Generator, shoe: Shoe = Shoe()) -> Ints:  # noqa: B008 (frozen)
    """Return the rounds of `count` shoes: deck positions, shape (count * rounds, 6).

    The six cards of a round are different cards of the shoe, uniformly drawn.
    """
    cards = 52 * shoe.decks
    if shoe.dealt_percent is None:
        return _six_of(cards, count, rng) % 52
    shoes = np.tile(np.arange(cards, dtype=np.int16), (count, 1))
    dealt = rng.permuted(shoes, axis=1, out=shoes)[:, : shoe.rounds * CARDS_PER_ROUND]
    return dealt.reshape(-1, CARDS_PER_ROUND).astype(np.int64) % 52


def _six_of(cards: int, count: int, rng: np.random.Generator) -> Ints:
    """Draw six different cards `count` times; with replacement, and again where a card repeats."""
    kept = np.empty((0, CARDS_PER_ROUND), dtype=np.int64)
    while len(kept) < count:
        drawn = rng.integers(0, cards, size=((count - len(kept)) * 3 // 2 + 16, CARDS_PER_ROUND))
        differ = (np.diff(np.sort(drawn, axis=1), axis=1) > 0).all(axis=1)
        kept = np.concatenate([kept, drawn[differ]])
    return kept[:count]


def _stops(shoes: int, points: int) -> list[int]:
    """Return ascending numbers of shoes up to all of them, evenly spaced on a logarithmic scale."""
    first = min(100, shoes)
    spread = np.geomspace(first, shoes, num=max(2, points))
    return sorted({*(int(stop) for stop in spread), shoes})


class _Game:
    """The lookup tables of a simulation."""

    def __init__(self, pay_table: PayTable, decks: int) -> None:
        ranking = pay_table.ranking()
        self._table = pay_table
        self._level = table_of(ranking, decks).level
        self._group = groups_of(ranking, decks)
        self._plays = qualifying(ranking, pay_table.dealer_qualifies, decks)
        self._raised = raised_hands(pay_table, decks)
        self._number = numbers(decks)
        self._nets = nets_of(pay_table)
        self._bonus = np.array([float(pays) for pays in self._nets.bonus])
        self._pair_plus = _floats(dict(pay_table.pair_plus_lines()), GROUPS, FALLS_TO)
        self._six = _floats(dict(pay_table.six_card_bonus), KINDS, SIX_CARD_FALLS_TO)

    def play(self, cards: Ints) -> tuple[dict[str, Floats], Bools]:
        """Return the net results of each bet by its key, and where the player raised."""
        number = self._number
        player = number[cards[:, 0], cards[:, 1], cards[:, 2]]
        dealer = number[cards[:, 3], cards[:, 4], cards[:, 5]]
        mine, theirs = self._level[player], self._level[dealer]
        raises = self._raised[player]
        nets = self._nets
        net = np.select(
            [~self._plays[dealer], mine > theirs, mine < theirs],
            [float(nets.none), float(nets.win), float(nets.lose)],
            float(nets.tie),
        )
        results = {"main": np.where(raises, net + self._bonus[self._group[player]], -1.0)}
        if self._table.pair_plus:
            forfeit = self._table.pair_plus_on_fold == "forfeit"
            paid = self._pair_plus[self._group[player]]
            results["pair_plus"] = np.where(raises, paid, -1.0) if forfeit else paid
        if self._table.six_card_bonus:
            results["six_card_bonus"] = self._six[best_of_six(cards)]
        if self._table.tie_bet is not None:
            results["tie_bet"] = np.where(mine == theirs, float(self._table.tie_bet), -1.0)
        return results, raises


def _floats(pays: dict[str, Fraction], names: tuple[str, ...], falls_to: dict[str, str]) -> Floats:
    """Return the net payment of each name, -1 without a line."""
    for name, other in reversed(falls_to.items()):  # a royal may fall back by two lines
        if name not in pays and other in pays:
            pays[name] = pays[other]
    return np.array([float(pays.get(name, -1)) for name in names])


class _Tally:
    """The running sums of one bet over shoes of so many rounds."""

    def __init__(self, key: str, rounds: int) -> None:
        self.key, self._rounds = key, rounds
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self._path: list[tuple[int, float, float]] = []

    def add(self, nets: Floats) -> None:
        net = nets.reshape(-1, self._rounds).sum(axis=1)
        self._count += net.size
        self._sum += float(net.sum())
        self._squares += float(np.square(net).sum())

    def note(self) -> None:
        mean, spread = self._mean_and_variance()
        error = math.sqrt(spread / max(self._count - 1, 1)) / self._rounds
        self._path.append((self._count * self._rounds, -mean / self._rounds, error))

    def _mean_and_variance(self) -> tuple[float, float]:
        mean = self._sum / self._count
        return mean, max(self._squares / self._count - mean * mean, 0.0)

    def observed(self, exact: Fraction) -> Observed:
        hands, edge, error = self._path[-1]
        return Observed(self.key, hands, edge, error, exact, tuple(self._path))

    def spread(self, sd: float) -> ShoeSpread:
        """Return the spread of whole shoes beside that of rounds of this standard deviation."""
        _mean, variance = self._mean_and_variance()
        variance *= self._count / max(self._count - 1, 1)
        together = sd * math.sqrt(self._rounds)
        return ShoeSpread(self._rounds, self._count, math.sqrt(variance), together)
