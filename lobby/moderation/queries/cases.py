"""The queue of reports, and a user's timeline."""

import datetime
import uuid
from dataclasses import dataclass
from typing import Any

from django.db import connection

from lobby.moderation.models import Report


@dataclass(frozen=True, slots=True)
class Case:
    """One report of the queue; `others` is the number of further open ones about the same user."""

    report: Report
    others: int


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a user's timeline: a chat line, a hand or a log-in."""

    at: datetime.datetime
    kind: str
    text: str
    table_id: uuid.UUID | None
    hand_id: uuid.UUID | None
    amount: int | None


def queue(*, state: str = Report.State.OPEN, limit: int = 50) -> tuple[Case, ...]:
    """Reports in one state: those about the most reported users first, then the oldest."""
    found = Report.objects.filter(state=state).select_related("table", "by", "about", "handler")
    rows = list(found.order_by("at")[: 4 * limit])
    about: dict[Any, int] = {}
    for row in rows:
        about[row.about_id] = about.get(row.about_id, 0) + 1
    cases = [Case(row, about[row.about_id] - 1 if row.about_id else 0) for row in rows]
    return tuple(sorted(cases, key=lambda case: (-case.others, case.report.at))[:limit])


_TIMELINE = """
SELECT at, kind, text, table_id, hand_id, amount FROM (
    (SELECT at, 'chat' AS kind, coalesce(nullif(said, ''), text) AS text, table_id,
        NULL::uuid AS hand_id, NULL::bigint AS amount
     FROM lobby_chatline WHERE user_id = %(user)s AND at BETWEEN %(since)s AND %(until)s
     ORDER BY id DESC LIMIT %(limit)s)
    UNION ALL
    (SELECT s.finished_at, 'hand', h.game || ' ' || h.number || ' ' || h.status, h.table_id,
        h.id, s.net
     FROM games_handseat s JOIN games_hand h ON h.id = s.hand_id
     WHERE s.user_id = %(user)s AND s.finished_at BETWEEN %(since)s AND %(until)s
     ORDER BY s.id >> 14 DESC, s.id DESC LIMIT %(limit)s)
    UNION ALL
    (SELECT at, 'session', concat_ws(' ', host(address), browser), NULL, NULL, NULL
     FROM accounts_signin WHERE user_id = %(user)s AND at BETWEEN %(since)s AND %(until)s
     ORDER BY at DESC LIMIT %(limit)s)
) AS moments ORDER BY at DESC LIMIT %(limit)s
"""
_FIRST, _LAST = (datetime.datetime(year, 1, 1, tzinfo=datetime.UTC) for year in (2000, 9999))


def timeline(
    user_id: uuid.UUID,
    *,
    since: datetime.datetime | None = None,
    until: datetime.datetime | None = None,
    limit: int = 200,
) -> tuple[Moment, ...]:
    """A user's chat lines, hands and log-ins, newest first, in one query.

    A hand's `amount` is the chips won or lost; no card is read.
    """
    named: dict[str, Any] = {
        "user": user_id,
        "since": since or _FIRST,
        "until": until or _LAST,
        "limit": limit,
    }
    with connection.cursor() as cursor:
        cursor.execute(_TIMELINE, named)
        return tuple(Moment(*row) for row in cursor.fetchall())
