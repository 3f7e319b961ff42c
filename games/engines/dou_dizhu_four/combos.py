"""The combinations of two packs (docs/rules/dou-dizhu-four.md 6.3): readings, and plays of a hand.

They are `Reading`s of the three-player game without kickers but pairs. A set of cards has at most
one reading. A bomb has the number of its cards as its `n`.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from games.engines.dou_dizhu.combos import (
    AIRPLANE,
    AIRPLANE_PAIRS,
    BOMB,
    CHAIN,
    ONE,
    PAIR,
    PAIR_CHAIN,
    PAIRS,
    ROCKET,
    SOLO,
    SOLOS,
    TRIO,
    TRIO_PAIR,
    TRIO_PAIRS,
    TRIOS,
    Reading,
    in_rows,
    row,
    row_readings,
    runs,
)
from games.engines.dou_dizhu.ranks import BLACK, CHAINED, RED, bits, masks, size

CATEGORIES = (
    SOLO,
    PAIR,
    TRIO,
    TRIO_PAIR,
    CHAIN,
    PAIR_CHAIN,
    AIRPLANE,
    AIRPLANE_PAIRS,
    BOMB,
    ROCKET,
)
LANDLORD = 33
"""The number of the landlord's cards, which limits chains and airplanes."""
LARGEST_BOMB = 8
_ROCKET = Reading(ROCKET, 1, BLACK, 2 * ONE[BLACK] + 2 * ONE[RED])
_BOMBS = tuple(
    tuple(Reading(BOMB, n, rank, n * ONE[rank]) for rank in range(13))
    for n in range(LARGEST_BOMB + 1)
)
"""All bombs, by the number of cards and by rank."""
_ALIKE = {SOLO: (SOLOS, 0), PAIR: (PAIRS, 1), TRIO: (TRIOS, 2)}
_IN_ROWS = {CHAIN: 1, PAIR_CHAIN: 2, AIRPLANE: 3}


@lru_cache(maxsize=1 << 14)
def readings(cards: int) -> tuple[Reading, ...]:
    """Return the reading of a packed set, or nothing if it is not a combination.

    >>> from games.engines.dou_dizhu.ranks import packed_text
    >>> [reading.name() for reading in readings(packed_text("33344456BB"))]
    []
    >>> [(reading.name(), reading.n) for reading in readings(packed_text("777777"))]
    [('bomb@7', 6)]
    """
    return tuple(_readings(cards))


def _readings(cards: int) -> Iterator[Reading]:
    held, count = masks(cards), size(cards)
    one, two, three, _four = held
    if one.bit_count() == 1:
        rank = one.bit_length() - 1
        if count >= 4:  # FD-8
            yield _BOMBS[count][rank]
        else:  # FD-1, FD-2
            yield (SOLOS, PAIRS, TRIOS)[count - 1][rank]
    elif cards == _ROCKET.cards:  # FD-3
        yield _ROCKET
    elif three and count % 5 == 0 and two == one:  # FD-5 to FD-7
        yield from _with_pairs_readings(cards, count // 5, one, three)
    yield from row_readings(cards, held, LANDLORD)


def _with_pairs_readings(cards: int, n: int, one: int, three: int) -> Iterator[Reading]:
    """Yield n consecutive trios with n pairs of other ranks, all different."""
    low = (three & -three).bit_length() - 1
    if one.bit_count() != 2 * n or three.bit_count() != n:
        return
    if n == 1:
        if cards >> 4 * low & 15 == 3:
            yield TRIO_PAIRS[low][(one & ~three).bit_length() - 1]
    elif three & CHAINED == three == ((1 << n) - 1) << low and not masks(cards)[3]:
        yield Reading(AIRPLANE_PAIRS, n, low, cards)


def plays(hand: int, last: Reading | None = None) -> list[Reading]:
    """Return all plays of a packed hand: leading, or on `last`; weakest categories first."""
    one, two, three, four = masks(hand)
    if last is not None:
        return _answers(hand, last, one, two, three, four)
    found: list[Reading] = [SOLOS[rank] for rank in bits(one)]
    found += [PAIRS[rank] for rank in bits(two)]
    found += in_rows(CHAIN, one & CHAINED, 1, 5, 12)
    found += in_rows(PAIR_CHAIN, two & CHAINED, 2, 3, 12)
    if three:
        found += [TRIOS[rank] for rank in bits(three)]
        for rank in bits(three):
            found += _trio_with(rank, two)
        found += in_rows(AIRPLANE, three & CHAINED, 3, 2, LANDLORD // 3)
        for rank, n in runs(three & CHAINED, 2, LANDLORD // 5):
            found += _with_pairs(rank, n, two)
    found += _bombs(hand, four, None)
    if hand & _ROCKET.cards == _ROCKET.cards:
        found.append(_ROCKET)
    return found


def _answers(hand: int, last: Reading, one: int, two: int, three: int, four: int) -> list[Reading]:
    category, n = last.category, last.n
    if category == ROCKET:
        return []
    higher = -1 << last.rank + 1
    found: list[Reading] = []
    if category in _IN_ROWS:
        each = _IN_ROWS[category]
        holds = (one, two, three)[each - 1] & CHAINED & higher
        found += in_rows(category, holds, each, n, n)
    elif category in _ALIKE:
        table, held = _ALIKE[category]
        found += [table[rank] for rank in bits((one, two, three)[held] & higher)]
    elif category == TRIO_PAIR:
        for rank in bits(three & higher):
            found += _trio_with(rank, two)
    elif category == AIRPLANE_PAIRS:
        for rank, _n in runs(three & CHAINED & higher, n, n):
            found += _with_pairs(rank, n, two)
    found += _bombs(hand, four, last if category == BOMB else None)
    if hand & _ROCKET.cards == _ROCKET.cards:
        found.append(_ROCKET)
    return found


def _trio_with(rank: int, two: int) -> list[Reading]:
    return [TRIO_PAIRS[rank][pair] for pair in bits(two & ~(1 << rank))]


def _with_pairs(rank: int, n: int, two: int) -> list[Reading]:
    trios, beside = row(rank, n, 3), two & ~(((1 << n) - 1) << rank)
    return [
        Reading(AIRPLANE_PAIRS, n, rank, trios + sum(2 * ONE[pair] for pair in pairs))
        for pairs in combinations(bits(beside), n)
    ]


def _bombs(hand: int, four: int, last: Reading | None) -> list[Reading]:
    """Return the bombs that beat `last`, a bomb or None; the weakest first (FD-16, FD-17)."""
    if not four:
        return []
    least = (last.n, last.rank) if last is not None else (0, 0)
    held = [(rank, hand >> 4 * rank & 15) for rank in bits(four)]
    return [
        _BOMBS[n][rank]
        for n in range(4, LARGEST_BOMB + 1)
        for rank, count in held
        if count >= n and (n, rank) > least
    ]
