"""The best five of six cards in poker's order, for many sets of six at once."""

from functools import lru_cache

import numpy as np

from games.odds.hands import Ints, kept

KINDS = ("nothing", "trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal")
"""The categories in the order of the numbers that `best_of_six` returns; two pair or less is 0."""
NOTHING, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(8)
_WHEEL = 0b1_0000_0000_1111
_BROADWAY = 0b1_1111_0000_0000


def best_of_six(cards: Ints) -> Ints:
    """Return the category of the best five of six cards: deck positions (n, 6) to (n,)."""
    rank, suit = 12 - cards // 4, cards % 4
    bit = np.left_shift(1, rank)
    of_suit = [np.bitwise_or.reduce(np.where(suit == s, bit, 0), axis=1) for s in range(4)]
    any_suit = of_suit[0] | of_suit[1] | of_suit[2] | of_suit[3]
    kind = np.where(_straights()[any_suit] > 0, STRAIGHT, NOTHING)
    counts = np.zeros((len(cards), 13), dtype=np.int8)
    for column in range(6):
        counts[np.arange(len(cards)), rank[:, column]] += 1
    threes = (counts >= 3).sum(axis=1)
    pairs_or_more = (counts >= 2).sum(axis=1)
    kind = np.where((threes > 0) & (kind == NOTHING), TRIPS, kind)
    flush = np.max([np.bitwise_count(bits) for bits in of_suit], axis=0) >= 5
    kind = np.where(flush, FLUSH, kind)
    kind = np.where((threes > 0) & (pairs_or_more > 1), FULL_HOUSE, kind)
    kind = np.where((counts == 4).any(axis=1), QUADS, kind)
    straight_flush = np.max([_straights()[bits] for bits in of_suit], axis=0)
    kind = np.where(straight_flush == 1, STRAIGHT_FLUSH, kind)
    return np.where(straight_flush == 2, ROYAL, kind)


@lru_cache(maxsize=1)
def _straights() -> Ints:
    """Return for each set of ranks (13 bits): 0 without a straight, 1 with one, 2 for T to A."""
    ranks = np.arange(1 << 13)
    found = (ranks & _WHEEL) == _WHEEL
    for low in range(9):
        found |= (ranks & (31 << low)) == 31 << low
    return kept(np.where((ranks & _BROADWAY) == _BROADWAY, 2, found.astype(np.int8)))
