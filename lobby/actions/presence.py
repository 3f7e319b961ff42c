"""Noting who has a table's page open: it keeps seats and wakes tables of bots."""

import uuid

from django.db.models import Q
from django.utils import timezone

from lobby.actions.desk import at_tables
from lobby.models import Pulse, Seat, Table


def note_presence(
    *, table_ids: set[uuid.UUID], people: set[tuple[uuid.UUID, uuid.UUID]]
) -> None:
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
    idle = Pulse.objects.filter(pk__in=table_ids, live=False, turn_at=None, wake_at__gt=now)
    sleeping += [
        pk
        for pk, wake_at in idle.values_list("pk", "wake_at")
        if (wake_at - now).total_seconds() > 8 and pk not in sleeping
    ]
    if not sleeping:
        return
    with at_tables(sleeping) as desk:
        for place in desk.places.values():
            if not place.pulse.live:
                place.pulse.wake_at = desk.now
                place.changed = True
