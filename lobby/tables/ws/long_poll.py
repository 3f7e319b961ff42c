"""API requests that wait for a table to change (long polling).

A waiting request is only an event on the loop and uses no thread or database connection. The event
carries no data; the request then reads the database.
"""

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterator, KeysView
from contextlib import contextmanager

from lobby.tables.errors import TableRefused

WAITING_MAX, WAITING_EACH_MAX = 1_000, 4
"""The most waiting requests in one process, and of one user or address."""


class LongPolls:
    """The waiting requests of this process, by table."""

    def __init__(self) -> None:
        self._at: dict[uuid.UUID, set[asyncio.Event]] = {}
        self._by: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """The number of waiting requests."""
        return self._by.total()

    @property
    def tables(self) -> KeysView[uuid.UUID]:
        """The tables that requests wait for."""
        return self._at.keys()

    @contextmanager
    def for_change(self, table_id: uuid.UUID, *, who: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes inside the block.

        A caller that reads the table inside the block and then waits misses no change. Raises
        `Refused` TOO_MANY_WAITING.
        """
        if self._by[who] >= WAITING_EACH_MAX or self.count >= WAITING_MAX:
            raise TableRefused(
                "TOO_MANY_WAITING",
                wait_s=5,
                status=429,
            )
        changed = asyncio.Event()
        self._at.setdefault(table_id, set()).add(changed)
        self._by[who] += 1
        try:
            yield changed
        finally:
            self._at[table_id].discard(changed)
            if not self._at[table_id]:
                del self._at[table_id]
            self._by[who] -= 1
            if not self._by[who]:
                del self._by[who]

    def wake(self, table_id: uuid.UUID) -> None:
        """Wake all requests that wait for this table."""
        for changed in self._at.get(table_id, ()):
            changed.set()
