"""Rows that the tests of a module or folder share, because making them takes seconds.

Nothing else may run with the database meanwhile: they are visible to every test until the end.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from games.hands.queries import live


@contextmanager
def shared_rows(django_db_blocker: Any) -> Iterator[None]:
    """A transaction around many tests, rolled back at its end; for a fixture of a wide scope.

    Each test is a savepoint in it, and starts with `forget_hands`.
    """
    with django_db_blocker.unblock():
        forget_hands()
        with transaction.atomic():
            yield
            transaction.set_rollback(True)
        forget_hands()


def forget_hands() -> None:
    """Empty this process's cache of live hands, which no transaction rolls back."""
    live.cache.clear()
