"""Requests that wait for a table to change: the API's long poll.

A waiting request is an event on the loop and nothing else: no thread, no database connection.
What changed is not said here; who is woken reads the database.
"""

import asyncio
import uuid
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from lobby.tables.errors import TableRefused

MOST, EACH = 1_000, 4
"""Waiting requests in one process, and of one person or address."""


class LongPolls:
    """Everybody in this process who waits for some table."""

    def __init__(self) -> None:
        self._at: dict[uuid.UUID, set[asyncio.Event]] = {}
        self._by: Counter[str] = Counter()

    @property
    def count(self) -> int:
        """How many wait now."""
        return self._by.total()

    @contextmanager
    def for_change(self, table_id: uuid.UUID, *, who: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the table changes while the block runs.

        Who looks at the table inside the block, and then waits, misses nothing. Raises `Refused`
        TOO_MANY_WAITING.
        """
        if self._by[who] >= EACH or self.count >= MOST:
            raise TableRefused(
                "TOO_MANY_WAITING", "Too many of your requests wait already.", wait_s=5
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
        """The table changed."""
        for changed in self._at.get(table_id, ()):
            changed.set()
