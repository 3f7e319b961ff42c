"""The value of a hand in codes: its kind, and the ranks that name it.

Engines name no hand in words; pages, files and the API make the words from its value.
"""

from collections.abc import Iterable
from typing import TypedDict

from games.engines.core.cards import RANKS


class HandValue(TypedDict):
    """A kind such as `full_house`, and ranks as in cards (`["9", "K"]`), the first one first.

    Values are shared objects, which callers must not change.
    """

    kind: str
    ranks: list[str]


def hand_value(kind: str, ranks: Iterable[int] = ()) -> HandValue:
    """Return the value of a kind and the numbers of its ranks.

    >>> hand_value("full_house", [7, 11])
    {'kind': 'full_house', 'ranks': ['9', 'K']}
    """
    return {"kind": kind, "ranks": [RANKS[rank] for rank in ranks]}
