"""The 22,100 hands of three cards, in the order of the notebook's deck.

The deck lists ranks A, K, ... 2 and in each rank the suits d, c, h, s; hands are ordered as by
`itertools.combinations`. A hand's number 0..22,099 is its position in that order, and every array
of this package has one entry for each hand. This module does not rank hands.
"""

import re
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.engines.core.cards import with_letters

Ints = NDArray[np.signedinteger[Any]]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

RANKS = "AKQJT98765432"
SUITS = "dchs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The texts of the 52 cards in deck order, such as `Ad`, `Ac` ... `2s`."""
HANDS = 22_100
DEALER_HANDS = 18_424
"""The number of hands that the 49 cards outside a player's hand make."""


def kept(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same array made read-only, because it is cached and shared."""
    array.setflags(write=False)
    return array


@lru_cache(maxsize=1)
def hands() -> Ints:
    """Return the deck positions of each hand's cards, shape (22,100, 3), ascending in each row.

    A row's first card has the highest rank, because the deck begins with the aces.
    """
    card = np.arange(52)
    ascending = card[:, None] < card[None, :]
    found = np.nonzero(ascending[:, :, None] & ascending[None, :, :])
    return kept(np.stack(found, axis=1).astype(np.int16))


@lru_cache(maxsize=1)
def ranks() -> Ints:
    """Return the ranks of each hand's cards, 0 (two) to 12 (ace), shape (22,100, 3), descending."""
    return kept(12 - hands() // 4)


@lru_cache(maxsize=1)
def suits() -> Ints:
    """Return the suits of each hand's cards, 0..3 for d, c, h, s, shape (22,100, 3)."""
    return kept(hands() % 4)


@lru_cache(maxsize=1)
def numbers() -> Ints:
    """Return the number of the hand of three cards in any order, shape (52, 52, 52).

    It is -1 where a card repeats. For looking up dealt cards, 281 KB.
    """
    table = np.full((52, 52, 52), -1, dtype=np.int16)
    first, second, third = hands().T
    number = np.arange(HANDS, dtype=np.int16)
    for a, b, c in (
        (first, second, third),
        (first, third, second),
        (second, first, third),
        (second, third, first),
        (third, first, second),
        (third, second, first),
    ):
        table[a, b, c] = number
    return kept(table)


def number_of(*cards: str) -> int:
    """Return the number of a hand given by three texts such as `As`, `Kh`, `Td` in any order.

    Raises `ValueError` for invalid cards and for cards that are not three different ones.
    """
    positions = [DECK.index(card) for card in cards]
    if len(positions) != 3 or len(set(positions)) != 3:
        raise ValueError("a hand is three different cards")
    return int(numbers()[positions[0], positions[1], positions[2]])


def hand_of(text: str) -> int:
    """Return the number of a hand written as one text: `AsKhQd`, `A♠ K♥ Q♦`, `10s,kh,qd`.

    Raises `ValueError` as `number_of` does.
    """
    plain = re.sub(r"[\s,-]+", "", with_letters(text)).lower().replace("10", "t")
    cards = [plain[at : at + 2] for at in range(0, len(plain), 2)]
    return number_of(*(card[:1].upper() + card[1:] for card in cards))


def cards_of(number: int) -> tuple[str, str, str]:
    """Return the three cards of a hand as texts, in the deck's order; raises `IndexError`."""
    first, second, third = hands()[number]
    return DECK[first], DECK[second], DECK[third]
