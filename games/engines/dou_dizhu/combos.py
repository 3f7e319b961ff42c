"""Combinations (docs/rules/dou-dizhu.md 5.3): the readings of cards, and the plays of a hand.

A combination is a `Reading`: its category, `n` (consecutive groups), its lowest primal rank and its
cards. Comparisons ignore kickers. The way from cards to readings and the way from a hand to its
plays follow the same kicker rules; the tests compare the two.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.engines.dou_dizhu.ranks import CHAINED, JOKERS, TWO, bits, masks, size

SOLO, PAIR, TRIO, TRIO_SOLO, TRIO_PAIR = "solo", "pair", "trio", "trio_with_solo", "trio_with_pair"
CHAIN, PAIR_CHAIN, AIRPLANE = "chain", "pair_chain", "airplane"
AIRPLANE_SOLOS, AIRPLANE_PAIRS = "airplane_with_solos", "airplane_with_pairs"
FOUR_SOLO, FOUR_TWO, FOUR_PAIRS = "four_with_solo", "four_with_two", "four_with_two_pairs"
ROCKET_SOLO, ROCKET_TWO = "rocket_with_solo", "rocket_with_two"
BOMB, ROCKET = "bomb", "rocket"
CATEGORIES = (
    SOLO,
    PAIR,
    TRIO,
    TRIO_SOLO,
    TRIO_PAIR,
    CHAIN,
    PAIR_CHAIN,
    AIRPLANE,
    AIRPLANE_SOLOS,
    AIRPLANE_PAIRS,
    FOUR_SOLO,
    FOUR_TWO,
    FOUR_PAIRS,
    ROCKET_SOLO,
    ROCKET_TWO,
    BOMB,
    ROCKET,
)

LANDLORD = 20
"""The number of the landlord's cards, which limits chains and airplanes."""
_ROCKET_CARDS = 1 << 52 | 1 << 56


class Kickers(NamedTuple):
    """The options that decide which sets of cards are combinations."""

    repeat: str
    equal_primal: bool
    both_jokers: bool
    adjacent_trio: bool
    same_pairs: bool
    four_with_one: bool
    rocket: bool


class Reading(NamedTuple):
    """A combination: `rank` is its lowest primal rank, `cards` its packed set.

    `n` counts consecutive groups. A bomb of two packs has the number of its cards as its `n`.
    """

    category: str
    n: int
    rank: int
    cards: int

    def name(self) -> str:
        """Return the reading without its cards, as actions name it: `airplane_with_solos@4`."""
        return f"{self.category}@{RANK_NAMES[self.rank]}"


RANK_NAMES = ("3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "2", "B", "R")


def beats(new: Reading, old: Reading) -> bool:
    """Return whether a combination may be played on another.

    >>> chain, bomb = (readings(packed_text(cards), STANDARD)[0] for cards in ("34567", "3333"))
    >>> beats(bomb, chain), beats(chain, bomb)
    (True, False)
    """
    if new.category == ROCKET:  # DZ-35
        return True
    if new.category == BOMB:  # DZ-40, FD-16 to FD-18
        return old.category != ROCKET and (
            old.category != BOMB or (new.n, new.rank) > (old.n, old.rank)
        )
    return new.category == old.category and new.n == old.n and new.rank > old.rank


# -- tables of the combinations without free kickers ---------------------------------------------

ONE = tuple(1 << 4 * rank for rank in range(15))
SOLOS = tuple(Reading(SOLO, 1, rank, ONE[rank]) for rank in range(15))
PAIRS = tuple(Reading(PAIR, 1, rank, 2 * ONE[rank]) for rank in range(15))
TRIOS = tuple(Reading(TRIO, 1, rank, 3 * ONE[rank]) for rank in range(13))
_BOMBS = tuple(Reading(BOMB, 1, rank, 4 * ONE[rank]) for rank in range(13))
_ROCKET = Reading(ROCKET, 1, 13, _ROCKET_CARDS)
_TRIO_SOLOS = tuple(
    tuple(Reading(TRIO_SOLO, 1, rank, 3 * ONE[rank] + ONE[kicker]) for kicker in range(15))
    for rank in range(13)
)
TRIO_PAIRS = tuple(
    tuple(Reading(TRIO_PAIR, 1, rank, 3 * ONE[rank] + 2 * ONE[kicker]) for kicker in range(15))
    for rank in range(13)
)


@lru_cache(maxsize=1 << 14)
def runs(mask: int, least: int, most: int) -> tuple[tuple[int, int], ...]:
    """Return (lowest rank, length) of every run of `least`..`most` consecutive ranks in 3 .. A."""
    found = []
    for length in range(least, most + 1):
        window = (1 << length) - 1
        for rank in range(13 - length):
            if mask >> rank & window == window:
                found.append((rank, length))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def in_rows(category: str, mask: int, each: int, least: int, most: int) -> tuple[Reading, ...]:
    """Return the chains, pair chains or airplanes of a set of ranks."""
    return tuple(
        Reading(category, n, rank, row(rank, n, each))
        for rank, n in runs(mask & CHAINED, least, most)
    )


@lru_cache(maxsize=1 << 10)
def row(rank: int, n: int, each: int) -> int:
    """Return `each` cards of n consecutive ranks from `rank`, packed."""
    return sum(each * ONE[r] for r in range(rank, rank + n))


# -- from cards to readings ------------------------------------------------------------------------


@lru_cache(maxsize=1 << 14)
def readings(cards: int, kickers: Kickers) -> tuple[Reading, ...]:
    """Return all readings of a packed set, empty if it is not a combination.

    >>> [reading.name() for reading in readings(packed_text("3334445566"), STANDARD)]
    ['airplane_with_pairs@3']
    >>> readings(packed_text("44445678"), STANDARD)
    ()
    """
    return tuple(_readings(cards, kickers))


def _readings(cards: int, kickers: Kickers) -> Iterator[Reading]:
    count = size(cards)
    one, two, three, four = masks(cards)
    ranks = one.bit_count()
    if ranks == 1 and count <= 4:
        rank = one.bit_length() - 1
        yield (SOLOS, PAIRS, TRIOS, _BOMBS)[count - 1][rank]
        return
    if one & JOKERS == JOKERS and count <= 4:
        yield from _rocket_readings(cards, count, kickers)
    yield from row_readings(cards, (one, two, three, four), LANDLORD)
    if three:
        yield from _trio_readings(cards, count, one, two, three)
        yield from _airplane_readings(cards, count, three, kickers)
    if four:
        yield from _four_readings(cards, count, four, kickers)


def _rocket_readings(cards: int, count: int, kickers: Kickers) -> Iterator[Reading]:
    if count == 2:
        yield _ROCKET
    elif kickers.rocket:
        yield Reading(ROCKET_SOLO if count == 3 else ROCKET_TWO, 1, 13, cards)


def row_readings(cards: int, held: tuple[int, int, int, int], most: int) -> Iterator[Reading]:
    """Yield one, two or three cards of each of several consecutive ranks, up to `most` cards.

    `held` are the cards' `masks`; `most` is what the landlord holds.
    """
    one, two, three, four = held
    count, n = size(cards), one.bit_count()
    low = (one & -one).bit_length() - 1
    if one >> low != (1 << n) - 1 or one & ~CHAINED:
        return
    if count == n >= 5:  # DZ-11 to DZ-13
        yield Reading(CHAIN, n, low, cards)
    elif count == 2 * n <= most and two == one and n >= 3:  # DZ-14, DZ-15, DZ-32
        yield Reading(PAIR_CHAIN, n, low, cards)
    elif count == 3 * n <= most and three == one and n >= 2 and not four:  # DZ-31
        yield Reading(AIRPLANE, n, low, cards)


def _trio_readings(cards: int, count: int, one: int, two: int, three: int) -> Iterator[Reading]:
    if one.bit_count() != 2:
        return
    rank = three.bit_length() - 1
    if count == 4:
        yield Reading(TRIO_SOLO, 1, rank, cards)
    elif count == 5 and two == one and three.bit_count() == 1:
        yield Reading(TRIO_PAIR, 1, rank, cards)


def _airplane_readings(cards: int, count: int, three: int, kickers: Kickers) -> Iterator[Reading]:
    for category, each in ((AIRPLANE_SOLOS, 4), (AIRPLANE_PAIRS, 5)):
        n, odd = divmod(count, each)
        if odd or not 2 <= n <= 7 - each + 2:
            continue
        for rank, length in runs(three & CHAINED, n, n):
            rest = cards - row(rank, length, 3)
            fits = _solos_fit if category == AIRPLANE_SOLOS else _pairs_fit
            if fits(rest, rank, n, kickers):
                yield Reading(category, n, rank, cards)


def _four_readings(cards: int, count: int, four: int, kickers: Kickers) -> Iterator[Reading]:
    for rank in bits(four):
        rest = cards - 4 * ONE[rank]
        if count == 5 and kickers.four_with_one:  # DZ-3
            yield Reading(FOUR_SOLO, 1, rank, cards)
        elif count == 6 and _two_fit(rest, kickers):
            yield Reading(FOUR_TWO, 1, rank, cards)
        elif count == 8 and _two_pairs_fit(rest, kickers):
            yield Reading(FOUR_PAIRS, 1, rank, cards)


# -- kickers ----------------------------------------------------------------------------------


def _solos_fit(rest: int, rank: int, n: int, kickers: Kickers) -> bool:
    """Return whether these cards may be the solos of an airplane of n trios from `rank`."""
    one, two, three, four = masks(rest)
    primal = ((1 << n) - 1) << rank
    if not kickers.equal_primal and one & primal:  # DZ-6, DZ-19
        return False
    if not kickers.both_jokers and one & JOKERS == JOKERS:  # DZ-17
        return False
    if kickers.repeat == "distinct":  # DZ-16
        return not two
    if kickers.repeat == "max_3" and four:  # DZ-27
        return False
    neighbours = (primal << 1 | primal >> 1) & CHAINED
    return kickers.adjacent_trio or not three & neighbours


def _pairs_fit(rest: int, rank: int, n: int, kickers: Kickers) -> bool:
    """Return whether these cards are n pairs of different ranks beside the airplane."""
    one, two, three, four = masks(rest)
    primal = ((1 << n) - 1) << rank
    if one & (primal | JOKERS) or one != two or three != four:
        return False
    return not four or kickers.same_pairs  # DZ-21


def _two_fit(rest: int, kickers: Kickers) -> bool:
    one, two, _three, _four = masks(rest)
    if one == JOKERS:
        return kickers.both_jokers  # DZ-5
    return not two or kickers.repeat != "distinct"  # DZ-4


def _two_pairs_fit(rest: int, kickers: Kickers) -> bool:
    one, two, three, four = masks(rest)
    return one == two and (not three or (three == four and kickers.same_pairs))


# -- from a hand to its plays ------------------------------------------------------------------


def plays(hand: int, kickers: Kickers, last: Reading | None = None) -> list[Reading]:
    """Return all plays of a packed hand: leading, or on `last`; weakest categories first.

    A set with several readings is listed once for each of them.
    """
    one, two, three, four = masks(hand)
    if last is not None:
        return _answers(hand, kickers, last, one, two, three, four)
    found: list[Reading] = [SOLOS[rank] for rank in bits(one)]
    found += [PAIRS[rank] for rank in bits(two)]
    found += in_rows(CHAIN, one & CHAINED, 1, 5, 12)
    found += in_rows(PAIR_CHAIN, two & CHAINED, 2, 3, 10)
    if three:
        found += [TRIOS[rank] for rank in bits(three)]
        for rank in bits(three):
            solos, pairs = _TRIO_SOLOS[rank], TRIO_PAIRS[rank]
            found += [solos[kicker] for kicker in bits(one & ~(1 << rank))]
            found += [pairs[kicker] for kicker in bits(two & ~(1 << rank))]
        rows = runs(three & CHAINED, 2, 6)
        if rows:
            found += in_rows(AIRPLANE, three & CHAINED, 3, 2, 6)
            for rank, n in rows:
                if n <= 5:
                    found += _with_solos(hand, rank, n, kickers)
                if n <= 4:
                    found += _with_pairs(hand, rank, n, kickers)
    if four:
        for rank in bits(four):
            found += _with_four(hand, rank, kickers)
        found += [_BOMBS[rank] for rank in bits(four)]
    if one & JOKERS == JOKERS:
        if kickers.rocket:
            found += _with_rocket(hand)
        found.append(_ROCKET)
    return found


def _answers(
    hand: int, kickers: Kickers, last: Reading, one: int, two: int, three: int, four: int
) -> list[Reading]:
    category, n = last.category, last.n
    higher = -1 << last.rank + 1
    if category in _IN_ROWS:
        each = _IN_ROWS[category]
        holds = (one, two, three)[each - 1] & CHAINED & higher
        found = list(in_rows(category, holds, each, n, n))
    elif category in _ALIKE:
        table, each = _ALIKE[category]
        found = [table[rank] for rank in bits((one, two, three)[each - 1] & higher)]
    else:
        found = _with_kickers(hand, kickers, last, one, two, three & higher, four & higher)
    if four and category != ROCKET:
        least = four & higher if category == BOMB else four
        found += [_BOMBS[rank] for rank in bits(least)]
    if one & JOKERS == JOKERS and category != ROCKET:
        found.append(_ROCKET)
    return found


_ALIKE = {SOLO: (SOLOS, 1), PAIR: (PAIRS, 2), TRIO: (TRIOS, 3)}
_IN_ROWS = {CHAIN: 1, PAIR_CHAIN: 2, AIRPLANE: 3}
"""Categories of consecutive groups, with the number of cards of a group."""


def _with_kickers(
    hand: int, kickers: Kickers, last: Reading, one: int, two: int, three: int, four: int
) -> list[Reading]:
    """Return answers in a category with kickers; `three` and `four` hold the ranks that beat."""
    category, n = last.category, last.n
    found: list[Reading] = []
    if category in (TRIO_SOLO, TRIO_PAIR):
        table, holds = (_TRIO_SOLOS, one) if category == TRIO_SOLO else (TRIO_PAIRS, two)
        for rank in bits(three):
            found += [table[rank][kicker] for kicker in bits(holds & ~(1 << rank))]
    elif category in (AIRPLANE_SOLOS, AIRPLANE_PAIRS):
        carried = _with_solos if category == AIRPLANE_SOLOS else _with_pairs
        for rank, _n in runs(three & CHAINED, n, n):
            found += carried(hand, rank, n, kickers)
    elif category in (FOUR_SOLO, FOUR_TWO, FOUR_PAIRS):
        for rank in bits(four):
            found += [r for r in _with_four(hand, rank, kickers) if r.category == category]
    return found


def _with_solos(hand: int, rank: int, n: int, kickers: Kickers) -> list[Reading]:
    trios = row(rank, n, 3)
    return [
        Reading(AIRPLANE_SOLOS, n, rank, trios + rest)
        for rest in _some(hand - trios, n)
        if _solos_fit(rest, rank, n, kickers)
    ]


@lru_cache(maxsize=1 << 12)
def _some(cards: int, count: int) -> tuple[int, ...]:
    """Return all packed sets of `count` of these cards."""
    return tuple(_choose(cards, count, 0))


def _choose(cards: int, count: int, rank: int) -> Iterator[int]:
    if count == 0:
        yield 0
        return
    rest = cards >> 4 * rank
    if not rest:
        return
    for take in range(min(count, rest & 15), -1, -1):  # low cards first
        for more in _choose(cards, count - take, rank + 1):
            yield take * ONE[rank] + more


def _with_pairs(hand: int, rank: int, n: int, kickers: Kickers) -> list[Reading]:
    trios = row(rank, n, 3)
    _one, two, _three, four = masks(hand - trios)
    beside = ~(((1 << n) - 1) << rank)
    return [
        Reading(AIRPLANE_PAIRS, n, rank, trios + sum(2 * ONE[pair] for pair in chosen))
        for chosen in _pairs_of(two & beside, four & beside if kickers.same_pairs else 0, n)
    ]


def _pairs_of(two: int, four: int, n: int) -> Iterator[tuple[int, ...]]:
    """Return n ranks to take pairs of; a rank of `four` may be taken twice."""
    if not four:
        return combinations(bits(two), n)
    return iter(sorted(set(combinations(sorted((*bits(two), *bits(four))), n))))


def _with_four(hand: int, rank: int, kickers: Kickers) -> list[Reading]:
    fours = 4 * ONE[rank]
    one, two, _three, four = masks(hand - fours)
    found = []
    if kickers.four_with_one:
        found += [Reading(FOUR_SOLO, 1, rank, fours + ONE[kicker]) for kicker in bits(one)]
    both = kickers.both_jokers or one & JOKERS != JOKERS
    for low, high in combinations(bits(one), 2):
        if both or low < TWO + 1:
            found.append(Reading(FOUR_TWO, 1, rank, fours + ONE[low] + ONE[high]))
    if kickers.repeat != "distinct":
        found += [Reading(FOUR_TWO, 1, rank, fours + 2 * ONE[pair]) for pair in bits(two)]
    for pairs in _pairs_of(two, four if kickers.same_pairs else 0, 2):
        found.append(Reading(FOUR_PAIRS, 1, rank, fours + sum(2 * ONE[pair] for pair in pairs)))
    return found


def _with_rocket(hand: int) -> list[Reading]:
    rest = hand - _ROCKET_CARDS
    return [
        Reading(category, 1, 13, _ROCKET_CARDS + cards)
        for category, count in ((ROCKET_SOLO, 1), (ROCKET_TWO, 2))
        for cards in _some(rest, count)
    ]


# -- which reading is meant ------------------------------------------------------------------------


def chosen(found: tuple[Reading, ...], last: Reading | None, name: str) -> Reading | None:
    """Return the reading of an action, or None.

    When following, it is the highest that beats `last`; when leading, the named one or else the
    usual one.
    """
    if last is not None:
        beating = [reading for reading in found if beats(reading, last)]
        return max(beating, key=lambda reading: reading.rank) if beating else None  # DZ-37
    if name:
        return next((reading for reading in found if reading.name() == name), None)
    return max(found, key=_usual) if found else None


def _usual(reading: Reading) -> tuple[int, int, int]:
    kind = {ROCKET: 3, BOMB: 2, AIRPLANE: 1}.get(reading.category, 0)
    return kind, reading.n, reading.rank
