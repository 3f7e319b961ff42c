"""The order of hands: every five-card hand, the exact counts of seven cards, names."""

import random
from collections import Counter
from functools import lru_cache
from itertools import combinations, product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engines.core.cards import parse_cards
from games.engines.holdem import ranking
from games.engines.holdem.ranking import best_five, category, hand_value_of, value
from games.records.hand_names import hand_title
from tests.support.cases import for_each
from tests.support.size import FULL, times

ROYAL = value(parse_cards("As Ks Qs Js Ts"))
FIVE = (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
SEVEN = (
    4_324,
    37_260,
    224_848,
    3_473_184,
    4_047_644,
    6_180_020,
    6_461_620,
    31_433_400,
    58_627_800,
    23_294_460,
)


def rows(counts: Counter) -> tuple[int, ...]:
    """Return hands by category from the royal flush down, given hands by value."""
    found = [0] * 9
    for hand_value, hands in counts.items():
        found[8 - category(hand_value)] += hands
    return (counts[ROYAL], found[0] - counts[ROYAL], *found[1:])


def rank_sets(size: int):
    """Yield how many cards of each rank, at most four of each."""
    for ranks in combinations(range(13), size):
        yield dict.fromkeys(ranks, 1)
    for singles in range(size):
        for kinds in range(1, (size - singles) // 2 + 1):
            for many in product((2, 3, 4), repeat=kinds):
                if sum(many) + singles == size:
                    yield from _placed(many, singles)


def _placed(many: tuple[int, ...], singles: int):
    for ranks in combinations(range(13), len(many)):
        rest = [rank for rank in range(13) if rank not in ranks]
        for ones in combinations(rest, singles):
            yield dict(zip(ranks, many, strict=True)) | dict.fromkeys(ones, 1)


@lru_cache
def without_flush(many: tuple[int, ...]) -> int:
    """Return in how many ways suits can be given to these cards without five of one suit."""
    every, suited = 1, [1]
    for count in many:
        every *= comb(4, count)
        longer = [0] * (len(suited) + 1)
        for held, ways in enumerate(suited):
            longer[held] += ways * comb(3, count)
            longer[held + 1] += ways * comb(3, count - 1)
        suited = longer
    return every - 4 * sum(suited[5:])


SUITS = [list(combinations(range(4), many)) for many in range(5)]


def some_suits(held: dict[int, int], rng: random.Random) -> list[int]:
    """Return cards of these ranks without five of a suit."""
    while True:
        cards = [4 * rank + suit for rank, many in held.items() for suit in rng.choice(SUITS[many])]
        suits = [card & 3 for card in cards]
        if max(map(suits.count, range(4))) < 5:
            return cards


def counted(size: int) -> Counter:
    """Return the hands of this size by value.

    Those without a flush are counted by their ranks, those with one by the flush's suit, card by
    card: in a hand of seven, no other combination beats a flush.
    """
    rng, counts = random.Random(size), Counter()
    for held in rank_sets(size):
        ways = without_flush(tuple(sorted(held.values())))
        one, two = value(some_suits(held, rng)), ranking._evaluate(some_suits(held, rng))
        assert one == two
        counts[one] += ways
    suit = rng.randrange(4)
    inside = [card for card in range(52) if card & 3 == suit]
    outside = [card for card in range(52) if card & 3 != suit]
    for held in range(5, size + 1):
        others = list(combinations(outside, size - held))
        tried = min(times(30, len(others)), len(others))
        for suited in combinations(inside, held):
            (flush,) = {value(suited + other) for other in rng.sample(others, tried)}
            counts[flush] += 4 * len(others)
    return counts


def test_all_hands_of_five_cards():
    """At full size each hand by itself."""
    counts = Counter(map(value, combinations(range(52), 5))) if FULL else counted(5)
    assert counts.total() == 2_598_960
    assert len(counts) == 7_462
    assert rows(counts) == FIVE


@pytest.mark.slow
def test_all_hands_of_seven_cards():
    assert sum(1 for _held in rank_sets(7)) == 49_205
    counts = counted(7)
    assert counts.total() == comb(52, 7) == 133_784_560
    assert len(counts) == 4_824
    assert rows(counts) == SEVEN


CARDS = st.permutations(range(52))
SIZES = st.integers(5, 7)


@pytest.mark.slow
@given(CARDS, SIZES, st.permutations(range(4)), st.randoms())
def test_neither_order_nor_the_names_of_suits_matter(cards, size, suits, rng):
    hand = cards[:size]
    turned = [card // 4 * 4 + suits[card % 4] for card in hand]
    rng.shuffle(turned)
    assert value(turned) == value(hand) == ranking._evaluate(turned)


@given(CARDS, SIZES)
def test_the_best_five_cards_have_the_value_of_all(cards, size):
    hand = tuple(cards[:size])
    five = best_five(hand)
    assert len(set(five)) == 5
    assert set(five) <= set(hand)
    assert value(five) == value(hand)


@given(CARDS, st.integers(6, 7))
def test_the_value_is_that_of_the_best_five(cards, size):
    hand = cards[:size]
    assert value(hand) == max(map(value, combinations(hand, 5)))


LADDER = [
    "As Ks Qs Js Ts",
    "Kh Qh Jh Th 9h",
    "Ad 2d 3d 4d 5d",
    "2c 2d 2h 2s Ac",
    "2c 2d 2h 2s 3c",
    "As Ah Ad Ks Kh",
    "As Ah Ad Qs Qh",
    "Ks Kh Kd As Ah",
    "2s 2h 2d 3s 3h",
    "As Ks Qs Js 9s",
    "As Ks Qs Js 8s",
    "As Ks Qs 3s 2s",
    "Ah 5h 4h 3h 2d 6h",
    "7h 5h 4h 3h 2h",
    "As Kh Qd Jc Ts",
    "6s 5h 4d 3c 2s",
    "As 2h 3d 4c 5s",
    "2s 2h 2d As Kh",
    "2s 2h 2d As Qh",
    "2s 2h 2d 4s 3h",
    "As Ah 2d 2c 3s",
    "Ks Kh Qd Qc As",
    "Ks Kh Qd Qc Js",
    "Ks Kh Jd Jc As",
    "3s 3h 2d 2c 4s",
    "As Ah 4d 3c 2s",
    "Ks Kh Ad Qc Js",
    "Ks Kh Ad Qc Ts",
    "Ks Kh Ad Jc Ts",
    "2s 2h 5d 4c 3s",
    "As Kh Qd Jc 9s",
    "As Kh Qd Jc 8s",
    "As Kh 4d 3c 2s",
    "Qs Kh 2d 3c 4s",
    "7s 5h 4d 3c 2s",
]


def test_each_category_beats_the_next():
    values = [value(parse_cards(hand)) for hand in LADDER]
    assert values == sorted(set(values), reverse=True)


@pytest.mark.parametrize("hand", ["Qs Kh Ad 2c 3s", "Ks Ah 2d 3c 4s", "Js Qh Kd Ac 2s"])
def test_a_straight_does_not_go_round_the_ace(hand):
    assert category(value(parse_cards(hand))) == ranking.HIGH


@for_each(
    ("cards", "name", "best"),
    [
        ("As Ks Qs Js Ts 9s 2d", "Royal flush", "As Ks Qs Js Ts"),
        ("As 2s 3s 4s 5s Ad Kc", "Straight flush, five high", "5s 4s 3s 2s As"),
        ("Kd Qd Jd Td 9d As Ks", "Straight flush, king high", "Kd Qd Jd Td 9d"),
        ("6s 6h 6d 6c Ks Kh Kd", "Four of a kind, sixes", "6s 6h 6d 6c Ks"),
        ("Ks Kh Kd 2s 2h 2d Ac", "Full house, kings over twos", "Ks Kh Kd 2s 2h"),
        ("Ks Kh Kd 2s 2h 3d 3c", "Full house, kings over threes", "Ks Kh Kd 3d 3c"),
        ("Ah 9h 7h 4h 2h As Ad", "Flush, ace high", "Ah 9h 7h 4h 2h"),
        ("As 2h 3d 4c 5s 6h Kd", "Straight, six high", "6h 5s 4c 3d 2h"),
        ("As 2h 3d 4c 5s Ah Kd", "Straight, five high", "5s 4c 3d 2h As"),
        ("7s 7h 7d As Kh 3d 2c", "Three of a kind, sevens", "7s 7h 7d As Kh"),
        ("As Ad 9c 9h 6s 6d Kd", "Two pair, aces and nines", "As Ad 9h 9c Kd"),
        ("6s 6d 9c Ah 3s 2d Kd", "Pair of sixes", "6s 6d Ah Kd 9c"),
        ("As Jd 9c 7h 6s 3d 2d", "Ace high", "As Jd 9c 7h 6s"),
    ],
)
def test_names_and_the_five_that_count(cards, name, best):
    hand = parse_cards(cards)
    assert hand_title(hand_value_of(hand)) == name
    assert best_five(hand) == parse_cards(best)


@pytest.mark.parametrize(
    ("cards", "name"),
    [("9s 9h", "Pair of nines"), ("Ks As", "Ace-king suited"), ("2c Th", "Ten-two offsuit")],
)
def test_names_of_hole_cards(cards, name):
    assert hand_title(hand_value_of(parse_cards(cards))) == name
