"""Moments as every message writes them: milliseconds since 1970."""

from datetime import datetime
from typing import overload


@overload
def ms(moment: datetime) -> int: ...
@overload
def ms(moment: None) -> None: ...
@overload
def ms(moment: datetime | None) -> int | None: ...
def ms(moment: datetime | None) -> int | None:
    """A moment in milliseconds, None for none."""
    return None if moment is None else int(moment.timestamp() * 1000)
