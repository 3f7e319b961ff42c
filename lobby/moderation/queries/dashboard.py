"""The figures of the staff dashboard, in a fixed number of queries."""

import datetime
import time
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db import connection
from django.db.models import QuerySet

from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from lobby.moderation.models import AuditFinding
from lobby.tables.dealer import BEAT_KEY
from lobby.tables.ws import hub

ONLINE_WITHIN_S = 120
"""A user who had a page open within these seconds counts as online."""
CHART_HOURS = 24
FINDINGS_SHOWN_MAX = 20

_TABLES = """
SELECT count(*), count(*) FILTER (WHERE p.live), count(*) FILTER (WHERE p.frozen),
    count(*) FILTER (WHERE t.state = 'draining')
FROM lobby_tablehead p JOIN lobby_table t ON t.id = p.table_id WHERE t.state <> 'closed'
"""
_PEOPLE = """
SELECT count(DISTINCT s.user_id) FILTER (WHERE u.kind = 'person'),
    count(DISTINCT s.user_id) FILTER (WHERE u.kind = 'guest'),
    (SELECT count(DISTINCT b.user_id) FROM lobby_seat b
     JOIN accounts_user v ON v.id = b.user_id AND v.kind = 'bot')
FROM lobby_seat s JOIN accounts_user u ON u.id = s.user_id
WHERE s.seen_at > now() - make_interval(secs => %s)
"""
_HANDS = """
SELECT date_trunc('hour', started_at), count(*) FROM games_hand
WHERE started_at >= date_trunc('hour', now()) - make_interval(hours => %s)
GROUP BY 1
"""
_SUPPLY = "SELECT kind, sum(balance)::bigint FROM accounts_account GROUP BY kind"
_WAITING = """
SELECT (SELECT count(*) FROM lobby_report WHERE state = 'open'),
    (SELECT count(*) FROM lobby_report WHERE state = 'taken'),
    (SELECT count(*) FROM core_proposal WHERE state = 'open'),
    (SELECT count(*) FROM accounts_sanction WHERE verdict = 'waiting')
"""


@dataclass(frozen=True, slots=True)
class Tables:
    """The numbers of open tables: all, with a live hand, frozen and draining."""

    open: int
    live: int
    frozen: int
    draining: int


@dataclass(frozen=True, slots=True)
class Online:
    """The numbers of people at the site now, with a seat or without.

    `people` (registered) and `guests` have a seat and its page open, `bots` a seat. `watching` are
    spectators, and `lobby` open pages of the lobby; both count visitors without a name too.
    """

    people: int
    guests: int
    bots: int
    watching: int
    lobby: int

    @property
    def seated(self) -> int:
        """People and guests at tables."""
        return self.people + self.guests

    @property
    def everybody(self) -> int:
        """All people whose page is open; somebody with two pages may count twice."""
        return self.seated + self.watching + self.lobby


@dataclass(frozen=True, slots=True)
class Waiting:
    """The numbers of items that wait for staff."""

    reports: int
    taken: int
    proposals: int
    appeals: int


@dataclass(frozen=True, slots=True)
class Hour:
    """The number of hands that began in an hour."""

    start: datetime.datetime
    hands: int


@dataclass(frozen=True, slots=True)
class DashboardFigures:
    """The site's state at one moment; `supply` is chips by kind of account and adds up to 0."""

    tables: Tables
    online: Online
    hours: tuple[Hour, ...]
    supply: dict[str, int]
    waiting: Waiting
    beat_age_s: int | None
    tasks: list[PeriodicTask]
    findings: list[AuditFinding]


def dashboard_figures() -> DashboardFigures:
    """Everything the dashboard shows."""
    with connection.cursor() as cursor:

        def rows(sql: str, *parameters: int) -> list[tuple[Any, ...]]:
            cursor.execute(sql, parameters or None)
            return list(cursor.fetchall())

        supply = dict(rows(_SUPPLY))
        people, guests, bots = rows(_PEOPLE, ONLINE_WITHIN_S)[0]
        return DashboardFigures(
            tables=Tables(*rows(_TABLES)[0]),
            online=Online(people, guests, bots, sum(hub.watching().values()), hub.in_lobby()),
            hours=_hours(dict(rows(_HANDS, CHART_HOURS - 1))),
            supply=supply,
            waiting=Waiting(*rows(_WAITING)[0]),
            beat_age_s=_beat_age(),
            tasks=periodic_tasks.in_order(),
            findings=list(_findings()),
        )


def _findings() -> QuerySet[AuditFinding]:
    """The audit findings that still hold, the newest first."""
    current = AuditFinding.objects.filter(gone_at=None).select_related("table", "case")
    return current.order_by("-id")[:FINDINGS_SHOWN_MAX]


def _hours(counted: dict[datetime.datetime, int]) -> tuple[Hour, ...]:
    """Every hour of the last day, the oldest first, including those without a hand."""
    now = datetime.datetime.now(datetime.UTC).replace(minute=0, second=0, microsecond=0)
    starts = (now - datetime.timedelta(hours=back) for back in reversed(range(CHART_HOURS)))
    return tuple(Hour(start, counted.get(start, 0)) for start in starts)


def _beat_age() -> int | None:
    beat = cache.get(BEAT_KEY)
    return None if beat is None else max(0, round(time.time() - beat))
