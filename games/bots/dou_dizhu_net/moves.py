"""The plays of self-play as a table: cards needed, free kickers to choose, and what beats what.

Row 0 is the pass. Trios have their single kicker in the table; the kickers of airplanes and fours
are chosen for each hand. The table holds what every option of the rules allows.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from games.engines.dou_dizhu import combos
from games.engines.dou_dizhu.combos import ONE, Reading, row
from games.engines.dou_dizhu.ranks import JOKERS, TWO, bits

RANKS_COUNT = 15
PASS = "pass"  # noqa: S105 - a move
CATEGORIES = (
    PASS,
    combos.SOLO,
    combos.PAIR,
    combos.TRIO,
    combos.TRIO_SOLO,
    combos.TRIO_PAIR,
    combos.CHAIN,
    combos.PAIR_CHAIN,
    combos.AIRPLANE,
    combos.AIRPLANE_SOLOS,
    combos.AIRPLANE_PAIRS,
    combos.FOUR_TWO,
    combos.FOUR_PAIRS,
    combos.BOMB,
    combos.ROCKET,
)
"""What the network tells apart; `category_of` maps the others to these."""
_ALIKE = {
    combos.FOUR_SOLO: combos.FOUR_TWO,
    combos.ROCKET_SOLO: combos.FOUR_TWO,
    combos.ROCKET_TWO: combos.FOUR_TWO,
}
_INDEX = {category: index for index, category in enumerate(CATEGORIES)}


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers of a game with a landlord."""

    key: str
    players: int
    packs: int
    hand: int
    kitty: int

    @property
    def levels(self) -> int:
        """Return the largest number of cards of one rank."""
        return 4 * self.packs

    @property
    def largest_hand(self) -> int:
        """Return the number of the landlord's cards before the first play."""
        return self.hand + self.kitty


SHAPES = {
    "dou_dizhu": Shape("dou_dizhu", players=3, packs=1, hand=17, kitty=3),
    "dou_dizhu_four": Shape("dou_dizhu_four", players=4, packs=2, hand=25, kitty=8),
}


@dataclass(frozen=True, slots=True)
class Moves:
    """Arrays with one row a move: M moves."""

    cards: Any
    """Cards needed by rank, without free kickers, int8 (M, 15)."""
    category: Any
    """Index into `CATEGORIES`, int8 (M,)."""
    kickers: Any
    """The number of free kickers, int8 (M,), and the cards of each, int8 (M,)."""
    kicker_cards: Any
    beats: Any
    """Whether the column may be played on the row, bool (M, M); row 0: leading."""
    is_bomb: Any
    """Whether the move is a bomb or a rocket, bool (M,)."""


def category_of(category: str) -> int:
    """Return the index of a category of readings in `CATEGORIES`."""
    return _INDEX[_ALIKE.get(category, category)]


def counts_of(packed: int) -> list[int]:
    """Return the number of cards of each of the 15 ranks of a packed set."""
    return [packed >> 4 * rank & 15 for rank in range(RANKS_COUNT)]


@cache
def moves_of(shape: Shape) -> Moves:
    """Return the table of a game."""
    listed = _three() if shape.packs == 1 else _four()
    readings = [reading for reading, _count, _each in listed]
    category = np.array([0, *(category_of(r.category) for r in readings)], np.int8)
    n = np.array([0, *(reading.n for reading in readings)], np.int8)
    rank = np.array([0, *(reading.rank for reading in readings)], np.int8)
    return Moves(
        cards=np.array([[0] * RANKS_COUNT, *(counts_of(r.cards) for r in readings)], np.int8),
        category=category,
        kickers=np.array([0, *(count for _r, count, _e in listed)], np.int8),
        kicker_cards=np.array([0, *(each for _r, _c, each in listed)], np.int8),
        beats=_beats(category, n, rank),
        is_bomb=category >= category_of(combos.BOMB),
    )


def _beats(category: Any, n: Any, rank: Any) -> Any:
    """Return whether the move of each column may be played on that of each row."""
    bomb, rocket = category_of(combos.BOMB), category_of(combos.ROCKET)
    same = (category[:, None] == category) & (n[:, None] == n) & (rank[:, None] < rank)
    order = 16 * n + rank
    bombs = (category == bomb) & (
        (category < bomb)[:, None] | ((category == bomb)[:, None] & (order[:, None] < order))
    )
    found = same | bombs | ((category == rocket) & (category < rocket)[:, None])
    found[:, 0], found[0, 1:] = True, True
    found[0, 0] = False
    return found


_Listed = list[tuple[Reading, int, int]]


def _rows(category: str, each: int, least: int, most: int) -> list[Reading]:
    """Return all chains of a category without their kickers."""
    return [
        Reading(category, n, rank, row(rank, n, each))
        for n in range(least, most + 1)
        for rank in range(13 - n)
    ]


def _three() -> _Listed:
    found: _Listed = [(reading, 0, 0) for reading in combos.SOLOS]
    found += [(reading, 0, 0) for reading in combos.PAIRS[:13]]
    for rank, trio in enumerate(combos.TRIOS):
        found.append((trio, 0, 0))
        for kicker in range(RANKS_COUNT):
            if kicker != rank:
                cards = trio.cards + ONE[kicker]
                found.append((Reading(combos.TRIO_SOLO, 1, rank, cards), 0, 0))
                if kicker <= TWO:
                    found.append((combos.TRIO_PAIRS[rank][kicker], 0, 0))
    found += [(r, 0, 0) for r in _rows(combos.CHAIN, 1, 5, 12)]
    found += [(r, 0, 0) for r in _rows(combos.PAIR_CHAIN, 2, 3, 10)]
    found += [(r, 0, 0) for r in _rows(combos.AIRPLANE, 3, 2, 6)]
    found += [(r, r.n, 1) for r in _rows(combos.AIRPLANE_SOLOS, 3, 2, 5)]
    found += [(r, r.n, 2) for r in _rows(combos.AIRPLANE_PAIRS, 3, 2, 4)]
    for rank in range(13):
        cards = 4 * ONE[rank]
        found.append((Reading(combos.FOUR_TWO, 1, rank, cards), 2, 1))
        found.append((Reading(combos.FOUR_PAIRS, 1, rank, cards), 2, 2))
        found.append((Reading(combos.BOMB, 1, rank, cards), 0, 0))
    rocket = sum(ONE[rank] for rank in bits(JOKERS))
    found.append((Reading(combos.ROCKET, 1, 13, rocket), 0, 0))
    return found


def _four() -> _Listed:
    found: _Listed = [(reading, 0, 0) for reading in (*combos.SOLOS, *combos.PAIRS)]
    for rank, trio in enumerate(combos.TRIOS):
        found.append((trio, 0, 0))
        pairs = combos.TRIO_PAIRS[rank]
        found += [(pairs[kicker], 0, 0) for kicker in range(RANKS_COUNT) if kicker != rank]
    found += [(r, 0, 0) for r in _rows(combos.CHAIN, 1, 5, 12)]
    found += [(r, 0, 0) for r in _rows(combos.PAIR_CHAIN, 2, 3, 12)]
    found += [(r, 0, 0) for r in _rows(combos.AIRPLANE, 3, 2, 11)]
    found += [(r, r.n, 2) for r in _rows(combos.AIRPLANE_PAIRS, 3, 2, 6)]
    found += [
        (Reading(combos.BOMB, n, rank, n * ONE[rank]), 0, 0)
        for n in range(4, 9)
        for rank in range(13)
    ]
    rocket = sum(2 * ONE[rank] for rank in bits(JOKERS))
    found.append((Reading(combos.ROCKET, 1, 13, rocket), 0, 0))
    return found
