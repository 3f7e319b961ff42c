"""Noting who has a table's page open: it keeps seats and wakes tables of bots."""

import datetime
import uuid

from django.db.models import Q
from django.utils import timezone

from lobby.actions.desk import at_tables
from lobby.models import Pulse, Seat, Table

LONG = datetime.timedelta(seconds=8)
"""A longer wait than this is no pause between hands: the table sleeps."""


def note_presence(*, table_ids: set[uuid.UUID], people: set[tuple[uuid.UUID, uuid.UUID]]) -> None:
    """Store that these tables are being looked at, and by which (table, person) of their seats."""
    now = timezone.now()
    Table.objects.filter(pk__in=table_ids).update(watched_at=now)
    if people:
        here = Q()
        for table_id, user_id in people:
            here |= Q(table_id=table_id, user_id=user_id)
        Seat.objects.filter(here).update(seen_at=now)
    asleep = Pulse.objects.filter(pk__in=table_ids, live=False, hand_id=None)
    sleeping = list(asleep.values_list("pk", flat=True))
    idle = Pulse.objects.filter(pk__in=table_ids, live=False, hand_id__isnull=False)
    sleeping += list(idle.filter(wake_at__gt=now + LONG).values_list("pk", flat=True))
    if not sleeping:
        return
    with at_tables(sleeping) as desk:
        for place in desk.places.values():
            if not place.pulse.live:
                place.pulse.wake_at = desk.now
                place.changed = True
