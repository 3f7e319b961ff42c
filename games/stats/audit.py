"""The audit of statistics: sums computed again from the stored hands."""

from collections.abc import Iterator

from core.audit.checks import Finding, register
from games.stats.queries.sums import stored_sums, sums_of_record


def check_player_stats() -> Iterator[Finding]:
    """Standings, pairs and tallies are what the stored hands add up to."""
    sums, _hands = sums_of_record()
    stored, expected = stored_sums().rows(), sums.rows()
    for key in sorted(stored.keys() | expected.keys(), key=str):
        if stored.get(key) != expected.get(key):
            text = f"{stored.get(key)}, not {expected.get(key)}"
            yield Finding("standings", " ".join(map(str, key)), text)


register("standings add up", check_player_stats)
