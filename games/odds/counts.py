"""For each of the 22,100 hands: how many of 18,424 dealer hands it beats, loses to, ties.

Hands are not compared one by one. Of the hands lower than the player's, those that share a card
with it cannot be the dealer's: the result is all lower hands, less those with each of its cards,
plus those with each two of them (inclusion and exclusion; only the hand itself has all three). The
number of lower hands with a card is the hand's rank among the sorted hands with that card
(docs/rules/dealer-teen-patti.md 3.2).
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

    `win`, `lose`, `tie`: dealer hands that are worse, better, equal; 18,424 together. `category`
    and `level`: as in `Strength`.
    """

    ranking: Ranking
    category: Ints
    level: Ints
    win: Ints
    lose: Ints
    tie: Ints

    def rank(self) -> Ints:
        """Return the notebook's rank: 1 for the best hands, one more for each lower value.

        The notebook leaves one number free between pairs and high cards (468 in its own order), and
        so does this; under `akq_a23` without suits every rank equals the notebook's.
        """
        rank: Ints = int(self.level.max()) + 1 - self.level + (self.category == HIGH)
        return rank

    def sha256(self) -> str:
        """Return the SHA-256 of the lines `win,lose,tie` in deck order, joined by LF (rule 3.2)."""
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
    """Return the exact table for a ranking; the same ranking returns the same cached object.

    `run_order` is one of `RUN_ORDERS` (`none` is `no_a23`); `suits` the order of suits that breaks
    ties, high to low, or nothing. Raises `RulesError` for an invalid value.
    """
    return table_of(
        Ranking(
            run_order, category_order, tuple(suits), tuple(suit_scope), suit_pair_basis, best_trail
        )
    )


@lru_cache(maxsize=32)
def table_of(ranking: Ranking) -> OddsTable:
    """Return the exact table of a ranking."""
    ranked = strength(ranking)
    of_level = np.bincount(ranked.level)
    lower = (np.cumsum(of_level) - of_level)[ranked.level]
    equal = of_level[ranked.level]
    one_card, two_cards = (
        _lower_and_equal(ranked.level, *group) for group in (_by_card(), _by_pair())
    )
    win = lower - one_card[0] + two_cards[0]
    # Equal hands that share a card, and the hand itself, which all seven terms count once.
    tie = equal - one_card[1] + two_cards[1] - 1
    lose = DEALER_HANDS - win - tie
    parts = (kept(part.astype(np.int32)) for part in (win, lose, tie))
    return OddsTable(ranking, ranked.category, ranked.level, *parts)


@lru_cache(maxsize=1)
def _pairs() -> Ints:
    """Return each hand's three sets of two cards, as numbers below 2,704; shape (22,100, 3)."""
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
    """Return the hands of each group, (groups, size), and each hand's index there, (3, 22,100)."""
    turn = np.argsort(groups.astype(np.uint16).ravel(), kind="stable")
    positions = np.empty(turn.size, dtype=np.int64)
    positions[turn] = np.arange(turn.size)
    members = (turn // 3).reshape(-1, size)
    return kept(members), kept(np.ascontiguousarray(positions.reshape(-1, 3).T))


def _lower_and_equal(level: Ints, members: Ints, positions: Ints) -> tuple[Ints, Ints]:
    """Return for each hand the lower and the equal members of its three groups, summed.

    The hand itself counts as equal.
    """
    size = members.shape[1]
    # Level and index share one number, so that one sort of each row gives both; below 2 ** 24.
    ordered = (level[members].astype(np.uint32) << 11) | np.arange(size, dtype=np.uint32)
    ordered.sort(axis=1)
    levels = ordered >> 11
    new = np.ones(levels.shape, dtype=np.bool_)
    np.not_equal(levels[:, 1:], levels[:, :-1], out=new[:, 1:])
    starts = np.flatnonzero(new)
    lengths = np.diff(starts, append=levels.size)
    # Both counts share one number too: each is below 2 ** 12.
    both = np.repeat(((lengths << 16) + starts % size).astype(np.int32), lengths)
    rows = np.arange(0, members.size, size, dtype=np.uint32)
    at_position = np.empty(members.size, dtype=np.int32)
    at_position[((ordered & 2047) + rows[:, None]).ravel()] = both
    summed = at_position[positions[0]] + at_position[positions[1]] + at_position[positions[2]]
    return summed & 0xFFFF, summed >> 16


def disjoint(members: Bools) -> Ints:
    """Return how many member hands the dealer can have against each hand; 22,100 integers.

    `members`: which hands count. Also by inclusion and exclusion.
    """
    weights = members.repeat(3)
    of_card = np.bincount(hands().ravel(), weights, 52).astype(np.int32)
    of_pair = np.bincount(_pairs().ravel(), weights, 52 * 52).astype(np.int32)
    left: Ints = int(members.sum()) - of_card[hands()].sum(axis=1)
    left += of_pair[_pairs()].sum(axis=1)
    return left - members
