"""The hands of three cards of one deck or several, in the order of the notebook's deck.

The deck lists ranks A, K, ... 2 and in each rank the suits d, c, h, s; the 22,100 hands of one deck
are ordered as by `itertools.combinations`. Several decks also make hands with equal cards: 24,804
in all, ordered as by `itertools.combinations_with_replacement`, each of which can be dealt in
several `ways`.
A hand's number is its position in that order, and every array of this package has one entry for
each hand. This module does not rank hands.
"""

import math
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
DECKS_MAX = 8
"""The most decks of a shoe."""


def dealt_hands(decks: int) -> int:
    """Return in how many ways a player's three cards can be dealt: 22,100 with one deck."""
    return math.comb(52 * decks, 3)


def dealer_hands(decks: int) -> int:
    """Return in how many ways the dealer's can be dealt after them: 18,424 with one deck."""
    return math.comb(52 * decks - 3, 3)


def kept(array: NDArray[Any]) -> NDArray[Any]:
    """Return the same array made read-only, because it is cached and shared."""
    array.setflags(write=False)
    return array


def hands(decks: int = 1) -> Ints:
    """Return the deck positions of each hand's cards, shape (22,100 or 24,804, 3).

    They ascend in each row. A row's first card has the highest rank, because the deck begins with
    the aces.
    """
    return _hands(decks > 1)


@lru_cache(maxsize=2)
def _hands(repeat: bool) -> Ints:
    card = np.arange(52)
    ascending = card[:, None] <= card[None, :] if repeat else card[:, None] < card[None, :]
    found = np.nonzero(ascending[:, :, None] & ascending[None, :, :])
    return kept(np.stack(found, axis=1).astype(np.int16))


@lru_cache(maxsize=DECKS_MAX)
def ways(decks: int = 1) -> Ints:
    """Return in how many ways each hand can be dealt: all ones with one deck.

    Three equal cards of two decks stay in the list, with 0.
    """
    first, second, third = hands(decks).T
    equal = (first == second).astype(np.int64) + (second == third)
    each = (decks**3, math.comb(decks, 2) * decks, math.comb(decks, 3))
    return kept(np.array(each, dtype=np.int64)[equal])


@lru_cache(maxsize=2)
def _ranks(repeat: bool) -> Ints:
    return kept(12 - _hands(repeat) // 4)


def ranks(decks: int = 1) -> Ints:
    """Return the ranks of each hand's cards, 0 (two) to 12 (ace), descending in each row."""
    return _ranks(decks > 1)


@lru_cache(maxsize=2)
def _suits(repeat: bool) -> Ints:
    return kept(_hands(repeat) % 4)


def suits(decks: int = 1) -> Ints:
    """Return the suits of each hand's cards, 0..3 for d, c, h, s."""
    return _suits(decks > 1)


def numbers(decks: int = 1) -> Ints:
    """Return the number of the hand of three cards in any order, shape (52, 52, 52).

    It is -1 where a card of one deck repeats. For looking up dealt cards, 281 KB.
    """
    return _numbers(decks > 1)


@lru_cache(maxsize=2)
def _numbers(repeat: bool) -> Ints:
    table = np.full((52, 52, 52), -1, dtype=np.int16)
    first, second, third = _hands(repeat).T
    number = np.arange(first.size, dtype=np.int16)
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
