"""The audit of statistics: recomputes the sums from the stored hands."""

import datetime
from collections.abc import Collection, Iterator
from typing import Any

from core.audit.checks import register
from core.audit.findings import Finding
from core.audit.parts import BySum
from games.hands.models.archived import archived_months
from games.hands.queries.stored import HANDS
from games.stats.queries.sums import (
    DAY,
    MONTH,
    WEEK,
    PairKey,
    StatsKey,
    Sums,
    add_stored,
    stored_sums,
)

KIND = "standings"
"""The kind of its findings."""
_DAYS = {DAY: 1, WEEK: 7, MONTH: 31}


def _compare(sums: Sums) -> Iterator[Finding]:
    stored, expected = stored_sums().rows(), sums.rows()
    months = archived_months()
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if stored.get(key) != expected.get(key) and not _reach(key, months):
            text = f"{stored.get(key)}, not {expected.get(key)}"
            yield Finding(KIND, " ".join(map(str, key)), text)


def _reach(key: tuple[Any, ...], months: Collection[datetime.date]) -> bool:
    """Whether a sum has hands of these months: by their deals, which may end on the next day."""
    if not months:
        return False
    if isinstance(key, StatsKey):
        first, days = key.start, _DAYS.get(key.period)
    elif isinstance(key, PairKey):
        first, days = key.month, 31
    else:
        days = None
    if days is None:
        return True
    last = first + datetime.timedelta(days=days - 1)
    spans = ((month, (month + datetime.timedelta(days=31)).replace(day=1)) for month in months)
    return any(first <= after and month <= last for month, after in spans)


check_player_stats = BySum(HANDS, Sums, add_stored, Sums.merge, _compare)
"""Check that player stats, pairs and tallies equal the sums over the stored hands.

Sums over archived months are not compared: their hands are in files.
"""

register("standings add up", check_player_stats)
