"""Against each of the 22,100 hands: how many of 18,424 dealer hands it beats, loses to, ties.

Nothing is compared hand by hand. Of the hands that are lower than mine, those that hold one of my
cards cannot be the dealer's: lower hands in all, less those with each of my cards, plus those with
each two of them (inclusion and exclusion; with all three there is only my own hand). How many
lower hands hold a card is their place when that card's hands stand in order (rules.md 3.2).
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.hands import DEALER_HANDS, Bools, Ints, hands, kept
from games.odds.strength import HIGH, strength


@dataclass(frozen=True, slots=True, eq=False)
class OddsTable:
    """One row for each hand in the order of `hands()`; all arrays have 22,100 integers.

    `win`, `lose`, `tie`: dealer hands that are worse, better, equal; 18,424 together.
    `category` and `level`: as `Strength` has them.
    """

    ranking: Ranking
    category: Ints
    level: Ints
    win: Ints
    lose: Ints
    tie: Ints

    def rank(self) -> Ints:
        """The notebook's rank: 1 for the best hands, one more for each lower value.

        The notebook leaves one number free between pairs and high cards (468 in its own order);
        so does this, and under `akq_a23` without suits every rank is the notebook's.
        """
        rank: Ints = int(self.level.max()) + 1 - self.level + (self.category == HIGH)
        return rank

    def sha256(self) -> str:
        """SHA-256 of the lines `win,lose,tie` in deck order, joined by LF (rules.md 3.2)."""
        rows = np.stack([self.win, self.lose, self.tie], axis=1).tolist()
        lines = (",".join(map(str, row)) for row in rows)
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def table(
    run_order: str = "a23_top",
    suits: tuple[str, ...] = (),
    *,
    category_order: str = "teen_patti",
    suit_scope: tuple[str, ...] = ("color", "pair", "high"),
    suit_pair_basis: str = "pair",
    best_trail: str = "aces",
) -> OddsTable:
    """The exact table for a ranking; the same ranking gives the same, kept object.

    `run_order` is one of `RUN_ORDERS` (`none` is `no_a23`); `suits` the order of suits that
    breaks ties, high to low, or nothing. Raises `RulesError` for a value that is no option.
    """
    return table_of(
        Ranking(
            run_order, category_order, tuple(suits), tuple(suit_scope), suit_pair_basis, best_trail
        )
    )


@lru_cache(maxsize=32)
def table_of(ranking: Ranking) -> OddsTable:
    """The exact table of a ranking."""
    ranked = strength(ranking)
    of_level = np.bincount(ranked.level)
    lower = (np.cumsum(of_level) - of_level)[ranked.level]
    equal = of_level[ranked.level]
    one_card, two_cards = (_places(ranked.level, *group) for group in (_by_card(), _by_pair()))
    win = lower - one_card[0] + two_cards[0]
    # Everything equal that shares a card, and my own hand, which is in all seven terms once.
    tie = equal - one_card[1] + two_cards[1] - 1
    lose = DEALER_HANDS - win - tie
    parts = (kept(part.astype(np.int32)) for part in (win, lose, tie))
    return OddsTable(ranking, ranked.category, ranked.level, *parts)


@lru_cache(maxsize=1)
def _pairs() -> Ints:
    """Each hand's three sets of two cards, as numbers below 2,704; shape (22,100, 3)."""
    first, second, third = hands().T
    twos = (first * 52 + second, first * 52 + third, second * 52 + third)
    return kept(np.stack(twos, axis=1))


@lru_cache(maxsize=1)
def _by_card() -> tuple[Ints, Ints]:
    return _members(hands(), 1_275)


@lru_cache(maxsize=1)
def _by_pair() -> tuple[Ints, Ints]:
    return _members(_pairs(), 50)


def _members(groups: Ints, size: int) -> tuple[Ints, Ints]:
    """The hands of each group, shape (groups, size), and each hand's places there, (3, 22,100)."""
    turn = np.argsort(groups.astype(np.uint16).ravel(), kind="stable")
    places = np.empty(turn.size, dtype=np.int64)
    places[turn] = np.arange(turn.size)
    members = (turn // 3).reshape(-1, size)
    return kept(members), kept(np.ascontiguousarray(places.reshape(-1, 3).T))


def _places(level: Ints, members: Ints, places: Ints) -> tuple[Ints, Ints]:
    """For each hand, summed over its three groups: members that are lower, members that equal it.

    The hand itself counts as equal.
    """
    size = members.shape[1]
    # Level and place in one number, so that one sort of each row brings both; below 2 ** 24.
    ordered = (level[members].astype(np.uint32) << 11) | np.arange(size, dtype=np.uint32)
    ordered.sort(axis=1)
    levels = ordered >> 11
    new = np.ones(levels.shape, dtype=np.bool_)
    np.not_equal(levels[:, 1:], levels[:, :-1], out=new[:, 1:])
    starts = np.flatnonzero(new)
    lengths = np.diff(starts, append=levels.size)
    # Both counts in one number too: each is below 2 ** 12.
    both = np.repeat(((lengths << 16) + starts % size).astype(np.int32), lengths)
    rows = np.arange(0, members.size, size, dtype=np.uint32)
    of_place = np.empty(members.size, dtype=np.int32)
    of_place[((ordered & 2047) + rows[:, None]).ravel()] = both
    summed = of_place[places[0]] + of_place[places[1]] + of_place[places[2]]
    return summed & 0xFFFF, summed >> 16


def disjoint(members: Bools) -> Ints:
    """How many of the member hands the dealer can have against each hand; 22,100 integers.

    `members`: which hands are counted. Again by inclusion and exclusion.
    """
    weights = members.repeat(3)
    of_card = np.bincount(hands().ravel(), weights, 52).astype(np.int32)
    of_pair = np.bincount(_pairs().ravel(), weights, 52 * 52).astype(np.int32)
    left: Ints = int(members.sum()) - of_card[hands()].sum(axis=1)
    left += of_pair[_pairs()].sum(axis=1)
    return left - members
