"""All two-card hands at once: their values on boards, and buckets of hands that play alike.

A bucket goes by the share of hands that a hand beats: on the river as it is, before that over cards
to come, with three kinds of spread: how much the next cards change it. The arrays belong to NumPy,
or to CuPy where the caller passes it.
"""

from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from games.engines.holdem.ranking import (
    FLUSH,
    FULL,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    best_ranks,
)

Array = Any

HANDS = np.array(list(combinations(range(52), 2)))
"""All 1,326 hands."""
_LOW, _HIGH = HANDS[:, 0] >> 2, HANDS[:, 1] >> 2
_SUITED = (HANDS[:, 0] & 3) == (HANDS[:, 1] & 3)
CLASSES = np.where(_SUITED, _HIGH * 13 + _LOW, _LOW * 13 + _HIGH)
"""The starting hand of each hand, 0..168: AKs and AKo differ, the four AKs do not."""
CLASS_COUNT = 169
LADDER = np.concatenate(
    (
        (0.1, 0.2, 0.3, 0.38, 0.45, 0.51, 0.56, 0.61, 0.66, 0.7, 0.74, 0.78, 0.81, 0.84, 0.87),
        (0.895, 0.92, 0.94, 0.955, 0.968, 0.98, 0.989, 0.995),
    )
)
"""The shares of hands beaten that part the buckets of flop and turn."""
RIVER_LADDER = np.sort(np.concatenate((LADDER, (LADDER[1:] + LADDER[:-1]) / 2)))
SPREADS = np.array(((0.165, 0.225), (0.12, 0.18)))
"""On flop and turn, the standard deviations of the share beaten that part the kinds of spread."""
KINDS = SPREADS.shape[1] + 1
SIZES = (
    CLASS_COUNT,
    (len(LADDER) + 1) * KINDS,
    (len(LADDER) + 1) * KINDS,
    len(RIVER_LADDER) + 1,
)
"""By street the number of buckets."""
RUN_OUTS = 64
"""How many ways to deal the rest of the board a bucket looks at."""


@lru_cache(maxsize=2)
def _tables(xp: Any) -> tuple[Array, ...]:
    return tuple(xp.asarray(table, dtype=xp.int32) for table in best_ranks())


def values_of(cards: Array, xp: Any = np) -> Array:
    """Return the values of all hands on these boards of five cards, boards x 1,326.

    They compare as those of `ranking.value`; a hand that the board blocks has -1. `cards`: boards
    x 5.
    """
    count, top1, top2, top3, top5, run = _tables(xp)
    hands = xp.asarray(HANDS)
    blocked = (cards[:, None, :, None] == hands[None, :, None, :]).any((2, 3))
    suits = []
    for suit in range(4):
        board = ((cards & 3 == suit) << (cards >> 2)).sum(1)
        own = ((hands & 3 == suit) << (hands >> 2)).sum(1)
        suits.append((board[:, None] | own[None]).astype(xp.int32))
    c, d, h, s = suits
    ranks = c | d | h | s
    two = (c & d) | (h & s) | ((c | d) & (h | s))
    three = (c & d & (h | s)) | (h & s & (c | d))
    four = c & d & h & s
    pairs = count[two]
    found = top5[ranks] << 13
    found = xp.where(pairs == 1, PAIR << 26 | two << 13 | top3[ranks & ~two], found)
    doubles = top2[two]
    found = xp.where(pairs > 1, TWO_PAIR << 26 | doubles << 13 | top1[ranks & ~doubles], found)
    found = xp.where(three > 0, TRIPS << 26 | three << 13 | top2[ranks & ~three], found)
    straight = run[ranks]
    found = xp.where(straight > 0, STRAIGHT << 26 | straight << 13, found)
    for suit_ranks in suits:
        is_flush = count[suit_ranks] > 4
        found = xp.where(is_flush, FLUSH << 26 | top5[suit_ranks] << 13, found)
    best = top1[three]
    full = (three > 0) & (pairs > 1)
    found = xp.where(full, FULL << 26 | best << 13 | top1[two & ~best], found)
    found = xp.where(four > 0, QUADS << 26 | four << 13 | top1[ranks & ~four], found)
    for suit_ranks in suits:
        straight = xp.where(count[suit_ranks] > 4, run[suit_ranks], 0)
        found = xp.where(straight > 0, STRAIGHT_FLUSH << 26 | straight << 13, found)
    return xp.where(blocked, -1, found)


def shares_beaten(values: Array, xp: Any = np) -> Array:
    """Return the share of all hands that each beats, ties counted half; rows as in `values`."""
    rows, width = values.shape
    wide = values.astype(xp.int64) + 1 + (xp.arange(rows, dtype=xp.int64)[:, None] << 32)
    order = xp.sort(wide.reshape(-1))
    flat = wide.reshape(-1)
    middle = xp.searchsorted(order, flat) + xp.searchsorted(order, flat, side="right")
    middle = middle.reshape(rows, width) / 2 - xp.arange(rows)[:, None] * width
    blocked = (values < 0).sum(1, keepdims=True)
    return ((middle - blocked) / (width - blocked)).astype(xp.float32)


def river_buckets(values: Array, xp: Any = np) -> Array:
    """Return the buckets of all hands with these values on the river."""
    beaten = shares_beaten(values, xp)
    return xp.searchsorted(xp.asarray(RIVER_LADDER), xp.maximum(beaten, 0), side="right")


def buckets_of(street: int, beaten: Array, open_: Array, xp: Any = np) -> Array:
    """Return the buckets on a flop (1) or turn (2) from shares beaten, boards x run-outs x 1,326.

    `open_`: whether a run-out leaves the hand possible.
    """
    number = xp.maximum(open_.sum(1), 1)
    mean = (beaten * open_).sum(1) / number
    square = (beaten * beaten * open_).sum(1) / number
    spread = xp.sqrt(xp.maximum(square - mean * mean, 0))
    # By rank on this board, with hands that may improve before those that stay as they are.
    blocked = open_.sum(1) == 0
    rank = shares_beaten(xp.where(blocked, -1, (xp.sqrt(square) * 1e6).astype(xp.int64)), xp)
    step = xp.searchsorted(xp.asarray(LADDER), xp.maximum(rank, 0), side="right")
    kind = xp.searchsorted(xp.asarray(SPREADS[street - 1]), spread, side="right")
    return step * KINDS + kind


def run_outs(board: tuple[int, ...]) -> Array:
    """Return the ways to deal the rest of a flop or turn that its buckets look at."""
    rest = [card for card in range(52) if card not in board]
    if len(board) == 4:
        return np.array([(*board, card) for card in rest])
    chance = np.random.default_rng(list(board))
    return np.array([(*board, *chance.choice(rest, 2, replace=False)) for _ in range(RUN_OUTS)])


@lru_cache(maxsize=64)
def buckets_on(board: tuple[int, ...]) -> Array:
    """Return the bucket of every hand on a flop, turn or river, or before the flop."""
    if not board:
        return CLASSES
    if len(board) == 5:
        return river_buckets(values_of(np.array([board])))[0]
    values = values_of(run_outs(board))
    return buckets_of(len(board) - 2, shares_beaten(values)[None], (values >= 0)[None])[0]
