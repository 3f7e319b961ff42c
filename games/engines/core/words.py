"""Parts of sentences that several games use."""

import re
from collections.abc import Iterable

from games.engines.core.cards import HIDDEN

_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_JOKERS = {"B": "small joker", "R": "big joker"}

_COUNTED = re.compile(
    r"(pair|straight|flush|full house|royal|sequence|pure|trail|color)\b", re.IGNORECASE
)


def a_hand(label: str) -> str:
    """Return the name of a hand with its article: `a pair of nines`, `two pair, aces and kings`."""
    article = "a " if _COUNTED.match(label) else ""
    return f"{article}{label[:1].lower()}{label[1:]}"


def with_signs(codes: Iterable[str]) -> list[str]:
    """Return the texts of cards as people write them.

    >>> with_signs(["As", "TH", "BJ", "??"])
    ['A♠', '10♥', 'small joker', '▮']
    """
    return [_with_sign(code) for code in codes]


def _with_sign(code: str) -> str:
    if code == HIDDEN:
        return "▮"
    rank, suit = code[0], code[1]
    return _JOKERS.get(rank) or f"{'10' if rank == 'T' else rank}{_SIGNS[suit.lower()]}"
