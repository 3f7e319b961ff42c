"""The 22,100 hands of three cards, in the order of the notebook's deck (seed 002).

The deck lists ranks A, K, ... 2 and in each rank the suits d, c, h, s; hands come as
`itertools.combinations` gives them. A hand's number 0..22,099 is its place in that order, and
every array of this package has one entry for each hand. Nothing here knows which hand is better.
"""

import re
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.signedinteger[Any]]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]

RANKS = "AKQJT98765432"
SUITS = "dchs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""Texts of the 52 cards by their place in the deck, such as `Ad`, `Ac` ... `2s`."""
HANDS = 22_100
DEALER_HANDS = 18_424
"""Hands of three of the 49 cards that a player's hand leaves."""


def kept(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, read-only: it is in a cache and belongs to nobody."""
    array.setflags(write=False)
    return array


@lru_cache(maxsize=1)
def hands() -> Ints:
    """Places in the deck of each hand's cards, shape (22,100, 3), ascending in each row.

    A row's first card has the highest rank, because the deck begins with the aces.
    """
    card = np.arange(52)
    ascending = card[:, None] < card[None, :]
    found = np.nonzero(ascending[:, :, None] & ascending[None, :, :])
    return kept(np.stack(found, axis=1).astype(np.int16))


@lru_cache(maxsize=1)
def ranks() -> Ints:
    """Ranks of each hand's cards, 0 for a two to 12 for an ace, shape (22,100, 3), descending."""
    return kept(12 - hands() // 4)


@lru_cache(maxsize=1)
def suits() -> Ints:
    """Suits of each hand's cards, 0..3 for d, c, h, s, shape (22,100, 3)."""
    return kept(hands() % 4)


@lru_cache(maxsize=1)
def numbers() -> Ints:
    """The number of the hand of three different cards in any order, shape (52, 52, 52).

    -1 where a card is there twice. For looking up dealt cards, 281 KB.
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
    """The number of a hand given by three texts such as `As`, `Kh`, `Td` in any order.

    Raises `ValueError` for what is no card, and for cards that are not three different ones.
    """
    places = [DECK.index(card) for card in cards]
    if len(places) != 3 or len(set(places)) != 3:
        raise ValueError("a hand is three different cards")
    return int(numbers()[places[0], places[1], places[2]])


def hand_of(text: str) -> int:
    """The number of a hand written as one text: `AsKhQd`, `As Kh Qd`, `10s,kh,qd`.

    Raises `ValueError` as `number_of` does.
    """
    plain = re.sub(r"[\s,-]+", "", text).lower().replace("10", "t")
    cards = [plain[at : at + 2] for at in range(0, len(plain), 2)]
    return number_of(*(card[:1].upper() + card[1:] for card in cards))


def cards_of(number: int) -> tuple[str, str, str]:
    """The three cards of a hand as texts, in the deck's order. Raises `IndexError`."""
    first, second, third = hands()[number]
    return DECK[first], DECK[second], DECK[third]
