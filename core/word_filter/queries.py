"""The filter of unwanted words that holds now: the site's list with the changes of staff.

Each process keeps the filter it made and looks at the one row of `WordList` at most every few
seconds, so that a line of chat costs no query of its own.
"""

import time
from dataclasses import dataclass

from core.errors import RequestRefused
from core.word_filter.filter import Filter, listed
from core.word_filter.models import WordList

FRESH_S = 3.0
"""So long at most a process goes on with a list that staff have changed."""
WORDS_TEXT = "This name has a word that is not wanted here; please choose another one."

Changes = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(slots=True)
class _Held:
    filter: Filter | None = None
    changes: Changes = ((), ())
    looked_at: float = 0.0


_held = _Held()


def standing() -> Filter:
    """The filter to use now."""
    if _held.filter is None or time.monotonic() - _held.looked_at > FRESH_S:
        changes = _changes()
        if _held.filter is None or changes != _held.changes:
            unwanted, harmless = listed()
            more, fewer = changes
            _held.filter = Filter((unwanted | {*more}) - {*fewer}, (harmless - {*more}) | {*fewer})
        _held.changes, _held.looked_at = changes, time.monotonic()
    return _held.filter


def look_again() -> None:
    """Let the next question read what staff have changed."""
    _held.looked_at = 0.0


def _changes() -> Changes:
    row = WordList.objects.values_list("unwanted", "harmless").filter(pk=1).first()
    return (tuple(row[0]), tuple(row[1])) if row else ((), ())


def masked(text: str) -> str:
    """`text` as others read it: `***` for each unwanted word."""
    return standing().mask(text)


def check_name(name: str) -> str:
    """The name, unless it has an unwanted word: then `RequestRefused` NAME_WORDS."""
    if standing().find(name):
        raise RequestRefused("NAME_WORDS", WORDS_TEXT)
    return name
