"""Cards as small integers, and their text.

A card is rank * 4 + suit: rank 0..12 for 2..A, suit 0..3 for c, d, h, s; 52 is the black joker and
53 the red one. Cards 54 to 107 are those of a second pack in the same order, for games with two.
The text of a card always has two characters, so that the length of a message reveals nothing about
the cards in it. In the second pack the case of the second letter differs: `As` and `AS`, `BJ` and
`Bj`.
"""

import re

RANKS = "23456789TJQKA"
SUITS = "cdhs"
HIDDEN = "??"
PACK = 54
"""The number of cards in a pack with two jokers."""
_FIRST = (*tuple(rank + suit for rank in RANKS for suit in SUITS), "BJ", "RJ")
TEXTS = (*_FIRST, *(text[0] + text[1].swapcase() for text in _FIRST))
"""The text of each card, of two packs."""
_CARDS = {text: card for card, text in enumerate(TEXTS)}
_BY_BYTES = {text.encode(): card for text, card in _CARDS.items()}
_SUIT_SIGNS = dict(zip("♠♥♦♣♤♡♢♧", "shdcshdc", strict=True))
_PICTURES = {
    chr(0x1F0A0 + 16 * row + number): rank + suit
    for row, suit in enumerate("shdc")
    for number, rank in enumerate("A23456789TJ QK", 1)
    if rank != " "  # the knight of other packs
}
"""The characters that are pictures of cards, such as U+1F0A1 for the ace of spades."""
_AS_LETTERS = str.maketrans({**_SUIT_SIGNS, **_PICTURES, "\ufe0e": None, "\ufe0f": None})
_LIST = re.compile(rb'\["(?!\?\?"(?:,"\?\?")*\])[^]]*')
"""The inside of a list that begins with a text, unless all of it is hidden cards."""
_CARD = re.compile(rb'[,[]"([2-9TJQKA][cdhsCDHS]|[BR][Jj])"(?![^,])')


def text_of(card: int) -> str:
    """Return the two characters of a card, such as `As`, or `AS` in the second pack.

    >>> text_of(50), text_of(50 + PACK)
    ('Ah', 'AH')
    """
    return TEXTS[card]


def texts_of(cards: tuple[int, ...]) -> tuple[str, ...]:
    """Return the texts of some cards, in their order.

    >>> texts_of((0, 51, 34))
    ('2c', 'As', 'Th')
    """
    return tuple([TEXTS[card] for card in cards])  # a list: a generator takes twice as long


def with_letters(text: str) -> str:
    """Return a text with letters for the signs of suits and the pictures of cards.

    People paste what they see on a page or in a message.

    >>> with_letters("A♠ 10♡ \U0001f0ae")
    'As 10h Ks'
    """
    return text.translate(_AS_LETTERS)


def parse_card(text: str) -> int:
    """Return the card with this text; `10s`, `T♠` and a picture of the card are read as `Ts`.

    A card with a sign is one of the first pack. Raises `ValueError` for anything else.
    """
    card = _CARDS.get(text)
    if card is None:
        short = with_letters(text)
        card = _CARDS.get("T" + short[2:] if short.startswith("10") else short)
    if card is None:
        raise ValueError(f"not a card: {text!r}")
    return card


def parse_cards(text: str) -> tuple[int, ...]:
    """Return the cards in a text.

    >>> parse_cards("2c As 10h")
    (0, 51, 34)
    """
    return tuple(parse_card(word) for word in text.split())


def cards_in(text: bytes) -> set[int]:
    """Return the cards in lists anywhere in JSON text without spaces, such as a view or events.

    A list with cards begins with a text. The text is searched as it is, lists first: walking
    through decoded values takes ten times as long.

    >>> sorted(cards_in(b'{"cards":["2c","??"],"seats":[{"best":["As"]}],"name":"Th","Th":0}'))
    [0, 51]
    """
    return {_BY_BYTES[card] for inside in _LIST.findall(text) for card in _CARD.findall(inside)}


def rank_of(card: int) -> int:
    """Return the rank, 0..12 for 2..A."""
    return card >> 2
