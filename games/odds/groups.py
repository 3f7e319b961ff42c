"""The 22,100 hands in groups: hands that win, lose, tie and are paid alike form one row.

Such hands contribute equally to the value of a pay table, so an analysis covers about 1,700 rows
instead of 22,100. The rows are cached by ranking and qualifier.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from games.engines.dealer_teen_patti.payouts import GROUPS
from games.engines.dealer_teen_patti.paytable import LOWEST_TOP
from games.engines.dealer_teen_patti.ranking import Ranking
from games.odds.counts import disjoint, table_of
from games.odds.hands import DEALER_HANDS, Bools, Ints, kept, ranks
from games.odds.strength import HIGH, PURE, TRAIL

_ACE, _QUEEN = 12, 10


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """Groups of equivalent hands, as arrays with one entry per row.

    `group`: index in `GROUPS`. `level`: as in `Strength`. `hands`: the number of equivalent hands.
    `none`: dealer hands that do not qualify; `win`, `lose`, `tie`: qualifying dealer hands that are
    worse, better, equal; the four sum to 18,424. `row_of`: the row of each of the 22,100 hands.
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
def groups_of(ranking: Ranking) -> Ints:
    """Return the index in `GROUPS` of each of the 22,100 hands."""
    category = table_of(ranking).category
    high, _middle, low = ranks().T
    group = category.astype(np.int16)
    group[(category == PURE) & (high == _ACE) & (low == _QUEEN)] = GROUPS.index("mini_royal")
    group[(category == TRAIL) & (high == _ACE)] = GROUPS.index("three_aces")
    return kept(group)


@lru_cache(maxsize=64)
def qualifying(ranking: Ranking, qualifier: str) -> Bools:
    """Return with which of the 22,100 hands the dealer plays."""
    category = table_of(ranking).category
    return kept((category > HIGH) | (ranks()[:, 0] >= LOWEST_TOP[qualifier]))


@lru_cache(maxsize=64)
def rows_of(ranking: Ranking, qualifier: str) -> Rows:
    """Return the rows of a ranking with a dealer who qualifies as in `paytable.QUALIFIERS`."""
    table = table_of(ranking)
    plays = qualifying(ranking, qualifier)
    none = disjoint(~plays)
    # Hands that do not qualify are the lowest: none of them beats another such hand.
    win = np.where(plays, table.win - none, 0)
    tie = np.where(plays, table.tie, 0)
    lose = DEALER_HANDS - none - win - tie
    group, level = groups_of(ranking), table.level
    _keys, first, row_of, hands = np.unique(
        _key(level, none, win, tie), return_index=True, return_inverse=True, return_counts=True
    )
    none, win, lose, tie = (kept(part[first].astype(np.int64)) for part in (none, win, lose, tie))
    return Rows(group[first], level[first], kept(hands), none, win, lose, tie, kept(row_of))


def _key(level: Ints, none: Ints, win: Ints, tie: Ints) -> Ints:
    """Return one number that is equal for equivalent hands."""
    key = level.astype(np.int64)
    for part in (none, win, tie):
        key = key * (DEALER_HANDS + 1) + part
    return key
