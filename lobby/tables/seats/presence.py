"""Record who has a table's page open: presence keeps seats and wakes sleeping tables."""

import uuid

from django.utils import timezone

from core.runtime.sql import as_json, run
from lobby.tables.models import TableHead
from lobby.tables.transaction.transaction import lock_tables

# Rows that are locked are skipped until the next time: presence must never wait for a lock.
_WATCHED = """
WITH free AS (SELECT id FROM lobby_table WHERE id = ANY(%s) FOR UPDATE SKIP LOCKED)
UPDATE lobby_table AS t SET watched_at = %s FROM free WHERE t.id = free.id
"""
_SEEN = """
WITH free AS (
    SELECT s.id FROM jsonb_to_recordset(%s::jsonb) AS r(table_id uuid, user_id uuid)
    JOIN lobby_seat s USING (table_id, user_id) FOR UPDATE OF s SKIP LOCKED
)
UPDATE lobby_seat AS s SET seen_at = %s FROM free WHERE s.id = free.id
"""


def note_presence(*, table_ids: set[uuid.UUID], people: set[tuple[uuid.UUID, uuid.UUID]]) -> None:
    """Store that these tables are being watched, and by which (table, user) pairs with a seat."""
    now = timezone.now()
    run((_WATCHED, [list(table_ids), now]))
    if people:
        pairs = [{"table_id": table_id, "user_id": user_id} for table_id, user_id in people]
        run((_SEEN, [as_json(pairs), now]))
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
