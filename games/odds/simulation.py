"""Simulation of a pay table: observed results beside the exact ones.

The random generator that is passed in deals the cards; decisions follow the optimal strategy.
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
class Simulation:
    """A simulation: `main` per ante, `side_bets` for each active one, `raised`: how often."""

    hands: int
    raised: int
    main: Observed
    side_bets: tuple[Observed, ...]


def simulate(
    pay_table: PayTable, hands: int, rng: np.random.Generator, *, points: int = 60
) -> Simulation:
    """Simulate `hands` hands (1 to 10,000,000) of a pay table under optimal play.

    `points`: how many intermediate points are reported, with growing distances. Raises `ValueError`
    for a number of hands out of range.
    """
    if not 1 <= hands <= MOST_HANDS:
        raise ValueError(f"hands must be between 1 and {MOST_HANDS:,}")
    exact = analyse(pay_table)
    game = _Game(pay_table)
    tallies = [_Tally(bet) for bet in ("main", *(bet.key for bet in exact.side_bets))]
    raised, played = 0, 0
    for stop in _stops(hands, points):
        while played < stop:
            count = min(_AT_ONCE, stop - played)
            results, raises = game.play(deal(count, rng))
            raised += int(raises.sum())
            for tally in tallies:
                tally.add(results[tally.key])
            played += count
        for tally in tallies:
            tally.note()
    main, *bets = tallies
    return Simulation(
        hands,
        raised,
        main.observed(exact.house_edge),
        tuple(
            tally.observed(bet.house_edge) for tally, bet in zip(bets, exact.side_bets, strict=True)
        ),
    )


def deal(count: int, rng: np.random.Generator) -> Ints:
    """Return six different cards for each of `count` deals, shape (count, 6), uniformly.

    Six cards are drawn with replacement, and drawn again where a card repeats (26 %).
    """
    kept = np.empty((0, 6), dtype=np.int64)
    while len(kept) < count:
        drawn = rng.integers(0, 52, size=((count - len(kept)) * 3 // 2 + 16, 6))
        held = np.bitwise_or.reduce(np.left_shift(1, drawn), axis=1)
        kept = np.concatenate([kept, drawn[np.bitwise_count(held) == 6]])
    return kept[:count]


def _stops(hands: int, points: int) -> list[int]:
    """Return ascending numbers of hands up to all of them, evenly spaced on a logarithmic scale."""
    first = min(100, hands)
    spread = np.geomspace(first, hands, num=max(2, points))
    return sorted({*(int(stop) for stop in spread), hands})


class _Game:
    """The lookup tables of a simulation."""

    def __init__(self, pay_table: PayTable) -> None:
        ranking = pay_table.ranking()
        self._table = pay_table
        self._level = table_of(ranking).level
        self._group = groups_of(ranking)
        self._plays = qualifying(ranking, pay_table.dealer_qualifies)
        self._raised = raised_hands(pay_table)
        self._nets = nets_of(pay_table)
        self._bonus = np.array([float(pays) for pays in self._nets.bonus])
        self._pair_plus = _floats(dict(pay_table.pair_plus_lines()), GROUPS, FALLS_TO)
        self._six = _floats(dict(pay_table.six_card_bonus), KINDS, SIX_CARD_FALLS_TO)

    def play(self, cards: Ints) -> tuple[dict[str, Floats], Bools]:
        """Return the net results of each bet by its key, and where the player raised."""
        number = numbers()
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
    """The running sums of one bet."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._count, self._sum, self._squares = 0, 0.0, 0.0
        self._path: list[tuple[int, float, float]] = []

    def add(self, net: Floats) -> None:
        self._count += net.size
        self._sum += float(net.sum())
        self._squares += float(np.square(net).sum())

    def note(self) -> None:
        mean = self._sum / self._count
        spread = max(self._squares / self._count - mean * mean, 0.0)
        self._path.append((self._count, -mean, math.sqrt(spread / max(self._count - 1, 1))))

    def observed(self, exact: Fraction) -> Observed:
        hands, edge, error = self._path[-1]
        return Observed(self.key, hands, edge, error, exact, tuple(self._path))
