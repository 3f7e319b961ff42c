"""Cases of chip dumping: the house reports whose chips go one way, and does nothing else."""

import datetime
import uuid
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from games.models import Hand
from games.queries.dumping import watch
from games.statistics.dumping import Suspicion
from lobby.models import Report

_LOCK = 0x0D0A9
"""Of PostgreSQL's advisory locks: one search opens its cases at a time."""


def open_dumping_cases(*, days: int, until: datetime.datetime | None = None) -> list[Report]:
    """Search the last `days` and open a case for each pair or ring that has none from this time.

    A ring is one case, of all its givers; it is known when each of them is. About whom the chips
    went to; staff decide what it means.
    """
    until = until or timezone.now()
    since = until - datetime.timedelta(days=days)
    found = watch(since=since, until=until).suspicions()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        known = _known_pairs(since)
        fresh = [
            one
            for one in found
            if any(frozenset((giver, one.receiver)) not in known for giver in one.givers)
        ]
        tables = dict(
            Hand.objects.filter(pk__in=[one.hand for one in fresh]).values_list("pk", "table_id")
        )
        return [_open(one, tables[one.hand], since, until) for one in fresh]


def _known_pairs(since: datetime.datetime) -> set[frozenset[uuid.UUID]]:
    """Pairs that have a case from this time, or one that is still open."""
    cases = Report.objects.filter(by=None, kind=Report.Kind.COLLUSION)
    recent = cases.filter(at__gt=since) | cases.exclude(state=Report.State.CLOSED)
    return {
        frozenset((uuid.UUID(giver), about))
        for figures, about in recent.values_list("figures", "about_id")
        if about is not None
        for giver in figures["givers"]
    }


def _open(
    found: Suspicion, table_id: uuid.UUID, since: datetime.datetime, until: datetime.datetime
) -> Report:
    return Report.objects.create(
        table_id=table_id,
        hand_id=found.hand,
        about_id=found.receiver,
        kind=Report.Kind.COLLUSION,
        text=found.words(),
        figures=_figures(found) | {"since": since.isoformat(), "until": until.isoformat()},
    )


def _figures(found: Suspicion) -> dict[str, Any]:
    named = found._asdict()
    people = {name: str(named.pop(name)) for name in ("receiver", "giver", "hand")}
    return people | named | {"givers": [str(giver) for giver in found.givers]}
