"""Cards as people write them."""

from collections.abc import Iterable

from core.messages import catalogue
from games.engines.core.cards import HIDDEN

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_JOKERS = {"B": "cards.joker.small", "R": "cards.joker.big"}


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
    if rank in _JOKERS:
        return catalogue().text(_JOKERS[rank])
    return f"{'10' if rank == 'T' else rank}{_SUITS[suit.lower()]}"
