"""For each hand: how many dealer hands it beats, loses to, ties; of one deck or several.

Hands are not compared one by one. Of the hands lower than the player's, those that share a card
with it cannot be the dealer's: the result is all lower hands, less those with each of its cards,
plus those with each two of them (inclusion and exclusion; only the hand itself has all three). The
number of lower hands with a card is the hand's rank among the sorted hands with that card
(docs/rules/dealer-teen-patti.md 3.2).

With several decks a card is one of the equal cards of a shoe. Each hand counts in as many ways as
it can be dealt, and those ways are spread evenly over its equal cards.
"""

import hashlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.hands import Bools, Ints, dealer_hands, hands, kept, ways
from games.odds.strength import HIGH, strength


@dataclass(frozen=True, slots=True, eq=False)
class OddsTable:
    """One row for each hand in the order of `hands(decks)`.

    `win`, `lose`, `tie`: dealer hands that are worse, better, equal; `dealer_hands(decks)` together
    (18,424 with one deck) where the hand can be dealt. `category` and `level`: as in `Strength`.
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
def table_of(ranking: Ranking, decks: int = 1) -> OddsTable:
    """Return the exact table of a ranking with so many decks."""
    ranked = strength(ranking, decks)
    of_level = _of_level(ranked.level, ways(decks))
    lower = (np.cumsum(of_level) - of_level)[ranked.level]
    equal = of_level[ranked.level]
    one_card, two_cards = (
        _lower_and_equal(ranked.level, *group) for group in (_by_card(decks), _by_pair(decks))
    )
    win = lower - (one_card[0] - two_cards[0]) // _PARTS
    # Equal hands that share a card, and the hand itself, which all seven terms count once.
    tie = equal - (one_card[1] - two_cards[1]) // _PARTS - 1
    lose = dealer_hands(decks) - win - tie
    parts = (kept(part.astype(np.int32)) for part in (win, lose, tie))
    return OddsTable(ranking, ranked.category, ranked.level, *parts)


_PARTS = 6
"""Shares of ways are counted in sixths: three equal cards have three cards and three pairs."""


def _of_level(level: Ints, ways_: Ints) -> Ints:
    return np.bincount(level, ways_).astype(np.int64)


def _pairs(decks: int) -> Ints:
    """Return each hand's three sets of two cards, as numbers below 2,704; a column for each."""
    return _pairs_of(decks > 1)


@lru_cache(maxsize=2)
def _pairs_of(repeat: bool) -> Ints:
    first, second, third = hands(1 + repeat).T
    twos = (first * 52 + second, first * 52 + third, second * 52 + third)
    return kept(np.stack(twos, axis=1))


@lru_cache(maxsize=8)
def _card_ways(decks: int) -> Ints:
    """Return, in sixths, the ways of each hand with one card of a shoe, for each of its cards."""
    return kept(np.repeat(_PARTS * ways(decks) // decks, 3).reshape(-1, 3))


@lru_cache(maxsize=8)
def _pair_ways(decks: int) -> Ints:
    """Return, in sixths, the ways of each hand with two cards of a shoe, for each of its pairs."""
    pairs = _pairs(decks)
    sixths = _PARTS * ways(decks)[:, None]
    if decks == 1:
        return kept(sixths.repeat(3, axis=1))
    equal = pairs // 52 == pairs % 52
    return kept(np.where(equal, 2 * sixths // (decks * (decks - 1)), sixths // decks**2))


@lru_cache(maxsize=8)
def _by_card(decks: int) -> tuple[Ints, Ints, Ints]:
    return _members(hands(decks), _card_ways(decks), 52)


@lru_cache(maxsize=8)
def _by_pair(decks: int) -> tuple[Ints, Ints, Ints]:
    return _members(_pairs(decks), _pair_ways(decks), 52 * (51 if decks == 1 else 53) // 2)


def _members(groups: Ints, ways_: Ints, count: int) -> tuple[Ints, Ints, Ints]:
    """Return the hands of each group and their ways, (groups, size), and each hand's index there.

    The index has shape (3, hands). All groups have the same size.
    """
    turn = np.argsort(groups.astype(np.uint16).ravel(), kind="stable")
    positions = np.empty(turn.size, dtype=np.int64)
    positions[turn] = np.arange(turn.size)
    members = (turn // 3).reshape(count, -1)
    shares = ways_.ravel()[turn].reshape(count, -1).astype(np.int32)
    return kept(members), kept(shares), kept(np.ascontiguousarray(positions.reshape(-1, 3).T))


def _lower_and_equal(
    level: Ints, members: Ints, shares: Ints, positions: Ints
) -> tuple[Ints, Ints]:
    """Return for each hand the shares of the lower and equal members of its three groups, summed.

    The hand itself counts as equal.
    """
    size = members.shape[1]
    # Level and index share one number, so that one sort of each row gives both; below 2 ** 24.
    ordered = (level[members].astype(np.uint32) << 11) | np.arange(size, dtype=np.uint32)
    ordered.sort(axis=1)
    levels, index = ordered >> 11, ordered & 2047
    new = np.ones(levels.shape, dtype=np.bool_)
    np.not_equal(levels[:, 1:], levels[:, :-1], out=new[:, 1:])
    starts = np.flatnonzero(new)
    lengths = np.diff(starts, append=levels.size)
    row = np.arange(0, members.size, size, dtype=np.uint32)[:, None]
    place = (index + row).ravel()
    # All sums stay below 2 ** 31: at most 6 * C(415, 2) shares in each of 52 rows.
    summed = np.cumsum(shares.ravel()[place], dtype=np.int32)
    before = np.append(np.int32(0), summed)[starts].astype(np.int64)
    equal = np.diff(before, append=summed[-1])
    lower = before - starts // size * (int(summed[-1]) // len(members))  # all groups weigh the same
    # Both counts share one number too: three of each are below 2 ** 22.
    at_place = np.empty(members.size, dtype=np.int64)
    at_place[place] = np.repeat((equal << 22) | lower, lengths)
    both = at_place[positions[0]] + at_place[positions[1]] + at_place[positions[2]]
    return both & (2**22 - 1), both >> 22


def disjoint(members: Bools, decks: int = 1) -> Ints:
    """Return how many member hands the dealer can have against each hand.

    `members`: which hands count. Also by inclusion and exclusion.
    """
    cards, pairs = hands(decks), _pairs(decks)

    def by_group(groups: Ints, shares: Ints, size: int) -> Ints:
        of_group = np.bincount(groups.ravel(), (shares * members[:, None]).ravel(), size)
        summed: Ints = of_group.astype(np.int64)[groups].sum(axis=1)
        return summed

    left: Ints = by_group(pairs, _pair_ways(decks), 52 * 52)
    left -= by_group(cards, _card_ways(decks), 52)
    counted: Ints = int(ways(decks)[members].sum()) + left // _PARTS - members
    return counted
