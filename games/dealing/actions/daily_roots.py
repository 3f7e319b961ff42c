"""Closing days: each past day gets one Merkle root over the digests of its hands.

A hand belongs to the first tree that is built after the commit of its end, for a day not before its
`finished_at`. Hands in play at midnight end on a later day; a hand whose end is committed after its
day was closed belongs to the next one. One statement selects from all hands, so none is left out,
however late it is; rows are append-only, so none is added later.
"""

import datetime

import structlog
from django.db import connection, transaction

from games.dealing.models import DailyDigest, DailyRoot
from games.fair.days import block_roots, root_over
from games.fair.scheme import NO_CHAIN, day_head_after

_LOCK = 0x0DA1
"""A PostgreSQL advisory lock: only one process closes days at a time."""

# Hands that have ended, have a proof, and are in no tree. The digests of all others are not read.
_OPEN = """
WITH ended AS MATERIALIZED (
    SELECT h.id FROM games_hand h
    WHERE h.deck_no IS NULL AND h.status <> 'live' AND h.finished_at < %(until)s
        AND NOT EXISTS (SELECT FROM games_dailydigest d WHERE d.hand_id = h.id)
), open AS (
    SELECT h.id, h.finished_at, h.opening #>> '{deal,digest}' AS digest
    FROM ended JOIN games_hand h USING (id)
    WHERE h.opening #>> '{deal,digest}' ~ '^[0-9a-f]{64}$'
)
"""
_FIRST = _OPEN + "SELECT min(finished_at) FROM open"  # noqa: S608 - constants
_TAKE = (
    _OPEN
    + """
SELECT id, decode(digest, 'hex') AS digest FROM open ORDER BY digest, id
"""
)

log = structlog.get_logger("days")


def close_days() -> int:
    """Close each past day (UTC) that has no root yet, in order; returns how many."""
    closed = 0
    while _close_one():
        closed += 1
    return closed


@transaction.atomic
def _close_one() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        # Queried under the lock: by now its previous holder has committed.
        cursor.execute("SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date")
        (today,) = cursor.fetchone()
        last = DailyRoot.objects.order_by("-day").first()
        day = last.day + datetime.timedelta(days=1) if last else _first_day(today)
        if day is None or day >= today:
            return False
        cursor.execute(_TAKE, {"until": _midnight(day + datetime.timedelta(days=1))})
        hands = [(hand_id, bytes(digest)) for hand_id, digest in cursor.fetchall()]
    blocks = block_roots([digest for _hand, digest in hands])
    root, before = root_over(blocks), bytes(last.head) if last else NO_CHAIN
    head = day_head_after(before, day, len(hands), root)
    DailyRoot.objects.create(
        day=day, hands=len(hands), root=root, head=head, blocks=b"".join(blocks)
    )
    DailyDigest.objects.bulk_create(
        (
            DailyDigest(hand_id=hand_id, day_id=day, place=place, digest=digest)
            for place, (hand_id, digest) in enumerate(hands)
        ),
        batch_size=5_000,
    )
    # Logged outside the database too, where nobody with database access can rewrite it.
    log.info("day closed", day=str(day), hands=len(hands), head=head.hex())
    return True


def _first_day(today: datetime.date) -> datetime.date | None:
    """The day on which the first hand with a proof ended, if that day is over."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, {"until": _midnight(today)})
        (first,) = cursor.fetchone()
    return first.astimezone(datetime.UTC).date() if first else None


def _midnight(day: datetime.date) -> datetime.datetime:
    """The start of a day in UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)
