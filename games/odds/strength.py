"""The order of all hands at once (rules 2.2, 2.3 and 3.1), of one deck or several.

A hand with equal cards is the highest category that it meets: three equal cards are a trail, three
of one suit with a pair among them are a color. Hands of equal ranks tie.

The table game's own ranking is games/engines/teen_patti/ranking.py; tests compare the two.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.hands import SUITS, Bools, Ints, kept, ranks, suits

HIGH, PAIR, COLOR, SEQUENCE, PURE, TRAIL = range(6)
CATEGORIES = ("high", "pair", "color", "sequence", "pure", "trail")
_ACE, _KING, _THREE, _TWO = 12, 11, 1, 0


@dataclass(frozen=True, slots=True, eq=False)
class Strength:
    """The ranking of all hands: arrays with one entry for each.

    `category`: 0..5 for high card to trail (`CATEGORIES`), whatever the category order is. `level`:
    0 for the lowest hands, one more for each distinct value; equal hands share it. `levels`: the
    number of levels.
    """

    category: Ints
    level: Ints
    levels: int


def strength(ranking: Ranking, decks: int = 1) -> Strength:
    """Return the category and the level of each hand of so many decks."""
    return _strength(ranking, min(decks, 2))


@lru_cache(maxsize=64)
def _strength(ranking: Ranking, decks: int) -> Strength:
    rank, suit = ranks(decks), suits(decks)
    run = _runs(rank, ranking.run_order)
    category = _categories(run, rank, suit)
    first, second, third = _detail(category, run, rank, ranking)
    position = _category_positions(ranking.category_order)[category]
    key = ((position * 14 + first) * 13 + second) * 13 + third
    key = key * 5 + _suit_values(category, suit, rank, ranking)
    there = np.zeros(6 * 14 * 13 * 13 * 5, dtype=np.int32)
    there[key] = 1
    dense = np.cumsum(there, dtype=np.int32)
    level = (dense[key] - 1).astype(np.int16)
    return Strength(kept(category), kept(level), int(dense[-1]))


def _category_positions(category_order: str) -> Ints:
    """Return the position of each category in the order."""
    if category_order == "three_card_poker":
        return np.array([0, 1, 2, 3, 5, 4])
    return np.arange(6)


def _runs(rank: Ints, order: str) -> Ints:
    """Return 0 where a hand is no run, otherwise its value: the higher the better."""
    high, middle, low = rank.T
    run = np.where((high - middle == 1) & (middle - low == 1), high, 0)
    ace = high == _ACE
    if order in ("akq_a23", "literal_2ak"):
        run[run == _ACE] = 13
    a23 = {"a23_top": 13, "akq_a23": 12, "a23_low": 1}.get(order, 0)
    run[ace & (middle == _THREE) & (low == _TWO)] = a23
    if order == "literal_2ak":
        run[ace & (middle == _KING) & (low == _TWO)] = 12
    return run


def _categories(run: Ints, rank: Ints, suit: Ints) -> Ints:
    high, middle, low = rank.T
    one_suit = (suit[:, 0] == suit[:, 1]) & (suit[:, 1] == suit[:, 2])
    category = np.zeros(run.size, dtype=np.int8)
    category[(high == middle) | (middle == low)] = PAIR
    category[one_suit] = COLOR
    category[run > 0] = SEQUENCE
    category[one_suit & (run > 0)] = PURE
    category[high == low] = TRAIL
    return category


def _detail(category: Ints, run: Ints, rank: Ints, ranking: Ranking) -> tuple[Ints, Ints, Ints]:
    """Return three values, the most significant first, that order the hands of one category."""
    first, second, third = (column.astype(np.int32) for column in rank.T)
    is_run = (category == SEQUENCE) | (category == PURE)
    trail, pair = category == TRAIL, category == PAIR
    low_pair = pair & (second == third)
    odd = np.where(low_pair, first, third)
    first = np.where(low_pair, second, first)
    first[is_run] = run[is_run]
    if ranking.best_trail == "threes":
        first[trail & (first == _THREE)] = 13
    second = np.where(pair, odd, second)
    second[trail | is_run] = 0
    third[trail | is_run | pair] = 0
    return first, second, third


def _suit_values(category: Ints, suit: Ints, rank: Ints, ranking: Ranking) -> Ints:
    """Return 1..4 for the suit that decides between equal hands, 0 where none does."""
    deciding = np.zeros(category.size, dtype=np.int32)
    if not ranking.suits:
        return deciding
    value = np.array([4 - ranking.suits.index(one) for one in SUITS])[suit]
    if "color" in ranking.suit_scope:
        deciding[category == COLOR] = value[category == COLOR, 0]
    if "high" in ranking.suit_scope:
        deciding[category == HIGH] = value[category == HIGH, 0]
    if "pair" in ranking.suit_scope:
        pair = category == PAIR
        deciding[pair] = _pair_suits(value, rank, ranking.suit_pair_basis)[pair]
    return deciding


def _pair_suits(value: Ints, rank: Ints, basis: str) -> Ints:
    """Return the deciding suit value of each hand if it is a pair."""
    low_pair: Bools = rank[:, 1] == rank[:, 2]
    if basis == "kicker":
        return np.where(low_pair, value[:, 0], value[:, 2])
    highest_two = np.maximum(value[:, 0], value[:, 1])
    return np.where(low_pair, np.maximum(value[:, 1], value[:, 2]), highest_two)
