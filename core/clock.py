"""Time: the database's clock, and timestamps as all messages write them."""

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
    """A time as Unix milliseconds; None for None."""
    return None if moment is None else int(moment.timestamp() * 1000)


def database_now() -> datetime:
    """The database's time, so that deadlines do not depend on the clock of one server."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        now: datetime = cursor.fetchone()[0]
    return now
