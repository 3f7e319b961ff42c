"""What only the owner of the database may do; tests have the program's role."""

from collections.abc import Iterator
from contextlib import contextmanager

import pgtrigger
from django.db import connection
from django.db.backends.utils import CursorWrapper

from config.services import PROGRAM


@contextmanager
def as_owner() -> Iterator[CursorWrapper]:
    """A cursor of the owner, within a transaction; all statements within are his."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE NONE")
        yield cursor
        cursor.execute(f"SET LOCAL ROLE {PROGRAM}")


@contextmanager
def no_triggers() -> Iterator[None]:
    """What somebody with the keys to the database could do. Undone with the test."""
    with as_owner() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pgtrigger.ignore():
            yield
