"""The hands in groups: hands that win, lose, tie and are paid alike form one row.

Such hands contribute equally to the value of a pay table, so an analysis covers about 1,700 rows
instead of 22,100. The rows are cached by ranking, qualifier and number of decks.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.payouts import GROUPS
from games.engines.dealer_teen_patti.paytable import LOWEST_TOP
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import disjoint, table_of
from games.odds.hands import Bools, Ints, dealer_hands, kept, ranks, ways
from games.odds.strength import HIGH, PURE, TRAIL

_ACE, _QUEEN = 12, 10


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Groups of equivalent hands, as arrays with one entry per row.

    `group`: index in `GROUPS`. `level`: as in `Strength`. `hands`: in how many ways the equivalent
    hands can be dealt. `none`: dealer hands that do not qualify; `win`, `lose`, `tie`: qualifying
    dealer hands that are worse, better, equal; the four sum to `dealer_hands(decks)`. `row_of`: the
    row of each hand.
    """

    group: Ints
    level: Ints
    hands: Ints
    none: Ints
    win: Ints
    lose: Ints
    tie: Ints
    row_of: Ints


@lru_cache(maxsize=16)
def groups_of(ranking: Ranking, decks: int = 1) -> Ints:
    """Return the index in `GROUPS` of each hand."""
    category = table_of(ranking, decks).category
    high, _middle, low = ranks(decks).T
    group = category.astype(np.int16)
    group[(category == PURE) & (high == _ACE) & (low == _QUEEN)] = GROUPS.index("mini_royal")
    group[(category == TRAIL) & (high == _ACE)] = GROUPS.index("three_aces")
    return kept(group)


@lru_cache(maxsize=64)
def qualifying(ranking: Ranking, qualifier: str, decks: int = 1) -> Bools:
    """Return with which hands the dealer plays."""
    category = table_of(ranking, decks).category
    return kept((category > HIGH) | (ranks(decks)[:, 0] >= LOWEST_TOP[qualifier]))


@lru_cache(maxsize=64)
def rows_of(ranking: Ranking, qualifier: str, decks: int = 1) -> Rows:
    """Return the rows of a ranking with a dealer who qualifies as in `paytable.QUALIFIERS`."""
    table = table_of(ranking, decks)
    plays = qualifying(ranking, qualifier, decks)
    none = disjoint(~plays, decks)
    # Hands that do not qualify are the lowest: none of them beats another such hand.
    win = np.where(plays, table.win - none, 0)
    tie = np.where(plays, table.tie, 0)
    lose = dealer_hands(decks) - none - win - tie
    group, level = groups_of(ranking, decks), table.level
    _keys, first, row_of = np.unique(
        _key(level, none, win, tie), return_index=True, return_inverse=True
    )
    hands = np.bincount(row_of, ways(decks)).astype(np.int64)
    none, win, lose, tie = (kept(part[first].astype(np.int64)) for part in (none, win, lose, tie))
    return Rows(group[first], level[first], kept(hands), none, win, lose, tie, kept(row_of))


def _key(level: Ints, none: Ints, win: Ints, tie: Ints) -> Ints:
    """Return one number that is equal for equivalent hands."""
    key = level.astype(np.int64)
    for part in (none, win, tie):
        # Numbered anew after each part, since several decks make counts of 24 bits.
        _values, key = np.unique(key * (int(part.max()) + 1) + part, return_inverse=True)
    return key
