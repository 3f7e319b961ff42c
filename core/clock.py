"""Time: the database's clock, and times as every message writes them."""

from datetime import datetime
from typing import overload

from django.db import connection


@overload
def to_unix_ms(moment: datetime) -> int: ...
@overload
def to_unix_ms(moment: None) -> None: ...
@overload
def to_unix_ms(moment: datetime | None) -> int | None: ...
def to_unix_ms(moment: datetime | None) -> int | None:
    """A moment in milliseconds, None for none."""
    return None if moment is None else int(moment.timestamp() * 1000)


def database_now() -> datetime:
    """The database's time: what people wait for cannot be hastened by a wrong clock of ours."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
