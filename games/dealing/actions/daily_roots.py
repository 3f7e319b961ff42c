"""Closing days: each past day gets one Merkle root over what ended on it.

A day of TFAIR2 has a leaf for each deck that ended, dealt or thrown away; one of TFAIR1 had the
digests of its hands. The day of the change, on which the first deck of TFAIR2 ended, is closed by
both: its head of TFAIR2 follows that of TFAIR1, and no day of TFAIR1 comes later. A hand of TFAIR1
that ends after it is in no day; the first deck of its table that ends by TFAIR2 has its chain.

A deck or hand belongs to the first tree that is built after the commit of its end, for a day not
before that end. Hands in play at midnight end on a later day; an end that is committed after its
day was closed belongs to the next one. One statement selects from all of them, so none is left out,
however late it is; rows are append-only, so none is added later.
"""

import datetime
import re
import uuid
from typing import Any

import structlog
from django.db import transaction

from core.runtime.sql import run
from games.dealing.models import DailyDigest, DailyRoot, DayLeaf, DeckDay
from games.dealing.signing import sign_day_head
from games.fair.days import block_roots, root_over
from games.fair.scheme import NO_CHAIN, day_head_after
from games.fair.tfair2 import hashes
from games.fair.tfair2.days import DECKS
from games.hands.models.packed import deal_in

_LOCK = 0x0DA1
"""A PostgreSQL advisory lock: only one process closes days at a time."""
_DAY = datetime.timedelta(days=1)
_BATCH_ROWS_MAX = 5_000

# Hands of TFAIR1 that have ended and are in no tree. The deals of all others are not read.
_OPEN = """
SELECT h.id, h.finished_at, h.opening FROM games_hand h
WHERE h.deck_no IS NULL AND h.status <> 'live' AND h.finished_at < %s
    AND NOT EXISTS (SELECT FROM games_dailydigest d WHERE d.hand_id = h.id)
"""
_DIGEST = re.compile("[0-9a-f]{64}")
# Decks of TFAIR2 that have ended and are in no tree.
_DECKS = """
WITH ended AS (
    SELECT table_id, deck_no AS no, chain, finished_at AS at FROM games_hand
    WHERE chain IS NOT NULL AND finished_at < %s
    UNION ALL
    SELECT table_id, no, decode(deck ->> 'chain', 'hex'), thrown_at FROM games_throwndeck
    WHERE thrown_at < %s
)
"""
_FIRST_DECK = _DECKS + "SELECT min(at) FROM ended"  # noqa: S608 - constants
_TAKE_DECKS = (
    _DECKS
    + """
SELECT table_id, no, chain FROM ended e
WHERE NOT EXISTS (SELECT FROM games_dayleaf l WHERE l.table_id = e.table_id AND l.no = e.no)
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
    run(("SELECT pg_advisory_xact_lock(%s)", [_LOCK]))
    # Queried under the lock: by now its previous holder has committed.
    (((today,),),) = run(("SELECT (clock_timestamp() AT TIME ZONE 'UTC')::date", []))
    last = DailyRoot.objects.defer("blocks").order_by("-day").first()
    last_decks = DeckDay.objects.defer("blocks").order_by("-day").first()
    # The first day of TFAIR2 is the last of TFAIR1.
    change = DeckDay.objects.order_by("day").values_list("day", flat=True).first()
    if change is None:
        change = _first_day_of_decks(today)
    day = last.day + _DAY if last else _first_day_of_hands(today)
    if day is not None and day < today and (change is None or day <= change):
        _close_hands(day, bytes(last.head) if last else NO_CHAIN)
        return True
    if last_decks is not None:
        day = last_decks.day + _DAY
    else:
        # Decks that ended before are in the first tree after the last of TFAIR1.
        day = max(change, last.day) if change and last else change
    if day is None or day >= today:
        return False
    before = last_decks or last
    _close_decks(day, bytes(before.head) if before else NO_CHAIN)
    return True


def _close_hands(day: datetime.date, before: bytes) -> None:
    """Close a day of TFAIR1; `before` is the head of the day before."""
    taken = sorted((digest, hand_id) for hand_id, _at, digest in _open_hands(day + _DAY))
    hands = [(hand_id, digest) for digest, hand_id in taken]
    blocks = block_roots([digest for _hand, digest in hands])
    root = root_over(blocks)
    head = day_head_after(before, day, len(hands), root)
    DailyRoot.objects.create(
        day=day, hands=len(hands), root=root, head=head, blocks=b"".join(blocks)
    )
    DailyDigest.objects.bulk_create(
        (
            DailyDigest(hand_id=hand_id, day_id=day, place=place, digest=digest)
            for place, (hand_id, digest) in enumerate(hands)
        ),
        batch_size=_BATCH_ROWS_MAX,
    )
    # Logged outside the database too, where nobody with database access can rewrite it.
    log.info("day closed", day=str(day), hands=len(hands), head=head.hex())


def _close_decks(day: datetime.date, before: bytes) -> None:
    """Close a day of TFAIR2; `before` is the head of the day before, by either scheme."""
    until = _midnight(day + _DAY)
    rows: list[Any] = run((_TAKE_DECKS, [until, until]))[0]
    decks = sorted(
        (hashes.slot_of(table_id.bytes, no), bytes(chain), table_id, no)
        for table_id, no, chain in rows
    )
    blocks = block_roots([(slot, chain) for slot, chain, *_deck in decks], DECKS)
    root = root_over(blocks, DECKS)
    head = hashes.day_head_after(before, day, len(decks), root)
    DeckDay.objects.create(
        day=day,
        leaves=len(decks),
        root=root,
        head=head,
        signature=bytes.fromhex(sign_day_head(head)),
        blocks=b"".join(blocks),
    )
    DayLeaf.objects.bulk_create(
        (
            DayLeaf(slot=slot, table_id=table_id, no=no, day_id=day, place=place, chain=chain)
            for place, (slot, chain, table_id, no) in enumerate(decks)
        ),
        batch_size=_BATCH_ROWS_MAX,
    )
    log.info("day closed", day=str(day), decks=len(decks), head=head.hex())


def _open_hands(until: datetime.date) -> list[tuple[uuid.UUID, datetime.datetime, bytes]]:
    """The hands of TFAIR1 in no tree that ended before a day: id, end, digest."""
    (rows,) = run((_OPEN, [_midnight(until)]))
    digests = [(hand_id, at, str(deal_in(opening).get("digest"))) for hand_id, at, opening in rows]
    return [
        (hand_id, at, bytes.fromhex(digest))
        for hand_id, at, digest in digests
        if _DIGEST.fullmatch(digest)
    ]


def _first_day_of_hands(today: datetime.date) -> datetime.date | None:
    """The day on which the first hand of TFAIR1 ended, if that day is over."""
    return _day_of(min((at for _hand, at, _digest in _open_hands(today)), default=None))


def _first_day_of_decks(today: datetime.date) -> datetime.date | None:
    """The day on which the first deck of TFAIR2 ended, if that day is over."""
    (((first,),),) = run((_FIRST_DECK, [_midnight(today)] * 2))
    return _day_of(first)


def _day_of(moment: datetime.datetime | None) -> datetime.date | None:
    return moment.astimezone(datetime.UTC).date() if moment else None


def _midnight(day: datetime.date) -> datetime.datetime:
    """The start of a day in UTC."""
    return datetime.datetime.combine(day, datetime.time(), datetime.UTC)
