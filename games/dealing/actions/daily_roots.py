"""Closing days: each day that is over gets one root over the digests of its hands, once.

A hand is in the first tree that is made after the commit of its end, of a day that its
`finished_at` does not lie after. Hands in play at midnight end on a later day; a hand whose end was
committed only after its day was closed is in the next one. What one statement sees is the whole
record, so no hand is left out, however late it comes; rows are append-only, so none is added.
"""

import datetime

import structlog
from django.db import connection, transaction

from games.dealing.models import DailyDigest, DailyRoot
from games.fair.days import block_roots, root_over
from games.fair.scheme import NO_CHAIN, day_head_after

_LOCK = 0x0DA1
"""Of PostgreSQL's advisory locks: one closes days at a time."""

# Hands that have ended, have a proof, and are in no tree. The digests of all others are not read.
_OPEN = """
WITH ended AS MATERIALIZED (
    SELECT h.id FROM games_hand h
    WHERE h.status <> 'live' AND h.finished_at < %(until)s
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
    """Close each day (UTC) that is over and has no root yet, in their order; how many."""
    closed = 0
    while _close_one():
        closed += 1
    return closed


@transaction.atomic
def _close_one() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        # Asked under the lock: by now whoever held it has committed.
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
    # A copy outside of the database, where nobody with its keys can rewrite it.
    log.info("a day is closed", day=str(day), hands=len(hands), head=head.hex())
    return True


def _first_day(today: datetime.date) -> datetime.date | None:
    """The day on which the first hand with a proof ended, if that day is over."""
    with connection.cursor() as cursor:
        cursor.execute(_FIRST, {"until": _midnight(today)})
        (first,) = cursor.fetchone()
    return first.astimezone(datetime.UTC).date() if first else None


def _midnight(day: datetime.date) -> datetime.datetime:
    """The moment at which a day begins."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)
