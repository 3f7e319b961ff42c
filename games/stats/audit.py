"""The audit of statistics: recomputes the sums from the stored hands."""

from collections.abc import Iterator

from core.audit.checks import Finding, register
from games.stats.queries.sums import stored_sums, sums_of_record


def check_player_stats() -> Iterator[Finding]:
    """Check that player stats, pairs and tallies equal the sums over the stored hands."""
    sums, _hands = sums_of_record()
    stored, expected = stored_sums().rows(), sums.rows()
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if stored.get(key) != expected.get(key):
            text = f"{stored.get(key)}, not {expected.get(key)}"
            yield Finding("standings", " ".join(map(str, key)), text)


register("standings add up", check_player_stats)
