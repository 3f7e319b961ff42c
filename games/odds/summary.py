"""The table in few numbers, for plots: by category, and how strengths are spread."""

from dataclasses import dataclass

import numpy as np

from games.odds.counts import OddsTable
from games.odds.hands import DEALER_HANDS
from games.odds.strength import CATEGORIES

BINS = 50


@dataclass(frozen=True, slots=True)
class CategorySum:
    """All hands of one category: how many, and their dealer hands summed."""

    key: str
    hands: int
    win: int
    lose: int
    tie: int


def by_category(table: OddsTable) -> tuple[CategorySum, ...]:
    """From high card to trail."""
    sums = []
    for place, key in enumerate(CATEGORIES):
        mine = table.category == place
        parts = (int(part[mine].sum()) for part in (table.win, table.lose, table.tie))
        sums.append(CategorySum(key, int(mine.sum()), *parts))
    return tuple(sums)


def spread(table: OddsTable) -> list[list[int]]:
    """For each category the hands whose share of wins is in each of 50 equal parts of 0 to 1."""
    part = np.minimum(table.win.astype(np.int64) * BINS // DEALER_HANDS, BINS - 1)
    category = table.category.astype(np.int64)  # in 8 bits 5 * 50 has no room
    cells = np.bincount(category * BINS + part, minlength=len(CATEGORIES) * BINS)
    return [list(map(int, row)) for row in cells.reshape(len(CATEGORIES), BINS)]
