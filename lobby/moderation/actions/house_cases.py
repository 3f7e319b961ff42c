"""Cases that the house opens itself after a search: one search at a time, nobody twice.

What was found is a question to staff; nothing here does anything about it.
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
"""Of PostgreSQL's advisory locks: one search opens its cases at a time."""


@contextmanager
def alone() -> Iterator[None]:
    """A transaction in which no other search opens cases."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        yield


def known(kind: str, since: datetime.datetime) -> QuerySet[Report]:
    """The house's cases of a kind from this time on, and all that are still open."""
    cases = Report.objects.filter(by=None, kind=kind, about__isnull=False)
    return cases.filter(at__gt=since) | cases.exclude(state=Report.State.CLOSED)


def tables_of(hand_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, uuid.UUID]:
    """At which table each of these hands was played."""
    return dict(Hand.objects.filter(pk__in=list(hand_ids)).values_list("pk", "table_id"))
