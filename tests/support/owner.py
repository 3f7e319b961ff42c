"""Actions that only the owner of the database may do; tests have the program's role."""

from collections.abc import Iterator
from contextlib import contextmanager

import pgtrigger
from django.db import connection
from django.db.backends.utils import CursorWrapper

from config.embedded.servers import PROGRAM
from tests.support.waiting import wait_until


@contextmanager
def as_owner() -> Iterator[CursorWrapper]:
    """A cursor of the owner in a transaction; every statement inside has the owner's rights."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE NONE")
        yield cursor
        cursor.execute(f"SET LOCAL ROLE {PROGRAM}")


@contextmanager
def no_triggers() -> Iterator[None]:
    """Disable triggers, as an attacker with the owner's rights could. Undone with the test."""
    with as_owner() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pgtrigger.ignore():
            yield


def wait_until_lock_is_awaited() -> None:
    """Return once another transaction waits for a lock of this database."""
    with as_owner() as cursor:
        wait_until(lambda: _waits(cursor), "a transaction to wait for a lock")


def _waits(cursor: CursorWrapper) -> bool:
    cursor.execute("SELECT pg_stat_clear_snapshot()")
    cursor.execute(
        "SELECT count(*) FROM pg_stat_activity"
        " WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    return bool(cursor.fetchone()[0])
