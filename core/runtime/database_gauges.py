"""Gauges that ask the database: once for all that read the same, and not at every scrape."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.db import connection

from core.runtime.single_flight import SharedCopies

T = TypeVar("T")

SHARED_S = 5.0
"""An answer is shared for this long, whoever asks."""


def rows_shared(read: Callable[[], T]) -> Callable[[], T]:
    """Decorate a function that reads the database in a thread of its own; what it gives is shared.

    Its connection goes back to the pool at once: the thread of a scrape ends with it.
    """
    copies: SharedCopies[T] = SharedCopies(lifetime_s=SHARED_S, most=1)

    def ask() -> T:
        try:
            return read()
        finally:
            if not connection.in_atomic_block:
                connection.close()

    @wraps(read)
    def shared() -> T:
        return copies.get(None, ask)

    return shared
