"""The value of five to seven cards (docs/rules/holdem.md 4.3) as one integer; the larger wins.

A value is category << 26 | first << 13 | second, where `first` and `second` are sets of ranks (bit
0 for twos .. bit 12 for aces): the ranks of the category, and the kickers. Sets with equally many
ranks compare as the ranks do, the highest first. Suits never decide. The tables take 56 KB.

Without a flush the ranks alone decide, so their value is kept by how often each occurs: after a
while a hand costs an addition for each card and a look-up. There are 73,775 such counts of five to
seven cards, which would take 8 MB.
"""

from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.engines.core.hand_values import HandValue, hand_value

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)
CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)

_WHEEL = 0b1_0000_0000_1111


def _keep(mask: int, count: int) -> int:
    """Return the `count` highest bits of a set of ranks."""
    while mask.bit_count() > count:
        mask &= mask - 1
    return mask


def _straight(mask: int) -> int:
    """Return the top of the best straight in a set of ranks, as a bit; 0 for none.

    A-2-3-4-5 is five high.
    """
    for high in range(12, 3, -1):
        if mask >> (high - 4) & 0b11111 == 0b11111:
            return 1 << high
    return 1 << 3 if mask & _WHEEL == _WHEEL else 0


_SETS = range(1 << 13)
_BIT = tuple(1 << 13 * (card & 3) + (card >> 2) for card in range(52))
_COUNT = bytes(mask.bit_count() for mask in _SETS)
_TOP5 = array("H", (_keep(mask, 5) for mask in _SETS))
_TOP3 = array("H", (_keep(mask, 3) for mask in _SETS))
_RUN = array("H", (_straight(mask) for mask in _SETS))


def best_ranks() -> tuple[list[int], ...]:
    """Return tables over all sets of ranks: how many, the best 1, 2, 3 and 5, and the straight."""
    tops = ([_keep(mask, count) for mask in _SETS] for count in (1, 2))
    return list(_COUNT), *tops, list(_TOP3), list(_TOP5), list(_RUN)


_KEY = tuple(1 << 3 * (card >> 2) | 1 << 39 + 4 * (card & 3) for card in range(52))
"""A card in a sum that counts each rank (3 bits each) and each suit (4 bits each)."""
_BASE = sum(3 << 39 + 4 * suit for suit in range(4))
_FLUSH = sum(8 << 39 + 4 * suit for suit in range(4))
"""The bit of a suit that is set once five of its cards are added to `_BASE`."""
_RANKS = (1 << 39) - 1
_known: dict[int, int] = {}


def value(cards: Sequence[int]) -> int:
    """Return the value of the best five of five to seven different cards.

    In the wheel the ace is low, so a six-high straight beats it:

    >>> wheel, six_high = parse_cards("5c 4d 3h 2s Ah"), parse_cards("6c 5d 4h 3s 2h")
    >>> value(wheel) < value(six_high)
    True
    """
    if len(cards) == 7:  # written out, which saves a seventh or more
        a, b, c, d, e, f, g = cards
        key = _BASE + _KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e] + _KEY[f] + _KEY[g]
    else:
        key = sum(map(_KEY.__getitem__, cards), _BASE)
    if key & _FLUSH:
        return _evaluate(cards)
    found = _known.get(key & _RANKS)
    if found is None:
        found = _known[key & _RANKS] = _evaluate(cards)
    return found


def _evaluate(cards: Iterable[int]) -> int:
    bit = _BIT
    every = number = 0
    for card in cards:
        every |= bit[card]
        number += 1
    c, d = every & 8191, every >> 13 & 8191
    h, s = every >> 26 & 8191, every >> 39
    ranks = c | d | h | s
    count = _COUNT
    distinct = count[ranks]
    if distinct > 4:
        # Seven cards with five of one suit cannot hold four of a kind or a full house.
        suited = (
            c
            if count[c] > 4
            else d
            if count[d] > 4
            else h
            if count[h] > 4
            else s
            if count[s] > 4
            else 0
        )
        if suited:
            run = _RUN[suited]
            return STRAIGHT_FLUSH << 26 | run << 13 if run else FLUSH << 26 | _TOP5[suited] << 13
        run = _RUN[ranks]
        if run:
            return STRAIGHT << 26 | run << 13
    double = number - distinct
    if double == 0:
        return _TOP5[ranks] << 13
    even = ranks & ~(c ^ d ^ h ^ s)
    if double == 1:
        return PAIR << 26 | even << 13 | _TOP3[ranks ^ even]
    if double == 2 and even & (even - 1):
        return TWO_PAIR << 26 | even << 13 | _top(ranks ^ even)
    four = c & d & h & s
    if four:
        return QUADS << 26 | four << 13 | _top(ranks ^ four)
    three = (c & d & (h | s)) | (h & s & (c | d))
    if double == 2:
        return TRIPS << 26 | three << 13 | _keep(ranks ^ three, 2)
    if three:
        best = _top(three)
        return FULL << 26 | best << 13 | _top(three ^ best | even)
    pairs = _keep(even, 2)
    return TWO_PAIR << 26 | pairs << 13 | _top(ranks ^ pairs)


def _top(mask: int) -> int:
    return 1 << mask.bit_length() - 1 if mask else 0


def category(hand_value: int) -> int:
    """Return the category of a value, `HIGH`..`STRAIGHT_FLUSH`."""
    return hand_value >> 26


def best_five(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the five cards that make the value, the category's first, equal ranks by suit."""
    return five_of(cards, value(cards))


def five_of(cards: tuple[int, ...], found: int) -> tuple[int, ...]:
    """Return the best five of cards whose value is known."""
    kind, first, second = found >> 26, found >> 13 & 8191, found & 8191
    ordered = sorted(cards, reverse=True)
    if kind in (STRAIGHT, STRAIGHT_FLUSH):
        return _best_run(ordered, first.bit_length() - 1, flush=kind == STRAIGHT_FLUSH)
    if kind == FLUSH:
        suit = next(s for s in range(4) if sum(card & 3 == s for card in ordered) > 4)
        return tuple(card for card in ordered if card & 3 == suit)[:5]
    made = [card for card in ordered if first >> (card >> 2) & 1]
    rest = [card for card in ordered if second >> (card >> 2) & 1]
    return tuple((made + rest)[:5]) if kind != FULL else (*made[:3], *rest[:2])


def _best_run(ordered: list[int], high: int, *, flush: bool) -> tuple[int, ...]:
    ranks = [high - step if high - step >= 0 else 12 for step in range(5)]
    suits = range(4) if flush else [None]
    for suit in suits:
        chosen = [
            next((c for c in ordered if c >> 2 == rank and suit in (None, c & 3)), None)
            for rank in ranks
        ]
        if None not in chosen:
            return tuple(card for card in chosen if card is not None)
    raise ValueError("no run of that height")


def _ranks(mask: int) -> list[int]:
    return [rank for rank in range(12, -1, -1) if mask >> rank & 1]


@lru_cache(maxsize=4_096)
def hand_value_of(cards: tuple[int, ...]) -> HandValue:
    """Return the value of a hand in codes: of two hole cards, or of five to seven cards.

    Cached: every view of a street names the same hands.

    >>> hand_value_of(parse_cards("As Kd Qh Jc Ts 2c 2d"))
    {'kind': 'straight', 'ranks': ['A']}
    """
    return _value_of_two(cards) if len(cards) < 5 else in_codes(value(cards))


@lru_cache(maxsize=8_192)
def in_codes(found: int) -> HandValue:
    """Return a value in codes, with the ranks that name it; there are 7,462 values."""
    kind, first, second = found >> 26, _ranks(found >> 13 & 8191), _ranks(found & 8191)
    if kind == STRAIGHT_FLUSH and first[0] == 12:
        return hand_value("royal_flush")
    named = first[:1] + second[:1] if kind == FULL else first if kind == TWO_PAIR else first[:1]
    return hand_value(CATEGORIES[kind], named)


def _value_of_two(cards: tuple[int, ...]) -> HandValue:
    high, low = sorted((card >> 2 for card in cards), reverse=True)
    if high == low:
        return hand_value("pair", [high])
    suited = len({card & 3 for card in cards}) == 1
    return hand_value("suited" if suited else "offsuit", [high, low])
