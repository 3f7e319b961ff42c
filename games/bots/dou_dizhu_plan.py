"""The shortest way out of a Dou Dizhu hand: a partition of its cards into combinations.

The cost of a part is about the number of leads it needs: one for a card that will be beaten, zero
or less for one that wins its round and leads again. Values depend on the unseen cards.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import exp
from typing import NamedTuple

from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import Reading
from games.engines.dou_dizhu.ranks import CHAINED, JOKERS, TWO, bits, masks

ONE = tuple(1 << 4 * rank for rank in range(15))
ROCKET = ONE[13] | ONE[14]
FULL = sum(4 * ONE[rank] for rank in range(13)) + ROCKET
"""The whole deck, packed."""
_KINDS = ((1, 5, combos.CHAIN), (2, 3, combos.PAIR_CHAIN), (3, 2, combos.AIRPLANE))
WINS, ROW_WINS = 1.2, 1.2
"""The value in leads of a sure winner: as the only card of its rank, and as a chain."""
HIGH = 0.01
"""The additional value of each rank, because it can be played on others' leads."""
REACH = 0.45
"""The approximate chance that the other side has a higher unseen rank and plays it."""


class Part(NamedTuple):
    """One combination of a plan; kickers are separate parts until they are played."""

    category: str
    n: int
    rank: int
    cards: int
    cost: float
    wins: float
    """The approximate chance that nobody beats it."""


@lru_cache(maxsize=1 << 12)
def row(rank: int, n: int, each: int) -> int:
    """Return the packed set of `each` cards of n consecutive ranks from `rank`."""
    return sum(each * ONE[r] for r in range(rank, rank + n))


@lru_cache(maxsize=1 << 13)
def _chains(one: int, two: int) -> tuple[tuple[int, int], ...]:
    """Return the chains worth considering, as (rank, n).

    They leave at most one single card of their run, unless enough ranks are doubled for a second
    chain.
    """
    found = []
    for low, high in _stretches(one, 5):
        run = (1 << high) - (1 << low)
        free = high - low >= 10 or (two & run).bit_count() >= 4
        for rank in range(low, high - 4):
            for end in range(rank + 5, high + 1):
                outside = run & ~((1 << end) - (1 << rank)) & ~two
                if free or outside.bit_count() <= 1:
                    found.append((rank, end - rank))
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def _stretches(mask: int, least: int) -> tuple[tuple[int, int], ...]:
    """Return (first, past the last) rank of each sufficiently long run of consecutive ranks."""
    found, start = [], -1
    for rank in range(13):
        if mask >> rank & 1 and rank < 12:
            start = rank if start < 0 else start
        elif start >= 0:
            if rank - start >= least:
                found.append((start, rank))
            start = -1
    return tuple(found)


@lru_cache(maxsize=1 << 13)
def _rows(mask: int, least: int) -> tuple[tuple[int, int], ...]:
    """Return (rank, n) of all runs of at least `least` consecutive ranks."""
    return tuple(
        (rank, end - rank)
        for low, high in _stretches(mask, least)
        for rank in range(low, high - least + 1)
        for end in range(rank + least, high + 1)
    )


class Values:
    """The values of single combinations against the unseen cards."""

    def __init__(self, unseen: int, cards: int, hostile: float) -> None:
        """Prepare the values against unseen cards.

        `unseen` are the cards of the others, `cards` their number; `hostile` is the share of
        them that belongs to the other side.
        """
        self.unseen = unseen
        self.many = hostile * cards
        """The number of cards of the other side."""
        one, two, three, four = masks(unseen)
        self.masks = one, two, three, four
        reach = REACH * hostile
        self.solo_wins = _winning(one, 15, reach, two, three, four)
        self.pair_wins = _winning(two, 15, reach * 0.8, three, four)
        self.trio_wins = _winning(three, 13, reach * 0.6, four)
        self.bombed = min(0.25, 0.03 * four.bit_count() + (0.06 if one & JOKERS == JOKERS else 0))
        self.hostile = hostile

    def row_wins(self, each: int, n: int, rank: int) -> float:
        """Return the approximate chance that no higher chain of the length is played."""
        mask = self.masks[each - 1] & CHAINED
        window = (1 << n) - 1
        higher = sum(mask >> r & window == window for r in range(rank + 1, 13 - n))
        cards = each * n
        chance = self.hostile * 1.6 * exp(-0.22 * cards) * (1 if cards <= self.many else 0)
        return float(max(0.0, 1 - chance) ** higher)


def _winning(mask: int, count: int, reach: float, *more: int) -> tuple[float, ...]:
    """Return by rank the approximate chance that nobody has and plays a higher one."""
    wins, chance = [1.0] * count, 1.0
    for rank in range(count - 1, -1, -1):
        wins[rank] = chance
        if mask >> rank & 1:
            for level in (mask, *more):
                if level >> rank & 1:
                    chance *= 1 - reach
    return tuple(wins)


class Planner:
    """Finds the cheapest plan of any part of a hand; results are cached."""

    def __init__(self, values: Values) -> None:
        self.values = values
        cost = costs_of
        self.solo = cost(values.solo_wins)
        self.pair = cost(values.pair_wins)
        self.trio = cost(values.trio_wins)
        self.bomb = tuple(-1.0 - 0.02 * rank for rank in range(13))
        self.rocket = -1.5
        self.row_costs: dict[tuple[int, int, int], float] = {}
        self.memo: dict[int, tuple[float, tuple[int, int, int] | None]] = {}

    def cost(self, hand: int) -> float:
        """Return the approximate number of leads the hand needs; -5 for an empty hand."""
        return self._best(hand, 0)[0] if hand else -5.0

    def row_cost(self, each: int, n: int, rank: int) -> float:
        """Return the cost of a chain of `n` ranks from `rank`, `each` cards a rank; cached."""
        key = (each, n, rank)
        found = self.row_costs.get(key)
        if found is None:
            found = 1 - ROW_WINS * self.values.row_wins(each, n, rank)
            self.row_costs[key] = found
        return found

    def _best(self, hand: int, slots: int) -> tuple[float, tuple[int, int, int] | None]:
        """Return the cost and the chain to take out first; `slots` kickers can still be carried."""
        key = hand << 3 | slots
        found = self.memo.get(key)
        if found is not None:
            return found
        one, two, three, four = masks(hand)
        cost, first = self._leaf(one, two, three, four, slots), None
        rows = [(1, n, rank) for rank, n in _chains(one & ~four & CHAINED, two)]
        rows += [(2, n, rank) for rank, n in _rows(two & ~four & CHAINED, 3)]
        rows += [(3, n, rank) for rank, n in _rows(three & ~four & CHAINED, 2)]
        for each, n, rank in rows:
            more = min(7, slots + n) if each == 3 else slots
            rest = hand - row(rank, n, each)
            total = self.row_cost(each, n, rank) + self._best(rest, more)[0]
            if total < cost - 1e-9:
                cost, first = total, (each, n, rank)
        self.memo[key] = cost, first
        return cost, first

    def _leaf(self, one: int, two: int, three: int, four: int, slots: int) -> float:
        """Return the cost without chains: every rank on its own, the dearest as kickers."""
        cost = 0.0
        for rank in bits(four):
            cost += self.bomb[rank]
        trios = three & ~four
        for rank in bits(trios):
            cost += self.trio[rank]
        slots += trios.bit_count()
        single, double = one & ~two, two & ~three
        if single & JOKERS == JOKERS:
            single &= ~JOKERS
            cost += self.rocket
        carried = [self.solo[rank] for rank in bits(single)]
        carried += [self.pair[rank] for rank in bits(double)]
        cost += sum(carried)
        if slots:
            carried.sort(reverse=True)
            cost -= sum(value for value in carried[:slots] if value > 0)
        return cost

    def parts(self, hand: int) -> list[Part]:
        """Return the best plan of a hand, kickers still separate from the trios that carry them."""
        found, slots = [], 0
        while (first := self._best(hand, slots)[1]) is not None:
            each, n, rank = first
            cards = row(rank, n, each)
            wins = self.values.row_wins(each, n, rank)
            category = _KINDS[each - 1][2]
            found.append(Part(category, n, rank, cards, self.row_cost(each, n, rank), wins))
            slots = min(7, slots + n) if each == 3 else slots
            hand -= cards
        return found + self._singles(hand)

    def _singles(self, hand: int) -> list[Part]:
        one, two, three, four = masks(hand)
        found = []
        if one & JOKERS == JOKERS:
            found.append(Part(combos.ROCKET, 1, 13, ROCKET, self.rocket, 1.0))
            one &= ~JOKERS
        v = self.values
        for ranks, each, category, costs, wins in (
            (one & ~two, 1, combos.SOLO, self.solo, v.solo_wins),
            (two & ~three, 2, combos.PAIR, self.pair, v.pair_wins),
            (three & ~four, 3, combos.TRIO, self.trio, v.trio_wins),
            (four, 4, combos.BOMB, self.bomb, (1 - v.bombed / 2,) * 13),
        ):
            for rank in bits(ranks):
                cards = each * ONE[rank]
                found.append(Part(category, 1, rank, cards, costs[rank], wins[rank]))
        return found


def costs_of(wins: Iterable[float]) -> tuple[float, ...]:
    """Return the costs: a lead, less the value of winning the round or following others' leads."""
    return tuple(1 - WINS * win - HIGH * min(rank, TWO) for rank, win in enumerate(wins))


def of_reading(reading: Reading, values: Values) -> float:
    """Return the approximate chance that a combination is not beaten."""
    category, n, rank = reading.category, reading.n, reading.rank
    if category in (combos.BOMB, combos.ROCKET):
        return 0.97
    if category == combos.SOLO:
        wins = values.solo_wins[rank]
    elif category == combos.PAIR:
        wins = values.pair_wins[rank]
    elif category in (combos.TRIO, combos.TRIO_SOLO, combos.TRIO_PAIR):
        wins = values.trio_wins[rank]
    elif category == combos.CHAIN:
        wins = values.row_wins(1, n, rank)
    elif category == combos.PAIR_CHAIN:
        wins = values.row_wins(2, n, rank)
    elif n > 1:
        wins = values.row_wins(3, n, rank)
    else:
        wins = 0.95
    return wins * (1 - values.bombed)
