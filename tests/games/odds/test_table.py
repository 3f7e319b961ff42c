"""The table of all hands: rule 3.2, the notebook's own file, and brute force."""

import csv
import hashlib
import io
import json
import random
from itertools import combinations

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games import odds
from games.engines.core.cards import parse_card
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.ranking import RUN_ORDERS, Ranking
from games.engines.teen_patti.ranking import CATEGORIES as ENGINE_CATEGORIES
from games.engines.teen_patti.ranking import hand_key
from games.engines.teen_patti.rules import TeenPattiRules
from games.odds.counts import disjoint
from games.odds.export import COLUMNS
from games.odds.hands import DECK, HANDS, cards_of, hands, number_of, numbers
from games.odds.strength import CATEGORIES, strength
from tests.support.cases import for_each
from tests.support.pay_table_hashes import HASHES

SEED_SUITS = ("s", "d", "h", "c")
NOTEBOOK = "a36df03cf84dbd0d2c262d584b26f8cb58dc207a7d40be9cb4b0aaffa23ad125"
"""SHA-256 of TeenPatti.csv as the cells of the notebook wrote it under pandas 3.1.1."""
RANKINGS = [
    *(Ranking(order) for order in RUN_ORDERS),
    Ranking("a23_low", "three_card_poker"),
    Ranking("akq_a23", suits=SEED_SUITS),
    Ranking("a23_top", suits=("c", "d", "h", "s"), suit_pair_basis="kicker"),
    Ranking("a23_top", suits=SEED_SUITS, suit_scope=("high",), best_trail="threes"),
]


@pytest.fixture(scope="module")
def all_cards() -> list[tuple[int, ...]]:
    """The cards of each hand of the table."""
    return [tuple(parse_card(card) for card in cards_of(number)) for number in range(HANDS)]


def engine_rules(ranking: Ranking) -> TeenPattiRules:
    return TeenPattiRules(
        run_order=ranking.run_order,
        suit_tiebreak=ranking.suits,
        suit_tiebreak_scope=ranking.suit_scope,
        suit_pair_basis=ranking.suit_pair_basis,
        best_trail=ranking.best_trail,
    )


def row(table: odds.OddsTable, *cards: str) -> tuple[int, int, int]:
    number = number_of(*cards)
    return int(table.win[number]), int(table.lose[number]), int(table.tie[number])


def test_hands_stand_in_the_notebooks_order():
    deck = [rank + suit for rank in "AKQJT98765432" for suit in "dchs"]
    assert list(DECK) == deck
    assert [cards_of(number) for number in range(HANDS)] == list(combinations(deck, 3))


def test_a_hand_is_found_in_any_order():
    assert number_of("As", "Kh", "2d") == number_of("2d", "As", "Kh") == number_of("Kh", "2d", "As")
    assert (numbers() >= 0).sum() == 52 * 51 * 50
    for wrong in (("As", "As", "Kd"), ("As", "Kd"), ("As", "Kd", "1d")):
        with pytest.raises(ValueError, match=r"three different|not in tuple"):
            number_of(*wrong)


@pytest.mark.parametrize("order", HASHES)
def test_hashes_are_fixed(order: str):
    assert odds.table(order).sha256() == HASHES[order]


def test_the_notebooks_ranks():
    """Check the notebook's ranks.

    1-13 trail, 14 AKQ, 15 A23, 26 AKQ, 27 A23, 38, 312, 469-742; 468 is unused.
    """
    table = odds.table("akq_a23")
    rank = table.rank()
    found = {}
    for place, name in enumerate(CATEGORIES):
        ranks = rank[table.category == place]
        found[name] = (int(ranks.min()), int(ranks.max()))
    assert found == {
        "trail": (1, 13),
        "pure": (14, 25),
        "sequence": (26, 37),
        "color": (38, 311),
        "pair": (312, 467),
        "high": (469, 742),
    }
    hand = {"AKQ": ("As", "Ks", "Qs"), "A23": ("As", "3s", "2s"), "KQJ": ("Ks", "Qs", "Js")}
    assert [int(rank[number_of(*hand[h])]) for h in ("AKQ", "A23", "KQJ")] == [14, 15, 16]


# W/L/T under a23_top and akq_a23 (rule 3.2)
ROWS = [
    ("As Ah Ac", (18424, 0, 0), (18424, 0, 0)),
    ("2s 2h 2c", (18376, 48, 0), (18376, 48, 0)),
    ("As 3s 2s", (18378, 43, 3), (18375, 46, 3)),
    ("As Ks Qs", (18375, 46, 3), (18378, 43, 3)),
    ("Ks Qs Js", (18371, 50, 3), (18371, 50, 3)),
    ("4s 3s 2s", (18337, 84, 3), (18337, 84, 3)),
    ("As 3h 2s", (18314, 85, 25), (18269, 130, 25)),
    ("As Kh Qs", (18269, 130, 25), (18314, 85, 25)),
    ("As 3h 2c", (18314, 84, 26), (18269, 129, 26)),
    ("As Kh Qc", (18269, 129, 26), (18314, 84, 26)),
    ("As Ks Js", (17714, 707, 3), (17714, 707, 3)),
    ("5s 3s 2s", (16794, 1627, 3), (16794, 1627, 3)),
    ("As Ah Ks", (16782, 1639, 3), (16782, 1639, 3)),
    ("2s 2h 3s", (13638, 4783, 3), (13638, 4783, 3)),
    ("2s 2h 3c", (13647, 4774, 3), (13647, 4774, 3)),
    ("As Kh Jc", (13672, 4726, 26), (13672, 4726, 26)),
    ("As Ks Jh", (13663, 4736, 25), (13663, 4736, 25)),
    ("Qs 6h 4c", (6063, 12335, 26), (6063, 12335, 26)),
    ("Qs 6h 3c", (6018, 12380, 26), (6018, 12380, 26)),
    ("Js 8h 5c", (4620, 13778, 26), (4620, 13778, 26)),
    ("Js 8h 4c", (4586, 13812, 26), (4586, 13812, 26)),
    ("5s 3h 2c", (0, 18398, 26), (0, 18398, 26)),
    ("5s 3s 2h", (0, 18399, 25), (0, 18399, 25)),
]


@for_each(("cards", "a23_top", "akq_a23"), ROWS, ids=[r[0] for r in ROWS])
def test_rows(cards: str, a23_top: tuple[int, int, int], akq_a23: tuple[int, int, int]):
    assert row(odds.table("a23_top"), *cards.split()) == a23_top
    assert row(odds.table("akq_a23"), *cards.split()) == akq_a23


CATEGORY_TOTALS = {
    "trail": (52, 956_800, 1_248, 0),
    "pure": (48, 881_176, 3_032, 144),
    "sequence": (720, 12_976_488, 270_504, 18_288),
    "color": (1_096, 18_928_820, 1_260_596, 3_288),
    "pair": (3_744, 57_094_704, 11_873_520, 11_232),
    "high": (16_440, 112_521_948, 189_951_036, 417_576),
}


@pytest.mark.parametrize("order", ["a23_top", "akq_a23", "a23_low"])
def test_totals(order: str):
    table = odds.table(order)
    for place, name in enumerate(CATEGORIES):
        mine = table.category == place
        sums = tuple(int(part[mine].sum()) for part in (table.win, table.lose, table.tie))
        assert (int(mine.sum()), *sums) == CATEGORY_TOTALS[name]
    assert int(table.win.sum()) == int(table.lose.sum()) == 203_359_936
    assert int(table.tie.sum()) == 450_528
    favourite = table.win > table.lose
    assert int(favourite.sum()) == 11_120
    assert not (table.win == table.lose).any()
    lowest = np.flatnonzero(favourite & (table.level == table.level[favourite].min()))
    assert {tuple(card[0] for card in cards_of(int(n))) for n in lowest} == {("K", "9", "8")}


def test_distinct_values_and_ties_with_and_without_suits():
    assert int(odds.table().level.max()) + 1 == 741
    suited = odds.table("akq_a23", SEED_SUITS)
    assert int(suited.level.max()) + 1 == 2_697
    assert int(suited.tie.sum()) == 18_432 == 144 + 18_288
    without = odds.table("none")
    assert [int((without.category == place).sum()) for place in range(6)] == [
        16_500,
        3_744,
        1_100,
        660,
        44,
        52,
    ]


def test_the_two_top_orders_differ_in_128_rows():
    one, other = odds.table("a23_top"), odds.table("akq_a23")
    assert int(((one.win != other.win) | (one.lose != other.lose)).sum()) == 128


@pytest.mark.slow
@pytest.mark.parametrize(
    "ranking", [r for r in RANKINGS if r.category_order == "teen_patti"], ids=str
)
def test_the_table_games_ranking_is_the_same(ranking: Ranking, all_cards: list[tuple[int, ...]]):
    """Check that every hand has the engine's category, in the engine's order."""
    rules = engine_rules(ranking)
    keys = [hand_key(cards, rules) for cards in all_cards]
    place = {key: number for number, key in enumerate(sorted(set(keys)))}
    ranked = strength(ranking)
    assert ranked.level.tolist() == [place[key] for key in keys]
    named = [CATEGORIES[category] for category in ranked.category]
    assert named == [ENGINE_CATEGORIES[key[0]] for key in keys]


def test_three_card_poker_puts_the_pure_sequence_on_top():
    table = odds.table("a23_low", category_order="three_card_poker")
    assert row(table, "4s", "3s", "2s")[1] < row(table, "As", "Ah", "Ac")[1]
    assert table.win[number_of("As", "Ks", "Qs")] == table.win.max()


@pytest.mark.parametrize("ranking", RANKINGS, ids=str)
def test_against_18_424_hands_one_by_one(ranking: Ranking):
    """Count some rows as the notebook does: each dealer hand compared with the player's."""
    table = odds.table(
        ranking.run_order,
        ranking.suits,
        category_order=ranking.category_order,
        suit_scope=ranking.suit_scope,
        suit_pair_basis=ranking.suit_pair_basis,
        best_trail=ranking.best_trail,
    )
    level = table.level.tolist()
    everyone = [set(row) for row in hands().tolist()]
    for mine in random.Random(repr(ranking)).sample(range(HANDS), 3):
        dealer = [n for n in range(HANDS) if not everyone[n] & everyone[mine]]
        assert len(dealer) == 18_424
        found = (
            sum(level[n] < level[mine] for n in dealer),
            sum(level[n] > level[mine] for n in dealer),
            sum(level[n] == level[mine] for n in dealer),
        )
        assert (table.win[mine], table.lose[mine], table.tie[mine]) == found, cards_of(mine)


@given(
    st.sampled_from(RUN_ORDERS),
    st.permutations("sdhc") | st.just([]),
    st.sets(st.sampled_from(("color", "pair", "high"))),
    st.sampled_from(("pair", "kicker")),
    st.sampled_from(("teen_patti", "three_card_poker")),
)
@settings(max_examples=30)
def test_invariants_hold_in_every_table(order, suits, scope, basis, categories):
    table = odds.table(
        order,
        tuple(suits),
        category_order=categories,
        suit_scope=tuple(scope),
        suit_pair_basis=basis,
    )
    parts = (table.win, table.lose, table.tie)
    assert all((part >= 0).all() for part in parts)
    assert ((table.win + table.lose + table.tie) == 18_424).all()
    assert table.win.sum() == table.lose.sum(), "every win of a hand is a loss of another"
    assert table.tie.sum() % 2 == 0
    assert sorted(set(table.level.tolist())) == list(range(int(table.level.max()) + 1))
    best = table.rank() == 1
    assert (table.lose[best] == 0).all()


def test_without_suits_a_permutation_of_the_suits_changes_nothing():
    table = odds.table()
    move = {"s": "h", "h": "d", "d": "c", "c": "s"}
    for number in range(0, HANDS, 7):
        other = number_of(*(card[0] + move[card[1]] for card in cards_of(number)))
        assert (table.win[number], table.tie[number]) == (table.win[other], table.tie[other])


def test_disjoint_hands():
    everyone = np.ones(HANDS, dtype=bool)
    assert (disjoint(everyone) == 18_424).all()
    assert (disjoint(~everyone) == 0).all()


def test_kept_tables_cannot_be_changed():
    table = odds.table()
    assert odds.table() is table
    with pytest.raises(ValueError, match="read-only"):
        table.win[0] = 1


@for_each(
    ("values", "field"),
    [
        ({"run_order": "sideways"}, "run_order"),
        ({"suits": ("s", "d", "h")}, "suits"),
        ({"suits": ("s", "s", "h", "c")}, "suits"),
        ({"suit_scope": ("trail",)}, "suit_scope"),
        ({"suit_pair_basis": "both"}, "suit_pair_basis"),
        ({"category_order": "poker"}, "category_order"),
        ({"best_trail": "kings"}, "best_trail"),
    ],
)
def test_wrong_rankings_are_named(values, field):
    with pytest.raises(RulesError) as no:
        odds.table(**values)
    assert no.value.field == field


def written(*arguments: str) -> str:
    out = io.StringIO()
    call_command("odds", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_writes_the_seeds_columns():
    listed = list(csv.reader(io.StringIO(written("--run-order", "akq_a23"))))
    assert tuple(listed[0]) == COLUMNS
    assert COLUMNS == ("1st", "2nd", "3rd", "rank", "type", "combinations", "win", "lose", "tie")
    assert listed[1] == ["Ad", "Ac", "Ah", "1", "trail", "1", "18424", "0", "0"]
    lines = "\n".join(",".join(values[6:]) for values in listed[1:])
    assert hashlib.sha256(lines.encode()).hexdigest() == HASHES["akq_a23"]
    kinds = {values[4] for values in listed[1:]}
    assert kinds == {"trail", "pure_sequence", "sequence", "color", "pair", "high_card"}


def test_the_command_writes_the_notebooks_file():
    text = written("--run-order", "akq_a23", "--format", "notebook")
    assert hashlib.sha256(text.encode()).hexdigest() == NOTEBOOK


def test_the_command_writes_json_to_a_file(tmp_path):
    file = tmp_path / "odds.json"
    assert written("--format", "json", "--suits", "s,d,h,c", "--output", str(file)) == ""
    data = json.loads(file.read_text())
    assert data["suits"] == list(SEED_SUITS)
    assert (len(data["rows"]), data["columns"]) == (22_100, list(COLUMNS))
    assert sum(values[8] for values in data["rows"]) == 18_432


def test_the_command_reports_invalid_arguments(tmp_path):
    with pytest.raises(CommandError, match="name all four"):
        written("--suits", "s,d")
    with pytest.raises(CommandError, match="nowhere"):
        written("--output", str(tmp_path / "nowhere" / "odds.csv"))
