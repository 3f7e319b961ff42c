"""The counters of hands that were computed by hand, and the chi-square test of counts."""

import random
from fractions import Fraction
from math import comb

import pytest

from core.plots import Moment, bar_plot, line_plot
from games.engines.core import registry
from games.engines.core.contract import Action
from games.stats.counters import dou_dizhu
from games.stats.counters.base import count_hand
from games.stats.counters.chi_square import chi_square
from games.stats.counters.registry import counter_of, ratios_of
from tests.games.engines import scripted, scripted_dou_dizhu
from tests.games.engines.histories.plays import Play, moves_of, opening_of
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.games.sessions import some_hands

GAMES = ("teen_patti", "holdem", "dou_dizhu", "dou_dizhu_four")


def counted(key, opening, actions):
    """(counters by name, class) of each seat, and the class of the deal."""
    book = counter_of(key)
    found = count_hand(book, registry.get(key), opening, actions)
    seats = {
        seat: dict(zip(book.counters, count.counters, strict=True))
        for seat, count in found.seats.items()
    }
    return seats, found


def holdem(moves, *, stacks=(1_000,) * 3, board="Ad 9h 4s 3c Jd"):
    play = Play(
        "counted",
        "",
        stacks,
        {0: "As Ah", 1: "Kd Kc", 2: "7c 2d"},
        moves,
        {},
        board=board,
        rules={"small_blind": 5},
    )
    return counted("holdem", opening_of(play), [move.action for move in moves_of(play)])


def test_holdem_counts_choices_streets_and_the_showdown():
    """Seat 0 has the small blind and calls, raises on the flop and wins; seat 2 opened."""
    seats, found = holdem(
        "2 raise_to 30, 0 call, 1 fold, 0 check, 2 bet 40, 0 raise_to 120, 2 call, "
        "0 check, 2 check, 0 check, 2 check"
    )
    assert seats[0] == {
        "vpip": 1,
        "pfr": 0,
        "raises": 1,
        "calls": 1,
        "flops": 1,
        "showdowns": 1,
        "showdowns_won": 1,
        "centi_bb": 1_600,
    }
    assert seats[1] == dict.fromkeys(seats[1], 0) | {"centi_bb": -100}
    assert seats[2] == {
        "vpip": 1,
        "pfr": 1,
        "raises": 2,
        "calls": 1,
        "flops": 1,
        "showdowns": 1,
        "showdowns_won": 0,
        "centi_bb": -1_500,
    }
    names = [one.label for one in counter_of("holdem").categories]
    assert names[found.seats[0].category] == "Three of a kind"
    assert found.seats[2].category is None, "a mucked hand is in no class"
    assert names[found.dealt] == "Three of a kind"
    assert (found.seats[0].won, found.seats[0].net, found.seats[0].pot) == (True, 160, 310)


def test_holdem_blinds_are_no_choice_and_a_fold_is_no_showdown():
    seats, found = holdem("2 fold, 0 fold")
    assert [seats[seat]["centi_bb"] for seat in (0, 1, 2)] == [-50, 50, 0]
    for seat in (0, 1, 2):
        assert not any(number for name, number in seats[seat].items() if name != "centi_bb")
    assert found.dealt == 3, "the deal is classified with the undealt board"


def test_holdem_an_all_in_is_a_raise_or_a_call_and_sees_the_flop():
    seats, _found = holdem("2 all_in, 0 all_in, 1 fold", stacks=(100, 100, 100))
    assert (seats[2]["raises"], seats[2]["calls"], seats[2]["pfr"]) == (1, 0, 1)
    assert (seats[0]["raises"], seats[0]["calls"], seats[0]["pfr"]) == (0, 1, 0)
    assert [seats[seat]["flops"] for seat in (0, 1, 2)] == [1, 0, 1]


def teen_patti(hands, moves):
    actions = [Action(*move) for move in moves]
    return counted(
        "teen_patti", scripted.opening(hands, (100, 100, 100), side_show="both_seen"), actions
    )


MOVES = (
    (0, "bet", 1),
    (1, "see"),
    (1, "bet", 2),
    (2, "see"),
    (2, "side_show"),
    (1, "accept"),
)


def test_teen_patti_counts_blind_bets_and_won_shows():
    """2 asks 1 for a side show and loses; then 0, still blind, asks for a show and wins."""
    hands = ("As Ah Ad", "Kd Kc 2h", "Qd Qc 3h")
    seats, found = teen_patti(hands, (*MOVES, (0, "show")))
    assert seats[0] == {
        "acts": 2,
        "blind_acts": 2,
        "shows": 1,
        "shows_won": 1,
        "side_shows": 0,
        "side_shows_won": 0,
    }
    assert (seats[1]["acts"], seats[1]["blind_acts"]) == (1, 0)
    assert (seats[2]["side_shows"], seats[2]["side_shows_won"]) == (1, 0)
    names = [one.label for one in counter_of("teen_patti").categories]
    assert [found.seats[seat].category for seat in (0, 1)] == [
        names.index("Trail"),
        names.index("Pair"),
    ]
    assert found.seats[2].category is None, "packed cards are in no class"


def test_teen_patti_a_side_show_is_won_when_the_other_packs():
    hands = ("As Ah Ad", "Qd Qc 3h", "Kd Kc 2h")
    seats, _found = teen_patti(hands, (*MOVES, (0, "fold")))
    assert (seats[2]["side_shows"], seats[2]["side_shows_won"]) == (1, 1)
    assert seats[1]["side_shows"] == 0


@pytest.fixture
def received(monkeypatch):
    """The actions of described games."""
    actions = []
    plain = scripted_dou_dizhu.Play.act

    def act(play, action):
        actions.append(action)
        return plain(play, action)

    monkeypatch.setattr(scripted_dou_dizhu.Play, "act", act)
    return actions


def test_dou_dizhu_counts_sides_and_bombs(received):
    play = scripted_dou_dizhu.landlord_wins(bombs=3)
    seats, found = counted("dou_dizhu", play.opening, received)
    assert seats[0] == {
        "landlord": 1,
        "landlord_won": 1,
        "peasant": 0,
        "peasant_won": 0,
        "bombs": 3,
    }
    for seat in (1, 2):
        assert (seats[seat]["peasant"], seats[seat]["peasant_won"], seats[seat]["bombs"]) == (
            1,
            0,
            0,
        )
    assert found.seats[0].category == 3, "three bombs among the 17 cards dealt"


def test_dou_dizhu_a_deal_without_bids_counts_only_as_a_hand(received):
    play = scripted_dou_dizhu.Play(all_pass="redeal")
    while play.result is None:
        play.pass_(play.turn)
    seats, found = counted("dou_dizhu", play.opening, received)
    assert all(not any(counters.values()) for counters in seats.values())
    assert [count.category for count in found.seats.values()] == [None] * 3


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_counters_agree_with_the_result_of_any_hand(key):
    """The nets sum to zero, winners have a pot, and no part is more than its whole."""
    for opening, moves, state in some_hands(registry.get(key), 5, 40, leaves=0.02):
        seats, found = counted(key, opening, [move.action for move in moves])
        result = registry.get(key).result(state)
        assert {seat: count.net for seat, count in found.seats.items()} == dict(result.net)
        assert sum(count.net for count in found.seats.values()) == 0
        for seat, counters in seats.items():
            count = found.seats[seat]
            assert count.won == (count.pot > 0)
            counters["hands"] = 1
            for ratio in ratios_of(key):
                if ratio.percent:
                    assert 0 <= counters[ratio.over] <= max(counters[ratio.under], 0), ratio.key


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_no_hand_under_any_rules_stops_its_settlement(game):
    """A hand that cannot be counted would stop its table."""
    for seed in range(60):
        rng = random.Random(f"counted {game.key} {seed}")
        opening = random_opening(game, random_rules(game, rng), rng)
        steps = random_hand(game, opening, rng, leaves=seed % 3 == 0)
        actions = [action for _before, action, _step in steps if action is not None]
        found = count_hand(counter_of(game.key), game, opening, actions)
        assert set(found.seats) == set(opening.seats), seed


def test_a_live_hand_is_not_counted():
    opening = scripted.opening(None, (100, 100, 100))
    with pytest.raises(ValueError, match="not over"):
        count_hand(counter_of("teen_patti"), scripted.GAME, opening, [])


def test_a_game_without_a_counter_is_counted_by_chips_alone():
    opening = scripted.opening(None, (100, 100, 100))
    moves = [Action(0, "fold"), Action(1, "fold")]
    found = count_hand(counter_of("against_the_house"), scripted.GAME, opening, moves)
    assert [count.net for count in found.seats.values()] == [-1, -1, 2]
    assert (found.dealt, found.seats[2].counters) == (None, ())


@pytest.mark.parametrize("key", GAMES)
def test_the_chances_are_exact(key):
    assert sum(one.chance for one in counter_of(key).categories) == 1


def test_the_chances_of_bombs_fit_a_count_by_rank():
    """No bomb: inclusion and exclusion over the 13 ranks and the rocket."""
    no_bomb = sum(
        (-1) ** (fours + rocket)
        * comb(13, fours)
        * comb(54 - 4 * fours - 2 * rocket, 17 - 4 * fours - 2 * rocket)
        for fours in range(5)
        for rocket in (0, 1)
        if 4 * fours + 2 * rocket <= 17
    )
    assert dou_dizhu.COUNTER.categories[0].chance == Fraction(no_bomb, comb(54, 17))


@pytest.mark.parametrize(
    ("statistic_for_p", "freedom", "p"),
    [(3.841, 1, 0.05), (11.070, 5, 0.05), (20.515, 5, 0.001), (15.507, 8, 0.05)],
)
def test_chi_square_has_the_values_of_the_tables(statistic_for_p, freedom, p):
    """Counts that differ from equal probabilities in one class and its opposite by this amount."""
    classes = freedom + 1
    each = 10_000
    shift = round((statistic_for_p * each / 2) ** 0.5)
    counts = [each + shift, each - shift, *[each] * (classes - 2)]
    found = chi_square(counts, [1 / classes] * classes)
    assert found.freedom == freedom
    assert found.p == pytest.approx(p, rel=0.05)


def test_rare_classes_are_merged_and_few_deals_are_not_tested():
    assert chi_square([3], [1.0]) is None
    assert chi_square([2, 1], [0.5, 0.5]) is None
    assert chi_square([60, 38, 1, 1], [0.6, 0.38, 0.01, 0.01]).freedom == 1


def test_a_fair_deck_passes_and_a_loaded_one_fails():
    rng = random.Random(7)
    chances = [float(one.chance) for one in counter_of("teen_patti").categories]
    fair = rng.choices(range(6), chances, k=20_000)
    assert "nothing unusual" in chi_square([fair.count(n) for n in range(6)], chances).words
    loaded = [fair.count(n) for n in range(6)]
    loaded[5] += 100
    assert "must be investigated" in chi_square(loaded, chances).words


def test_a_line_ends_at_its_last_value_between_round_numbers():
    chips = zip(map(Moment, (0, 5, 9), "abc"), (10_000, 9_400, 10_730), strict=True)
    plot = line_plot(list(chips), shows="time", title="t", words="w")
    values = [tick.label for tick in plot.y_ticks]
    heights = [tick.at for tick in plot.y_ticks]
    assert values == ["9k", "9.5k", "10k", "10.5k", "11k"]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] < plot.end[1] < heights[-2]
    assert plot.rows[-1] == (Moment(9, "c"), "10,730")
    flat = line_plot([(Moment(0, "a"), 0), (Moment(1, "b"), 0)], shows="date", title="t", words="w")
    assert len(flat.y_ticks) > 1


def test_bars_are_on_their_side_of_the_line():
    plot = bar_plot([("up", 30, "+30"), ("down", -10, "-10")], title="t", words="w")
    up, down = plot.bars
    assert (up.below, down.below) == (False, True)
    assert up.x == plot.base == pytest.approx(down.x + down.width)
    assert up.width == pytest.approx(3 * down.width, rel=0.01)
