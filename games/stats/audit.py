"""The audit of statistics: recomputes the sums from the stored hands."""

from collections.abc import Iterator

from core.audit.checks import register
from core.audit.findings import Finding
from core.audit.parts import BySum
from games.hands.queries.stored import HANDS
from games.stats.queries.sums import Sums, add_stored, stored_sums

KIND = "standings"
"""The kind of its findings."""


def _compare(sums: Sums) -> Iterator[Finding]:
    stored, expected = stored_sums().rows(), sums.rows()
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if stored.get(key) != expected.get(key):
            text = f"{stored.get(key)}, not {expected.get(key)}"
            yield Finding(KIND, " ".join(map(str, key)), text)


check_player_stats = BySum(HANDS, Sums, add_stored, Sums.merge, _compare)
"""Check that player stats, pairs and tallies equal the sums over the stored hands."""

register("standings add up", check_player_stats)
