"""Closed days as anyone may read them, and the path from a hand to the root of its day.

The only thing published about a hand here is its digest: a hash over random ids, the commitment and
the cuts. It reveals nothing about cards, players or the table (docs/fair-dealing.md).
"""

import datetime
import json
import uuid
from collections.abc import Iterator
from typing import TypedDict

from core.http.documents import Document
from core.runtime.single_flight import SharedCopies
from games.dealing.models import DailyDigest, DailyRoot
from games.fair.days import BLOCK_LEAVES, day_path
from games.fair.proof import SCHEME
from games.fair.scheme import NO_CHAIN

HASH_BYTES = 32
DIGESTS_PER_READ_COUNT = 4_096
"""Digests in one file of a day: about 300 KB."""
_LINES = "application/x-ndjson"

_chains: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=1)
_files: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=8)


class Day(TypedDict):
    """A link in the chain of days; hashes in hexadecimal."""

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


def _as_json(row: DailyRoot) -> Day:
    return {
        "day": row.day.isoformat(),
        "hands": row.hands,
        "root": bytes(row.root).hex(),
        "head": bytes(row.head).hex(),
    }


def last_day() -> Day | None:
    """The last closed day; None before the first."""
    row = DailyRoot.objects.defer("blocks").order_by("-day").first()
    return _as_json(row) if row else None


def chain(after: int = 0, limit: int | None = None) -> list[Day]:
    """Closed days, oldest first, without the first `after`."""
    rows = DailyRoot.objects.defer("blocks").order_by("day")
    return [_as_json(row) for row in rows[after : None if limit is None else after + limit]]


def chain_file() -> Document:
    """The whole chain as a JSON file (200 bytes a day), made once for each new day."""
    last = last_day()
    return _chains.get(last and last["head"], _chain_file)


def _chain_file() -> Document:
    rows = ",\n".join(json.dumps(day) for day in chain())
    text = f'{{"scheme": "{SCHEME}", "days": [\n{rows}\n]}}\n'
    return Document.of(text.encode(), "application/json")


def digests_of(day: datetime.date, *, after: int, limit: int) -> list[str]:
    """Up to `limit` digests of a closed day in order, without the first `after`."""
    rows = DailyDigest.objects.filter(day=day, place__gte=after, place__lt=after + limit)
    return [
        bytes(digest).hex() for digest in rows.order_by("place").values_list("digest", flat=True)
    ]


def closed_day(text: str) -> datetime.date | None:
    """The closed day with this ISO date (2026-11-22); None if there is none."""
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return None
    if text != day.isoformat():
        return None  # other spellings, such as 20261122
    return day if DailyRoot.objects.filter(pk=day).exists() else None


def digests_file(day: datetime.date, number: int) -> Document | None:
    """Part `number` (from 1) of a day's digests, one quoted digest a line; None if there is none.

    A closed day never changes, so each process makes a part only once.
    """
    row = DailyRoot.objects.filter(pk=day).values_list("hands", "head").first()
    parts = max(1, -(-row[0] // DIGESTS_PER_READ_COUNT)) if row else 0
    if row is None or not 1 <= number <= parts:
        return None
    return _files.get((bytes(row[1]), number), lambda: Document.of(_part(day, number), _LINES))


def _part(day: datetime.date, number: int) -> bytes:
    after = (number - 1) * DIGESTS_PER_READ_COUNT
    digests = digests_of(day, after=after, limit=DIGESTS_PER_READ_COUNT)
    return "".join(f'"{digest}"\n' for digest in digests).encode()


def day_of(hand_id: uuid.UUID) -> DayOfHand | None:
    """The day of a hand with the path to its root; None while the day is not closed."""
    found = DailyDigest.objects.select_related("day").filter(pk=hand_id).first()
    if found is None:
        return None
    place, row = found.place, found.day
    first = place - place % BLOCK_LEAVES
    near = DailyDigest.objects.filter(day=row, place__gte=first, place__lt=first + BLOCK_LEAVES)
    digests = list(map(bytes, near.order_by("place").values_list("digest", flat=True)))
    path = day_path(list(_hashes(bytes(row.blocks))), digests, place)
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


def _hashes(data: bytes) -> Iterator[bytes]:
    whole = bytes(data)
    return (whole[at : at + HASH_BYTES] for at in range(0, len(whole), HASH_BYTES))
