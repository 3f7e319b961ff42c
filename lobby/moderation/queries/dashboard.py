"""The figures of the staff dashboard, in a fixed number of queries."""

import datetime
import time
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet, Sum, Value
from django.db.models.functions import Now, TruncHour

from accounts.ledger.models import Account
from accounts.people.models import User
from accounts.sanctions.models import Sanction
from core.periodic_tasks import runner as periodic_tasks
from core.periodic_tasks.models import PeriodicTask
from core.staff.models import Proposal
from games.hands.models import Hand
from lobby.moderation.models import AuditFinding, Report
from lobby.tables.models import Seat, Table, TableHead
from lobby.tables.play.dealer import BEAT_KEY
from lobby.tables.ws import hub

ONLINE_WITHIN_S = 120
"""A user who had a page open within these seconds counts as online."""
CHART_HOURS = 24
FINDINGS_SHOWN_MAX = 20


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
    accounts = Account.objects.values_list("kind").annotate(Sum("balance"))
    return DashboardFigures(
        tables=_tables(),
        online=_online(),
        hours=_hours(),
        supply={kind: int(chips) for kind, chips in accounts},
        waiting=_waiting(),
        beat_age_s=_beat_age(),
        tasks=periodic_tasks.in_order(),
        findings=list(_findings()),
    )


def _tables() -> Tables:
    heads = TableHead.objects.exclude(table__state=Table.State.CLOSED)
    return Tables(
        **heads.aggregate(
            open=Count("pk"),
            live=Count("pk", filter=Q(live=True)),
            frozen=Count("pk", filter=Q(frozen=True)),
            draining=Count("pk", filter=Q(table__state=Table.State.DRAINING)),
        )
    )


def _online() -> Online:
    seen = Q(seen_at__gt=Now() - datetime.timedelta(seconds=ONLINE_WITHIN_S))

    def users(kind: User.Kind, which: Q) -> Count:
        return Count("user", distinct=True, filter=which & Q(user__kind=kind))

    seated = Seat.objects.aggregate(
        people=users(User.Kind.PERSON, seen),
        guests=users(User.Kind.GUEST, seen),
        bots=users(User.Kind.BOT, Q()),
    )
    return Online(**seated, watching=sum(hub.watching().values()), lobby=hub.in_lobby())


def _waiting() -> Waiting:
    """All four numbers in one query."""

    def rows(found: QuerySet[Any], name: str) -> Any:
        return found.order_by().values_list(Value(name)).annotate(Count("pk"))

    reports, proposals = Report.objects.all(), Proposal.objects.all()
    counted = rows(reports.filter(state=Report.State.OPEN), "reports").union(
        rows(reports.filter(state=Report.State.TAKEN), "taken"),
        rows(proposals.filter(state=Proposal.State.OPEN), "proposals"),
        rows(Sanction.objects.filter(verdict=Sanction.Verdict.WAITING), "appeals"),
        all=True,
    )
    return Waiting(**dict(counted))


def _findings() -> QuerySet[AuditFinding]:
    """The audit findings that still hold, the newest first."""
    current = AuditFinding.objects.filter(gone_at=None).select_related("table", "case")
    return current.order_by("-id")[:FINDINGS_SHOWN_MAX]


def _hours() -> tuple[Hour, ...]:
    """Every hour of the last day, the oldest first, including those without a hand."""
    now = datetime.datetime.now(datetime.UTC).replace(minute=0, second=0, microsecond=0)
    starts = [now - datetime.timedelta(hours=back) for back in reversed(range(CHART_HOURS))]
    hands = Hand.objects.filter(started_at__gte=starts[0]).order_by()
    counted = dict(hands.values_list(TruncHour("started_at")).annotate(Count("pk")))
    return tuple(Hour(start, counted.get(start, 0)) for start in starts)


def _beat_age() -> int | None:
    beat = cache.get(BEAT_KEY)
    return None if beat is None else max(0, round(time.time() - beat))
