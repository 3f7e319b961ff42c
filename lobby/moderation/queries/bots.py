"""Read people's decision times for bot detection."""

import datetime
import uuid
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import connection

from accounts.people.models import User
from lobby.moderation.detection.bots import Decision

# A turn begins with the previous seat's action. Looking at one's cards out of turn (`see`) begins
# nothing. After a player leaves it is unclear whose turn began, so the next decision is left out,
# and so is the first one of a hand, which waits for the deal animation.
_DECISIONS = """
SELECT user_id, hand_id, game, moves.kind, extract(epoch FROM at)::float8,
    extract(epoch FROM at - began)::float8 * 1000, clock_ms
FROM (
    SELECT s.user_id, a.hand_id, a.seq, h.game, a.kind, a.auto, a.at, a.bank_ms, h.clock_ms,
        lag(a.auto) OVER hands AS auto_before,
        CASE WHEN lag(a.kind) OVER hands = 'see' AND lag(a.seat) OVER hands = a.seat
            THEN lag(a.at) OVER hands
            ELSE max(a.at) FILTER (WHERE a.kind <> 'see') OVER before END AS began
    FROM games_hand h
    JOIN LATERAL (SELECT * FROM games_playedaction p WHERE p.hand_id = h.id OFFSET 0) a ON true
    JOIN games_handseat s ON s.hand_id = h.id AND s.seat = a.seat
    WHERE h.started_at > %(since)s AND h.started_at <= %(until)s AND h.status = 'finished' {among}
    WINDOW hands AS (PARTITION BY a.hand_id ORDER BY a.seq),
        before AS (hands ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
) AS moves
JOIN accounts_user u ON u.id = moves.user_id AND u.kind = ANY(%(kinds)s)
WHERE auto = '' AND auto_before <> 'leave' AND began IS NOT NULL
    -- Longer than the clock and the bank it used: the table was frozen meanwhile.
    AND at - began <= make_interval(secs => (clock_ms + bank_ms + 1000) / 1000.0)
ORDER BY user_id, at
"""
_AMONG = "AND h.id IN (SELECT hand_id FROM games_handseat WHERE user_id = ANY(%(people)s))"
_PEOPLE = (User.Kind.PERSON, User.Kind.GUEST)


def decisions(
    *,
    since: datetime.datetime,
    until: datetime.datetime,
    people: Sequence[uuid.UUID] | None = None,
) -> Iterator[tuple[uuid.UUID, list[Decision]]]:
    """Each user with their own decisions in the finished hands of a period, in one query.

    With `people`, only those users. Registered bots are left out, and so are automatic actions by
    the clock or the table.
    """
    wanted = None if people is None else list(people)
    parameters: dict[str, Any] = {
        "since": since,
        "until": until,
        "kinds": list(_PEOPLE),
        "people": wanted,
    }
    with connection.cursor() as cursor:
        cursor.execute(_DECISIONS.format(among="" if wanted is None else _AMONG), parameters)
        for user_id, rows in groupby(cursor, key=itemgetter(0)):
            if wanted is None or user_id in wanted:
                yield user_id, [Decision(*row[1:]) for row in rows]
