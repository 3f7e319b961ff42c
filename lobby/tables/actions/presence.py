"""Record who has a table's page open: presence keeps seats and wakes sleeping tables."""

import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lobby.tables.actions.transaction import lock_tables
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)


def note_presence(*, table_ids: set[uuid.UUID], people: set[tuple[uuid.UUID, uuid.UUID]]) -> None:
    """Store that these tables are being watched, and by which (table, user) pairs with a seat."""
    now = timezone.now()
    # Skip locked rows until the next time: presence must never wait for a lock.
    with transaction.atomic():
        free = Table.objects.select_for_update(skip_locked=True).filter(pk__in=table_ids)
        Table.objects.filter(pk__in=[table.pk for table in free]).update(watched_at=now)
    if people:
        here = Q()
        for table_id, user_id in people:
            here |= Q(table_id=table_id, user_id=user_id)
        with transaction.atomic():
            seats = Seat.objects.select_for_update(skip_locked=True).filter(here)
            Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(seen_at=now)
    asleep = TableHead.objects.filter(
        pk__in=table_ids, next_timer_at=None, live=False, frozen=False
    )
    sleeping = list(asleep.values_list("pk", flat=True))
    if not sleeping:
        return
    with lock_tables(sleeping) as tx:
        for locked in tx.tables.values():
            head = locked.head
            if head.next_timer_at is None and not (head.live or head.frozen):
                head.next_timer_at = tx.now
                locked.changed = True
