"""The word filter in use: the vendored list with the changes of staff.

Each process caches its filter and reads the row of `WordList` at most every few seconds, so that
a chat message costs no query of its own.
"""

import time
from dataclasses import dataclass

from core.errors import RequestRefused
from core.word_filter.filter import Filter, listed
from core.word_filter.models import WordList

LIST_LIFETIME_S = 3.0
"""The longest time that a process uses a list after staff have changed it."""

Changes = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class _Cached:
    filter: Filter | None = None
    changes: Changes = ((), ())
    read_at: float = 0.0


_cached = _Cached()


def current_filter() -> Filter:
    """The filter in use now."""
    if _cached.filter is None or time.monotonic() - _cached.read_at > LIST_LIFETIME_S:
        changes = _changes()
        if _cached.filter is None or changes != _cached.changes:
            unwanted, harmless = listed()
            more, fewer = changes
            _cached.filter = Filter(
                (unwanted | {*more}) - {*fewer}, (harmless - {*more}) | {*fewer}
            )
        _cached.changes, _cached.read_at = changes, time.monotonic()
    return _cached.filter


def refresh() -> None:
    """Let the next call read the changes of staff at once."""
    _cached.read_at = 0.0


def _changes() -> Changes:
    row = WordList.objects.values_list("unwanted", "harmless").filter(pk=1).first()
    return (tuple(row[0]), tuple(row[1])) if row else ((), ())


def masked(text: str) -> str:
    """`text` as others read it: `***` in place of each unwanted word."""
    return current_filter().mask(text)


def check_name(name: str) -> str:
    """Return the name; raises `RequestRefused` NAME_WORDS if it has an unwanted word."""
    if current_filter().find(name):
        raise RequestRefused("NAME_WORDS")
    return name
