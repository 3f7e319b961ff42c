"""How a table plays: its average pot and its speed, from the results of its last hands.

One statement reads all tables, and its rows are kept for a while: neither a row of the list nor a
page takes a query of its own.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings

from core.runtime.single_flight import SharedCopies
from core.runtime.sql import run
from games.hands.models.packed import PACKED

HANDS_MAX = 20
"""The hands that count, the last ones of a table; gaps between them decide by their median."""
HANDS_MIN = 5
"""A table with fewer hands has no pace yet."""
LIFETIME_S = 30.0
_CACHED_POTS_MAX = 20_000
"""Results whose pots a process remembers, since a hand is read again until others follow it."""

# Spectators of a delayed table see a hand later, and those of a closed one never.
_PACE = """
SELECT p.table_id, f.results, round(3600 / f.gap)::int
FROM lobby_tablehead p, LATERAL (
    SELECT count(*) AS hands, array_agg(h.result) AS results,
        percentile_cont(0.5) WITHIN GROUP (
            ORDER BY extract(epoch FROM h.started_at - h.before)) AS gap
    FROM (
        SELECT l.result, l.started_at, lag(l.started_at) OVER (ORDER BY l.number) AS before
        FROM (
            SELECT number, started_at, result FROM games_hand
            WHERE table_id = p.table_id AND status = 'finished' AND spectators <> 'closed'
                AND finished_at <= clock_timestamp() - spectator_delay_s * interval '1 second'
            ORDER BY number DESC LIMIT %s
        ) l
    ) h
) f
WHERE p.hand_id IS NOT NULL AND f.hands >= %s AND f.gap > 0
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """`average_pot` is None where hands have no pot, as against a dealer."""

    average_pot: int | None = None
    hands_an_hour: int | None = None


UNKNOWN = Pace()

_copies: SharedCopies[dict[uuid.UUID, Pace]] = SharedCopies(lifetime_s=LIFETIME_S, most=1)


def paces() -> dict[uuid.UUID, Pace]:
    """The pace of each open table that has played enough, at most half a minute old."""
    return _copies.get((), _read) if settings.SHARED_ANSWERS else _read()


def _read() -> dict[uuid.UUID, Pace]:
    (rows,) = run((_PACE, (HANDS_MAX, HANDS_MIN)))
    return {table_id: Pace(_average(results), speed) for table_id, results, speed in rows}


def _average(results: Sequence[bytes]) -> int | None:
    """The average of the pots of stored results; None if none has a pot."""
    pots = [pot for result in results if (pot := _pot_of(result)) is not None]
    return (2 * sum(pots) + len(pots)) // (2 * len(pots)) if pots else None


@lru_cache(maxsize=_CACHED_POTS_MAX)
def _pot_of(result: bytes) -> int | None:
    pots = PACKED.unpack(result)["pots"]
    return sum(pot["amount"] for pot in pots) if pots else None
