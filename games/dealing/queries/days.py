"""The chain of closed days as anyone may read it: those of TFAIR1, then those of TFAIR2.

The day of the change has a link by each scheme. A closed day never changes.
"""

import datetime
import json
from typing import Any, NamedTuple

from core.http.documents import Document
from core.runtime.single_flight import SharedCopies
from games.dealing.models import DailyRoot, DeckDay
from games.dealing.queries import daily_roots, deck_days
from games.dealing.queries.daily_roots import Day
from games.dealing.queries.deck_days import ClosedDeckDay
from games.dealing.queries.fair_keys import published_keys
from games.fair.proof import SCHEME as TFAIR1
from games.fair.tfair2.hashes import SCHEME as TFAIR2

ITEMS_PER_FILE_COUNT = 4_096
"""Items in one file of a day: about 300 KB of digests, 600 KB of decks."""
_LINES = "application/x-ndjson"

_chains: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=1)
_files: SharedCopies[Document] = SharedCopies(lifetime_s=None, most=8)


class ClosedDay(NamedTuple):
    """A closed day by one of the schemes; `length` is the number of its items."""

    scheme: str
    day: datetime.date
    length: int
    head: str

    @property
    def has_decks(self) -> bool:
        """Whether its items are decks; else they are hands."""
        return self.scheme == TFAIR2

    def items(self, *, after: int, limit: int) -> list[Any]:
        """Up to `limit` items in order, without the first `after`.

        Items are digests of hands (TFAIR1), or [slot, chain] of decks, in hexadecimal.
        """
        if self.scheme == TFAIR1:
            return list(daily_roots.digests_of(self.day, after=after, limit=limit))
        return list(deck_days.items_of(self.day, after=after, limit=limit))


def last_day() -> ClosedDay | None:
    """The last closed day; None before the first."""
    decks = DeckDay.objects.order_by("-day").values_list("day", "leaves", "head").first()
    if decks is not None:
        return _closed(TFAIR2, decks)
    hands = DailyRoot.objects.order_by("-day").values_list("day", "hands", "head").first()
    return None if hands is None else _closed(TFAIR1, hands)


def _closed(scheme: str, values: tuple[datetime.date, int, Any]) -> ClosedDay:
    day, length, head = values
    return ClosedDay(scheme, day, length, bytes(head).hex())


def chain(after: int = 0, limit: int | None = None) -> list[Day | ClosedDeckDay]:
    """Closed days, oldest first, without the first `after`."""
    end = None if limit is None else after + limit
    hands = DailyRoot.objects.defer("blocks").order_by("day")
    found: list[Day | ClosedDeckDay] = [daily_roots.as_json(row) for row in hands[after:end]]
    if end is None or len(found) < end - after:
        older = hands.count()
        decks = DeckDay.objects.defer("blocks").order_by("day")
        rest = decks[max(0, after - older) : None if end is None else max(0, end - older)]
        found += map(deck_days.as_json, rest)
    return found


def chain_file() -> Document:
    """The whole chain as a JSON file with the public keys (300 bytes a day).

    It is made once for each new day or key.
    """
    last, keys = last_day(), json.dumps(published_keys())
    return _chains.get((last and last.head, keys), lambda: _chain_file(keys))


def _chain_file(keys: str) -> Document:
    rows = ",\n".join(json.dumps(day) for day in chain())
    text = f'{{"scheme": "{TFAIR2}", "keys": {keys}, "days": [\n{rows}\n]}}\n'
    return Document.of(text.encode(), "application/json")


def closed_day(text: str, scheme: str = "") -> ClosedDay | None:
    """The closed day with this ISO date (2026-11-22); None if there is none.

    The day of the change is that of TFAIR2, unless `scheme` asks for the older one.
    """
    try:
        day = datetime.date.fromisoformat(text)
    except ValueError:
        return None
    if text != day.isoformat():
        return None  # other spellings, such as 20261122
    if scheme in ("", TFAIR2):
        decks = DeckDay.objects.filter(pk=day).values_list("day", "leaves", "head").first()
        if decks is not None:
            return _closed(TFAIR2, decks)
    if scheme in ("", TFAIR1):
        hands = DailyRoot.objects.filter(pk=day).values_list("day", "hands", "head").first()
        if hands is not None:
            return _closed(TFAIR1, hands)
    return None


def items_file(day: ClosedDay, number: int) -> Document | None:
    """Part `number` (from 1) of a day's items, one JSON value a line; None if there is none.

    A closed day never changes, so each process makes a part only once.
    """
    if not 1 <= number <= max(1, -(-day.length // ITEMS_PER_FILE_COUNT)):
        return None
    return _files.get((day.head, number), lambda: Document.of(_part(day, number), _LINES))


def _part(day: ClosedDay, number: int) -> bytes:
    after = (number - 1) * ITEMS_PER_FILE_COUNT
    items = day.items(after=after, limit=ITEMS_PER_FILE_COUNT)
    return "".join(json.dumps(item) + "\n" for item in items).encode()
