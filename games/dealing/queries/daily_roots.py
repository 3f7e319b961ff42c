"""Closed days of TFAIR1 as anyone may read them, and the path from a hand to the root of its day.

The only thing published about a hand here is its digest: a hash over random ids, the commitment and
the cuts. It reveals nothing about cards, players or the table (docs/fair-dealing.md).
"""

import datetime
import uuid
from typing import TypedDict

from games.dealing.models import DailyDigest, DailyRoot
from games.fair.days import BLOCK_LEAVES, day_path
from games.fair.deck import LEAF_BYTES, pieces
from games.fair.proof import SCHEME
from games.fair.scheme import NO_CHAIN


class Day(TypedDict):
    """A link in the chain of days; hashes in hexadecimal."""

    scheme: str
    day: str
    hands: int
    root: str
    head: str


class DayOfHand(TypedDict):
    """The position of a hand in the tree of its day, and the path from its digest to the root."""

    day: str
    hands: int
    place: int
    path: list[str]
    root: str
    before: str
    head: str


def as_json(row: DailyRoot) -> Day:
    """A closed day as it is published."""
    return {
        "scheme": SCHEME,
        "day": row.day.isoformat(),
        "hands": row.hands,
        "root": bytes(row.root).hex(),
        "head": bytes(row.head).hex(),
    }


def digests_of(day: datetime.date, *, after: int, limit: int) -> list[str]:
    """Up to `limit` digests of a closed day in order, without the first `after`."""
    rows = DailyDigest.objects.filter(day=day, place__gte=after, place__lt=after + limit)
    return [
        bytes(digest).hex() for digest in rows.order_by("place").values_list("digest", flat=True)
    ]


def day_of(hand_id: uuid.UUID) -> DayOfHand | None:
    """The day of a hand with the path to its root; None while the day is not closed."""
    found = DailyDigest.objects.select_related("day").filter(pk=hand_id).first()
    if found is None:
        return None
    place, row = found.place, found.day
    first = place - place % BLOCK_LEAVES
    near = DailyDigest.objects.filter(day=row, place__gte=first, place__lt=first + BLOCK_LEAVES)
    digests = list(map(bytes, near.order_by("place").values_list("digest", flat=True)))
    path = day_path(pieces(bytes(row.blocks), LEAF_BYTES), digests, place)
    yesterday = DailyRoot.objects.filter(day__lt=row.day).order_by("-day")
    before = yesterday.values_list("head", flat=True).first()
    return {
        "day": row.day.isoformat(),
        "hands": row.hands,
        "place": place,
        "path": [node.hex() for node in path],
        "root": bytes(row.root).hex(),
        "before": (bytes(before) if before else NO_CHAIN).hex(),
        "head": bytes(row.head).hex(),
    }
