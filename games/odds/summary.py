"""Summaries of the table for plots: by category, and the distribution of strength."""

from dataclasses import dataclass

import numpy as np

from games.odds.counts import OddsTable
from games.odds.hands import DEALER_HANDS
from games.odds.strength import CATEGORIES

BINS = 50


@dataclass(frozen=True, slots=True)
class CategorySum:
    """All hands of one category: their number, and the sums over their dealer hands."""

    key: str
    hands: int
    win: int
    lose: int
    tie: int


def by_category(table: OddsTable) -> tuple[CategorySum, ...]:
    """Return the sums from high card to trail."""
    sums = []
    for number, key in enumerate(CATEGORIES):
        mine = table.category == number
        parts = (int(part[mine].sum()) for part in (table.win, table.lose, table.tie))
        sums.append(CategorySum(key, int(mine.sum()), *parts))
    return tuple(sums)


def spread(table: OddsTable) -> list[list[int]]:
    """Count for each category the hands by share of wins, in 50 equal bins of 0 to 1."""
    part = np.minimum(table.win.astype(np.int64) * BINS // DEALER_HANDS, BINS - 1)
    category = table.category.astype(np.int64)  # 5 * 50 overflows 8 bits
    cells = np.bincount(category * BINS + part, minlength=len(CATEGORIES) * BINS)
    return [list(map(int, row)) for row in cells.reshape(len(CATEGORIES), BINS)]
