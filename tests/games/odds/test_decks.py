"""Several decks: counts beside dealt cards and published figures; shoes that are dealt down."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
import pytest

from games import odds
from games.engines.core.errors import RulesError
from games.engines.dealer_teen_patti.designs import PRESETS
from games.engines.dealer_teen_patti.nets import nets_of
from games.engines.dealer_teen_patti.payouts import GROUPS
from games.engines.dealer_teen_patti.ranking import RUN_ORDERS, Ranking, group_of, hand_key
from games.odds.analysis import raised_hands
from games.odds.counts import disjoint, table_of
from games.odds.groups import groups_of, qualifying
from games.odds.hands import DECK, dealer_hands, dealt_hands, hands, numbers, ranks, suits, ways
from games.odds.shoe import Shoe
from games.odds.simulation import deal
from games.odds.six_cards import KINDS, best_of_six, six_card_counts
from games.odds.strength import CATEGORIES
from tests.support.cases import for_each

SUITED = Ranking("akq_a23", suits=("s", "d", "h", "c"))


def cards_of(text):
    """Deck positions of cards such as `As Kh`, ascending."""
    return tuple(sorted(DECK.index(card) for card in text.split()))


def key_of(positions, ranking):
    """The strength of three cards by the engine, whose cards count from the two of clubs up."""
    cards = tuple((12 - place // 4) * 4 + "cdhs".index("dchs"[place % 4]) for place in positions)
    return hand_key(cards, ranking), group_of(cards, ranking)


@pytest.fixture(scope="module")
def engine_levels():
    """For each hand of several decks: its level by the engine's keys, under a ranking."""

    def levels(ranking):
        keys = [key_of(three, ranking)[0] for three in hands(2).tolist()]
        order = {key: level for level, key in enumerate(sorted(set(keys)))}
        return np.array([order[key] for key in keys])

    return levels


@pytest.mark.parametrize(
    "ranking", [Ranking(), pytest.param(SUITED, marks=pytest.mark.full)], ids=["plain", "suits"]
)
def test_dealt_cards_give_the_counts(engine_levels, ranking):
    """Deal each of the 166,650 hands of the 101 cards left of two decks, compared by the engine."""
    levels = engine_levels(ranking)
    table = table_of(ranking, 2)
    threes = np.array(list(combinations(range(101), 3)))
    queens = qualifying(ranking, "queen_high", 2)
    none = disjoint(~queens, 2)
    for text in ("As Ks Qs", "7h 7h 7d", "7h 7h Qh", "2s 2s 3d", "Kd 9c 4s", "Ah Ah 2h"):
        mine = cards_of(text)
        left = Counter(2 * list(range(52)))
        left.subtract(mine)
        shoe = np.array(sorted(left.elements()))
        theirs = numbers(2)[tuple(shoe[threes].T)]
        number = int(numbers(2)[mine])
        counts = [int(np.sum(sign)) for sign in _compared(levels[theirs], levels[number])]
        assert [table.win[number], table.lose[number], table.tie[number]] == counts, text
        assert none[number] == int((~queens[theirs]).sum()), text


def _compared(theirs, mine):
    return theirs < mine, theirs > mine, theirs == mine


def test_categories_and_groups_are_the_engines(engine_levels):
    for ranking in (Ranking(), Ranking("literal_2ak", "three_card_poker")):
        levels, ranked = engine_levels(ranking), table_of(ranking, 2)
        assert (levels == ranked.level).all()
        told = [group_of_number(number, ranking) for number in range(0, 24_804, 7)]
        assert told == [GROUPS[one] for one in groups_of(ranking, 2)[::7]]


def group_of_number(number, ranking):
    return key_of(hands(2)[number].tolist(), ranking)[1]


def test_hands_of_six_decks_are_as_many_as_published():
    """The Wizard of Odds on the blackjack side bet 21+3, whose hands are of three cards too."""
    counts, category = ways(6), table_of(Ranking("akq_a23"), 6).category
    found = {key: int(counts[category == n].sum()) for n, key in enumerate(CATEGORIES)}
    one_suit = (suits(6) == suits(6)[:, :1]).all(axis=1)
    high, middle, low = ranks(6).T
    pair_in_suit = one_suit & ((high == middle) ^ (middle == low))
    assert found == {
        "pure": 10_368,
        "trail": 26_312,
        "sequence": 155_520,
        "color": 236_736 + 56_160,
        "pair": 977_184,
        "high": 3_551_040,
    }
    assert int(counts[pair_in_suit].sum()) == 56_160
    assert sum(found.values()) == dealt_hands(6) == 5_013_320


@for_each(
    ("decks", "edge"), [(1, "13.30"), (2, "7.26"), (4, "4.24"), (6, "3.24"), (8, "2.74")], ids=str
)
def test_a_bet_that_pays_nine_for_all_has_the_published_edge(decks, edge):
    lines = dict.fromkeys(("pure", "trail", "sequence", "color"), 9)
    (bet,) = odds.analyse(odds.PayTable(run_order="akq_a23", pair_plus=lines), decks).side_bets
    assert f"{float(bet.house_edge * 100):.2f}" == edge


@pytest.mark.parametrize("decks", [2, 3, 8])
def test_counts_are_complete_and_even(decks):
    counts, total = ways(decks), dealer_hands(decks)
    can_be_dealt = counts > 0
    assert int(counts.sum()) == dealt_hands(decks) == comb(52 * decks, 3)
    for run_order in RUN_ORDERS[:2]:
        table = table_of(Ranking(run_order), decks)
        parts = np.stack([table.win, table.lose, table.tie])[:, can_be_dealt]
        assert (parts >= 0).all()
        assert (parts.sum(axis=0) == total).all()
        assert int((table.win * counts).sum()) == int((table.lose * counts).sum())
    assert (disjoint(np.ones(counts.size, dtype=np.bool_), decks)[can_be_dealt] == total).all()


def test_a_third_equal_card_needs_a_third_deck():
    same = int(numbers(2)[0, 0, 0])
    assert [int(ways(decks)[same]) for decks in (2, 3, 8)] == [0, 1, 56]


def test_optimal_play_with_six_decks_is_that_of_each_hand():
    table, decks = PRESETS["tcp"].table, 6
    found, nets, ranking = odds.analyse(table, decks), nets_of(table), table.ranking()
    counted, counts = table_of(ranking, decks), ways(decks)
    none = disjoint(~qualifying(ranking, "queen_high", decks), decks)
    plays = qualifying(ranking, "queen_high", decks)
    win = np.where(plays, counted.win - none, 0)
    lose = dealer_hands(decks) - none - win - np.where(plays, counted.tie, 0)
    bonus = np.array([int(pays) for pays in nets.bonus])[groups_of(ranking, decks)]
    worth = none + 2 * (win - lose) + bonus * dealer_hands(decks)
    best = np.maximum(worth, -dealer_hands(decks))
    total = sum(int(part) for part in best * counts)
    assert found.house_edge == -Fraction(total, dealt_hands(decks) * dealer_hands(decks))
    assert (raised_hands(table, decks) == (worth > -dealer_hands(decks))).all()
    assert sum(line.contribution for line in found.lines) == -found.house_edge
    ends = {line.key: line.probability for line in found.lines}
    assert sum(ends[key] for key in ("no_qualify", "win_ante", "lose", "tie", "fold")) == 1
    assert found.hands == 5_013_320
    assert found.house_edge < odds.analyse(table).house_edge


# Six cards


@for_each(
    ("cards", "kind"),
    [
        ("7s 7s 7s 7s 7s 2d", "quads"),
        ("7s 7s 7s 2s 2s 2s", "full_house"),
        ("7s 7s 7s 2s 3s 4d", "flush"),
        ("As Ks Qs Js Ts Ts", "royal"),
        ("5s 4h 3d 2c Ad Ad", "straight"),
    ],
)
def test_equal_cards_among_six(cards, kind):
    assert KINDS[int(best_of_six(np.array([cards_of(cards)]))[0])] == kind


def test_dealt_sets_of_six_cards_come_near_the_counts():
    dealt = best_of_six(deal(150_000, np.random.default_rng(6), Shoe(2)))
    seen = np.bincount(dealt, minlength=len(KINDS))
    for kind, count in six_card_counts(2).items():
        share = count / comb(104, 6)
        error = (share * (1 - share) * 150_000) ** 0.5
        assert abs(seen[KINDS.index(kind)] - share * 150_000) < 4.5 * error, kind


@pytest.mark.full
@pytest.mark.parametrize("decks", [2, 3])
def test_every_set_of_six_cards_gives_the_counts(decks):
    """Evaluate each of the 36,288,252 sets of six of 52 cards that may repeat."""
    counts = np.zeros(len(KINDS), dtype=np.int64)
    threes = np.array(list(combinations_with_replacement(range(52), 3)))
    each = np.array([comb(decks, n) for n in range(7)])
    for third in range(52):
        low, high = threes[threes[:, 2] == third], threes[threes[:, 0] >= third]
        sets = np.concatenate([low.repeat(len(high), axis=0), np.tile(high, (len(low), 1))], axis=1)
        counts += np.bincount(best_of_six(sets), _weights(sets, each), len(KINDS)).astype(np.int64)
    assert {kind: int(counts[KINDS.index(kind)]) for kind in six_card_counts(decks)} == (
        six_card_counts(decks)
    )
    assert int(counts.sum()) == comb(52 * decks, 6)


def _weights(sets, each):
    """In how many ways each set can be dealt, where `each[n]` ways give n copies of one card."""
    weights, run = np.ones(len(sets), dtype=np.int64), np.ones(len(sets), dtype=np.int64)
    for column in range(1, 7):
        same = sets[:, column] == sets[:, column - 1] if column < 6 else np.zeros(len(sets), bool)
        weights = np.where(same, weights, weights * each[run])
        run = np.where(same, run + 1, 1)
    return weights


# Shoes


@for_each(
    ("decks", "dealt", "rounds"),
    [(1, None, 1), (8, None, 1), (1, 75, 7), (1, 90, 8), (6, 75, 39), (8, 75, 52), (2, 25, 5)],
    ids=str,
)
def test_a_shoe_is_dealt_to_its_cut_card(decks, dealt, rounds):
    assert Shoe(decks, dealt).rounds == rounds


@for_each("wrong", [(0, None), (9, None), (True, None), ("2", None), (2, 24), (2, 91), (2, 50.5)])
def test_shoes_out_of_range_are_refused(wrong):
    with pytest.raises(RulesError) as no:
        Shoe(*wrong)
    assert no.value.field == ("decks" if wrong[1] is None else "dealt_percent")


def test_no_card_of_a_shoe_comes_twice():
    shoe = Shoe(2, 90)
    dealt = deal(300, np.random.default_rng(1), shoe).reshape(300, -1)
    assert dealt.shape == (300, 6 * shoe.rounds)
    assert all(max(Counter(one).values()) <= 2 for one in dealt.tolist())
    assert any(max(Counter(one[:36]).values()) == 2 for one in dealt.tolist())


@pytest.mark.parametrize("shoe", [Shoe(2), Shoe(6, 75), Shoe(1, 90)], ids=str)
def test_the_observed_edge_of_a_shoe_comes_near_the_exact_one(shoe):
    table = PRESETS["tcp_six"].table
    played = odds.simulate(table, 60_000, np.random.default_rng(8), shoe=shoe)
    assert played.hands >= 60_000
    assert played.hands % shoe.rounds == 0
    for bet in (played.main, *played.side_bets):
        assert abs(bet.deviation) < 4, bet
    exact = odds.analyse(table, shoe.decks)
    assert abs(played.raised / played.hands - float(exact.raise_frequency)) < 0.01
    if shoe.dealt_percent is None:
        assert played.spread is None
        return
    assert (played.spread.rounds, played.spread.shoes) == (
        shoe.rounds,
        played.hands // shoe.rounds,
    )
    assert played.spread.sd_if_shuffled == pytest.approx(exact.sd * shoe.rounds**0.5)
    assert played.spread.sd == pytest.approx(played.spread.sd_if_shuffled, rel=0.1)
    error = played.spread.sd / played.spread.shoes**0.5 / shoe.rounds
    assert played.main.standard_error == pytest.approx(error, rel=0.01)
