"""Closed days of TFAIR2 as anyone may read them, and the path from a deck to the root of its day.

All that is published of a deck here is its slot and its table's chain: hashes over random ids. They
reveal nothing about cards, players or the table (docs/fair-dealing.md).
"""

import datetime
import uuid
from typing import TypedDict

from games.dealing.models import DailyRoot, DayLeaf, DeckDay
from games.fair.days import BLOCK_LEAVES, day_path
from games.fair.deck import LEAF_BYTES, pieces
from games.fair.scheme import NO_CHAIN
from games.fair.tfair2.days import DECKS
from games.fair.tfair2.hashes import SCHEME, day_number, slot_of


class ClosedDeckDay(TypedDict):
    """A link in the chain of days; `day` counts from 1970-01-01, hashes are in hexadecimal."""

    scheme: str
    day: int
    leaves: int
    root: str
    head: str
    signature: str


class DayOfDeck(TypedDict):
    """The position of a deck in the tree of its day, and the path from its leaf to the root."""

    day: int
    leaves: int
    place: int
    path: list[str]
    root: str
    before: str
    head: str


def as_json(row: DeckDay) -> ClosedDeckDay:
    """A closed day as it is published."""
    return {
        "scheme": SCHEME,
        "day": day_number(row.day),
        "leaves": row.leaves,
        "root": bytes(row.root).hex(),
        "head": bytes(row.head).hex(),
        "signature": bytes(row.signature).hex(),
    }


def items_of(day: datetime.date, *, after: int, limit: int) -> list[list[str]]:
    """Up to `limit` leaves of a closed day in order, [slot, chain], without the first `after`."""
    rows = DayLeaf.objects.filter(day=day, place__gte=after, place__lt=after + limit)
    found = rows.order_by("place").values_list("slot", "chain")
    return [[bytes(slot).hex(), bytes(chain).hex()] for slot, chain in found]


def day_of_deck(table_id: uuid.UUID, no: int | None) -> DayOfDeck | None:
    """The day of a deck with the path to its root; None while the day is not closed."""
    if no is None:
        return None
    slot = slot_of(table_id.bytes, no)
    found = DayLeaf.objects.select_related("day").filter(pk=slot).first()
    if found is None:
        return None
    place, row = found.place, found.day
    first = place - place % BLOCK_LEAVES
    near = DayLeaf.objects.filter(day=row, place__gte=first, place__lt=first + BLOCK_LEAVES)
    items = [
        (bytes(slot), bytes(chain))
        for slot, chain in near.order_by("place").values_list("slot", "chain")
    ]
    path = day_path(pieces(bytes(row.blocks), LEAF_BYTES), items, place, DECKS)
    return {
        "day": day_number(row.day),
        "leaves": row.leaves,
        "place": place,
        "path": [node.hex() for node in path],
        "root": bytes(row.root).hex(),
        "before": head_before(row.day).hex(),
        "head": bytes(row.head).hex(),
    }


def head_before(day: datetime.date) -> bytes:
    """The head of the chain of days before a day of TFAIR2: the first follows those of TFAIR1."""
    for days in (DeckDay.objects.filter(day__lt=day), DailyRoot.objects.filter(day__lte=day)):
        head = days.order_by("-day").values_list("head", flat=True).first()
        if head is not None:
            return bytes(head)
    return NO_CHAIN
