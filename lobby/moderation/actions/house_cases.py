"""Shared by the searches that open cases: one search at a time, no second case for a person.

A case only asks staff to look; nothing here restricts anybody.
"""

import datetime
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection, transaction
from django.db.models import QuerySet

from games.hands.models import Hand
from lobby.moderation.models import Report

_LOCK = 0x0D0A9
"""The PostgreSQL advisory lock that lets one search at a time open its cases."""


@contextmanager
def alone() -> Iterator[None]:
    """A transaction in which no other search opens cases."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def known(kind: str, since: datetime.datetime) -> QuerySet[Report]:
    """The house's cases of a kind that are recent (from `since` on) or still open."""
    cases = Report.objects.filter(by=None, kind=kind, about__isnull=False)
    return cases.filter(at__gt=since) | cases.exclude(state=Report.State.CLOSED)


def known_pairs(since: datetime.datetime) -> set[frozenset[uuid.UUID]]:
    """Givers with their receivers about whom the house has a recent or open case."""
    cases = known(Report.Kind.COLLUSION, since)
    return {
        frozenset((uuid.UUID(giver), about))
        for figures, about in cases.values_list("figures", "about_id")
        for giver in figures["givers"]
    }


def tables_of(hand_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """The table of each of these hands."""
    return dict(Hand.objects.filter(pk__in=list(hand_ids)).values_list("pk", "table_id"))
