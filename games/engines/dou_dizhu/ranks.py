"""Cards by rank, since Dou Dizhu ignores suits: 3 .. A are 0..11, 2 is 12, B 13, R 14.

A set of cards is packed into one integer with four bits for each rank, which count the cards of
that rank: up to eight with two packs. Taking cards out of a hand is a subtraction.
"""

from array import array
from collections.abc import Iterable
from functools import lru_cache

from games.engines.core.cards import PACK, TEXTS

RANKS = "3456789TJQKA2BR"
TWO, BLACK, RED = 12, 13, 14
CHAINED = 0xFFF
"""The ranks of chains and airplanes: 3 .. A."""
JOKERS = 1 << BLACK | 1 << RED


def _rank_of(card: int) -> int:
    """Return the rank 0..14 of a card of the first pack; core numbers twos lowest."""
    if card >= 52:
        return card - 39
    rank = card >> 2
    return rank - 1 if rank else TWO


_RANK = tuple(_rank_of(card % PACK) for card in range(len(TEXTS)))
_ORDER = tuple((_RANK[card] << 6 | card % PACK) << 1 | card // PACK for card in range(len(TEXTS)))
"""Where cards are sorted: by rank, then by suit, then by pack."""

rank_of = _RANK.__getitem__
"""Return the rank 0..14 of a card, of either pack."""


def highest_first(cards: Iterable[int]) -> tuple[int, ...]:
    """Return the cards with the highest rank first, equal ranks by suit."""
    return tuple(sorted(cards, key=_ORDER.__getitem__, reverse=True))


def pack(cards: Iterable[int]) -> int:
    """Return the packed set of some cards."""
    packed = 0
    for card in cards:
        packed += 1 << 4 * rank_of(card)
    return packed


def packed_text(text: str) -> int:
    """Return the packed set of a text such as `3334BR` (ranks only; B and R are the jokers)."""
    return sum(1 << 4 * RANKS.index(letter) for letter in text)


def text_of(packed: int) -> str:
    """Return the ranks of a packed set as text, lowest first.

    >>> text_of(packed_text("B4334"))
    '3344B'
    """
    return "".join(RANKS[rank] * (packed >> 4 * rank & 15) for rank in range(15))


def size(packed: int) -> int:
    """Return the number of cards in a packed set."""
    total = 0
    while packed:
        total += packed & 15
        packed >>= 4
    return total


_LEASTS = [
    sum(1 << 4 * (least - 1) for least in range(1, 5) if count >= least) for count in range(16)
]
"""For a count of cards of a rank: whether it is at least 1, 2, 3 and 4, four bits apart."""
_QUARTERS = array(
    "H",
    (
        _LEASTS[chunk & 15]
        | _LEASTS[chunk >> 4 & 15] << 1
        | _LEASTS[chunk >> 8 & 15] << 2
        | _LEASTS[chunk >> 12] << 3
        for chunk in range(0x8889)
    ),
)
"""For four ranks: which have at least 1, 2, 3 and 4 cards, four bits each."""


def masks(packed: int) -> tuple[int, int, int, int]:
    """Return the ranks with at least one, two, three and four cards as bit sets from threes up."""
    table = _QUARTERS
    a, b = table[packed & 0xFFFF], table[packed >> 16 & 0xFFFF]
    c, d = table[packed >> 32 & 0xFFFF], table[packed >> 48]
    return (
        a & 15 | (b & 15) << 4 | (c & 15) << 8 | (d & 15) << 12,
        a >> 4 & 15 | b & 0xF0 | (c & 0xF0) << 4 | (d & 0xF0) << 8,
        a >> 8 & 15 | b >> 4 & 0xF0 | c & 0xF00 | (d & 0xF00) << 4,
        a >> 12 | b >> 8 & 0xF0 | c >> 4 & 0xF00 | d & 0xF000,
    )


@lru_cache(maxsize=1 << 15)
def bits(mask: int) -> tuple[int, ...]:
    """Return the ranks of a set, lowest first."""
    return tuple(rank for rank in range(15) if mask >> rank & 1)
