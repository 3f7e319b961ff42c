"""The play of users today (UTC, by the database's clock), for their play limits."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from core.messages import catalogue
from core.runtime.replica import reader
from games.engines.core.registry import all_games

# Play limits do not wait until spectators of a delayed table have seen a hand.
#
# Nobody plays more hands in a day than there are seconds for; at most this many rows of the user's
# index are read.
_TODAY = """
SELECT p.id, coalesce(l.lost, 0) + coalesce(w.lost, 0), coalesce(m.minutes, 0)
FROM unnest(%s::uuid[]) AS p(id)
CROSS JOIN (SELECT date_trunc('day', clock_timestamp() AT TIME ZONE 'UTC') AS day) d
LEFT JOIN LATERAL (
    SELECT -sum(s.net) AS lost FROM games_playerstats s
    WHERE s.user_id = p.id AND s.period = 'day' AND s.start = d.day::date AND s.plays_for = 'chips'
        AND s.game = ANY(%s)
) l ON true
LEFT JOIN LATERAL (
    SELECT -sum(s.net) AS lost FROM games_withheldhand w JOIN games_handseat s USING (hand_id)
    JOIN games_hand h ON h.id = hand_id
    WHERE s.user_id = p.id AND h.plays_for = 'chips' AND s.finished_at > d.day AT TIME ZONE 'UTC'
) w ON true
LEFT JOIN LATERAL (
    SELECT extract(epoch FROM sum(upper(u.span) - lower(u.span))) / 60 AS minutes FROM unnest((
        SELECT range_agg(tstzrange(greatest(h.started_at, d.day AT TIME ZONE 'UTC'), r.finished_at))
        FROM (SELECT hand_id, finished_at FROM games_handseat WHERE user_id = p.id
            ORDER BY id >> 14 DESC, id DESC LIMIT 5000) r
        JOIN games_hand h ON h.id = r.hand_id WHERE r.finished_at > d.day AT TIME ZONE 'UTC'
    )) AS u(span)
) m ON true
"""


@dataclass(frozen=True, slots=True)
class Today:
    """Chips lost (below 0: won) and minutes in hands; simultaneous hands count once."""

    lost: int
    minutes: int

    @property
    def spent(self) -> str:
        """The time as text."""
        hours, minutes = divmod(self.minutes, 60)
        return catalogue().text("statistics.spent", {"hours": hours, "minutes": minutes})

    @property
    def result(self) -> str:
        """The chips with the sign of the user's result."""
        return catalogue().number(-self.lost, signed=True)


def today_of(user_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, Today]:
    """The play of each of these users today; one query."""
    with reader().cursor() as cursor:
        cursor.execute(_TODAY, [list(user_ids), [game.key for game in all_games()]])
        return {row[0]: Today(int(row[1]), int(row[2])) for row in cursor.fetchall()}
