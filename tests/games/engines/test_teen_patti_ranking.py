"""The order of hands: the table of cases, and counts over all 22,100 hands."""

import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest

from games.engines.core.cards import parse_cards
from games.engines.teen_patti.ranking import category, hand_key, hand_value_of
from games.records.hand_names import hand_title
from tests.games.engines.scripted import GAME
from tests.support.cases import for_each

RULES = {
    "top": GAME.Rules(run_order="a23_top"),
    "akq": GAME.Rules(run_order="akq_a23"),
    "low": GAME.Rules(run_order="a23_low"),
    "lit": GAME.Rules(run_order="literal_2ak"),
    "suits": GAME.presets["equal_stacks"],
}
EXAMPLES = [
    (31, "2s 2h 2d", "As Ks Qs", "11111"),
    (32, "As 2s 3s", "Ah Kh Qh", "12222"),
    (33, "As 2s 3s", "Kh Qh Jh", "11221"),
    (34, "As 2h 3d", "Ah Kd Qc", "12222"),
    (35, "As 3s 2h", "4s 3d 2c", "11221"),
    (36, "4s 3s 2s", "As 2h 3d", "11111"),
    (37, "4s 3h 2d", "As Ks Js", "11111"),
    (38, "Ks Ah 2d", "As Kh Jd", "22212"),
    (39, "As Ks Js", "Ah Kh Th", "11111"),
    (40, "5s 3s 2s", "As Ah Kd", "11111"),
    (41, "As Ah Kd", "Ad Ac Qs", "11111"),
    (42, "2s 2h 3d", "As Kh Jd", "11111"),
    (43, "As Kh Jd", "Ah Kd Jc", "====1"),
    (44, "9d 7d 4d", "9h 7h 4h", "====1"),
    (45, "Ks Kh 7d", "Kd Kc 7s", "====1"),
    (46, "Kd Kh 7s", "Ks Kc 7d", "====2"),
    (47, "Ad Ks 9h", "As Kd 9c", "====2"),
    (48, "Qs Jh Td", "Qh Js Tc", "====="),
    (49, "As Ks Qs", "Ah Kh Qh", "====="),
]
ALL_HANDS = list(combinations(range(52), 3))


def compare(one: str, two: str, rules) -> str:
    a, b = hand_key(parse_cards(one), rules), hand_key(parse_cards(two), rules)
    return "=" if a == b else "1" if a > b else "2"


@for_each(
    ("one", "two", "expected"),
    [example[1:] for example in EXAMPLES],
    ids=[f"TP-{example[0]}" for example in EXAMPLES],
)
def test_tp_31_to_49(one, two, expected):
    assert "".join(compare(one, two, rules) for rules in RULES.values()) == expected


def test_tp_46_by_the_odd_card():
    by_kicker = GAME.Rules(suit_tiebreak=("s", "d", "h", "c"), suit_pair_basis="kicker")
    assert compare("Kd Kh 7s", "Ks Kc 7d", by_kicker) == "1"


@pytest.mark.parametrize("order", ["a23_top", "akq_a23", "a23_low", "literal_2ak", "no_a23"])
def test_counts_of_all_hands(order):
    rules = GAME.Rules(run_order=order)
    counts = Counter(category(hand, rules) for hand in ALL_HANDS)
    twelve = {"trail": 52, "pure": 48, "sequence": 720, "color": 1096, "pair": 3744, "high": 16440}
    eleven = {"trail": 52, "pure": 44, "sequence": 660, "color": 1100, "pair": 3744, "high": 16500}
    assert counts == (eleven if order == "no_a23" else twelve)


def test_distinct_values():
    values = defaultdict(set)
    for hand in ALL_HANDS:
        values[category(hand, RULES["top"])].add(hand_key(hand, RULES["top"]))
    sizes = {kind: len(keys) for kind, keys in values.items()}
    assert sizes == {
        "trail": 13,
        "pure": 12,
        "sequence": 12,
        "color": 274,
        "pair": 156,
        "high": 274,
    }
    assert len({hand_key(hand, RULES["suits"]) for hand in ALL_HANDS}) == 2697


def ties(rules) -> Counter:
    """Count ordered pairs of disjoint hands that tie, by category."""
    groups = defaultdict(list)
    for hand in ALL_HANDS:
        groups[hand_key(hand, rules)].append(hand)
    found: Counter = Counter()
    for hands in groups.values():
        ones = Counter(card for hand in hands for card in hand)
        twos = Counter(pair for hand in hands for pair in combinations(hand, 2))
        for hand in hands:
            touching = sum(ones[card] for card in hand)
            touching -= sum(twos[pair] for pair in combinations(hand, 2))
            found[category(hand, rules)] += len(hands) - touching - 1
    return +found


@pytest.mark.slow
def test_ties_among_disjoint_hands():
    assert ties(RULES["top"]) == {
        "pure": 144,
        "sequence": 18_288,
        "color": 3_288,
        "pair": 11_232,
        "high": 417_576,
    }
    assert ties(RULES["suits"]) == {"pure": 144, "sequence": 18_288}


def test_order_of_cards_and_names_of_suits_do_not_matter():
    rng = random.Random(31)
    for hand in rng.sample(ALL_HANDS, 500):
        turned = list(hand)
        rng.shuffle(turned)
        suits = rng.sample(range(4), 4)
        other = tuple(card // 4 * 4 + suits[card % 4] for card in turned)
        assert hand_key(other, RULES["top"]) == hand_key(hand, RULES["top"])


@for_each(
    ("cards", "name"),
    [
        ("As Ah Ad", "Trail of aces"),
        ("6s 6h 6d", "Trail of sixes"),
        ("As 2s 3s", "Pure sequence, A-2-3"),
        ("Qs Jh Td", "Sequence, Q-J-10"),
        ("As Ks Js", "Color, A-K-J"),
        ("Ks Kh 2d", "Pair of kings"),
        ("As Kh Jd", "Ace high, A-K-J"),
    ],
)
def test_names(cards, name):
    assert hand_title(hand_value_of(parse_cards(cards), RULES["top"])) == name


def test_muflis_reverses_the_ranking():
    rules = GAME.presets["muflis"]
    assert compare("5s 3h 2d", "As Ah Ad", rules) == "1"
    assert hand_title(hand_value_of(parse_cards("Ks Kh 2d"), rules)) == "Pair of kings"


@for_each(
    ("preset", "cards", "name"),
    [
        ("ak47", "As 9h 9d", "Trail of nines"),
        ("ak47", "As Kh 9d", "Trail of nines"),
        ("ak47", "As Kh 4d", "Trail of aces"),
        ("ak47", "7s Qs Js", "Pure sequence, K-Q-J"),
        ("lowest_joker", "2s 9h 9d", "Trail of nines"),
        ("lowest_joker", "2s 2h 9d", "Trail of nines"),
        ("lowest_joker", "2h Qs Td", "Sequence, Q-J-10"),
        ("999", "9s 9h 9d", "9-9-9"),
        ("999", "Ks 9h Ad", "9-1-0"),
    ],
)
def test_jokers_and_999(preset, cards, name):
    assert hand_title(hand_value_of(parse_cards(cards), GAME.presets[preset])) == name


def test_three_threes_may_be_the_best_trail():
    brag = GAME.Rules(best_trail="threes")
    assert compare("3s 3h 3d", "As Ah Ad", brag) == "1"
    assert compare("3s 3h 3d", "As Ah Ad", RULES["top"]) == "2"
