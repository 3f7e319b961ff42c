"""The best five of six cards in poker's order: of dealt cards, and how many sets there are of each.

Several decks have equal cards. Five or six of one rank are quads, since no line pays more for them;
equal cards of one suit make a flush together.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

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
    flush = np.max([(suit == s).sum(axis=1) for s in range(4)], axis=0) >= 5
    kind = np.where(flush, FLUSH, kind)
    kind = np.where((threes > 0) & (pairs_or_more > 1), FULL_HOUSE, kind)
    kind = np.where((counts >= 4).any(axis=1), QUADS, kind)
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


@lru_cache(maxsize=8)
def six_card_counts(decks: int = 1) -> Mapping[str, int]:
    """Return how many sets of six cards of so many decks are of each category but `nothing`.

    Counted by the ranks of the six, 18,564 sets in all: how many ways their suits can fall, and in
    how many of those five of them share a suit (rule 3.4; a test counts dealt cards).
    """
    of_rank = _rank_counts()
    suited = [(of_rank, 1), *((_without(of_rank, rank), 3 * decks) for rank in range(13))]
    counts = np.zeros(len(KINDS), dtype=np.int64)
    left = _ways(of_rank, 4 * decks)
    best = _best_by_ranks(of_rank)
    # Six or five cards of one suit; from a full house on, too few ranks are left for five.
    for in_suit, others in suited:
        ways = 4 * others * _ways(in_suit, decks) * (best < FULL_HOUSE)
        kind = np.array([FLUSH, STRAIGHT_FLUSH, ROYAL])[_straights()[_bits(in_suit)]]
        counts += np.bincount(kind, ways, len(KINDS)).astype(np.int64)
        left = left - ways
    counts += np.bincount(best, left, len(KINDS)).astype(np.int64)
    return {KINDS[kind]: int(counts[kind]) for kind in range(ROYAL, NOTHING, -1)}


@lru_cache(maxsize=1)
def _rank_counts() -> Ints:
    """Return how often each rank is among six cards, for all sets of ranks, shape (18,564, 13)."""
    sets = np.array(list(combinations_with_replacement(range(13), 6)))
    return kept((sets[:, :, None] == np.arange(13)).sum(axis=1))


def _without(of_rank: Ints, rank: int) -> Ints:
    """Return the counts with one card of a rank less; -1 where there is none."""
    left: Ints = of_rank - (np.arange(13) == rank)
    return left


def _ways(of_rank: Ints, copies: int) -> Ints:
    """Return in how many ways the ranks can be dealt of so many copies of each."""
    ways = [*(math.comb(copies, n) for n in range(7)), 0]  # the last is for -1
    product: Ints = np.array(ways, dtype=np.int64)[of_rank].prod(axis=1)
    return product


def _best_by_ranks(of_rank: Ints) -> Ints:
    """Return the categories of six cards by their ranks alone."""
    most = of_rank.max(axis=1)
    straight = np.where(_straights()[_bits(of_rank)] > 0, STRAIGHT, NOTHING)
    threes = np.where((of_rank >= 2).sum(axis=1) > 1, FULL_HOUSE, TRIPS)
    return np.select([most >= 4, most == 3], [QUADS, threes], straight)


def _bits(of_rank: Ints) -> Ints:
    bits: Ints = ((of_rank > 0) << np.arange(13)).sum(axis=1)
    return bits
