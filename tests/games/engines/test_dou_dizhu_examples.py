"""The cases DZ-34 to DZ-50 of Dou Dizhu, played, and the scores of rule 5.6.

Seat 0 is the landlord unless a test says otherwise; hands are named by ranks.
"""

from itertools import product

import pytest

from games.engines.core.contract import SPECTATOR, Viewer
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    LOSES,
    PRESETS,
    WINNER,
    WINS,
    Play,
    Table,
    doubling,
    holding,
    landlord_wins,
    led_by_landlord,
    peasants_win,
)
from tests.support.cases import for_each

# -- sit and gos --------------------------------------------------------------------------------

ALL, FREE = PRESETS, ("default", "more_kickers")
ANSWERED_PLAYS = [  # id, last play, its reading, the answer, presets, its reading or the refusal
    ("DZ-34", "2", "", "B", ALL, "solo@B"),
    ("DZ-34", "B", "", "R", ALL, "solo@R"),
    ("DZ-35", "22", "", "3333", ALL, "bomb@3"),
    ("DZ-35", "3333", "", "4444", ALL, "bomb@4"),
    ("DZ-35", "2222", "", "BR", ALL, "rocket@B"),
    ("DZ-35", "BR", "", "3333", ALL, "WRONG_CATEGORY"),
    ("DZ-36", "34567", "", "456789", ALL, "WRONG_LENGTH"),
    ("DZ-36", "9TJQK", "", "3456789", ALL, "WRONG_LENGTH"),
    ("DZ-37", "333444555789", "", "333444555666", FREE, "airplane_with_solos@4"),
    ("DZ-37", "333444555789", "", "333444555666", ("rlcard", "pagat"), "WRONG_CATEGORY"),
    ("DZ-38", "333444555666", "airplane@3", "444555666777", ALL, "airplane@4"),
    ("DZ-39", "333344", "", "444433", ("default", "rlcard", "more_kickers"), "four_with_two@4"),
    ("DZ-40", "33334455", "", "4444", ALL, "bomb@4"),
    ("DZ-41", "33344456", "", "33334444", FREE, "RANK_TOO_LOW"),
    ("DZ-41", "33344456", "", "33334444", ("rlcard", "pagat"), "NOT_A_COMBINATION"),
    ("DZ-42", "3334", "", "44433", ALL, "WRONG_CATEGORY"),
    (
        "DZ-43",
        "3334445556667778",
        "airplane_with_solos@4",
        "4445556667778883",
        FREE,
        "airplane_with_solos@5",
    ),
    (
        "DZ-43",
        "3334445556667778",
        "airplane_with_solos@3",
        "4445556667778883",
        FREE,
        "airplane_with_solos@5",
    ),
]


@for_each(
    ("rule", "last", "as_", "answer", "preset", "wanted"),
    [
        (rule, last, as_, answer, preset, wanted)
        for rule, last, as_, answer, presets, wanted in ANSWERED_PLAYS
        for preset in presets
    ],
)
def test_answers_are_played_or_refused_as_stated(rule, last, as_, answer, preset, wanted):
    play = holding(answer, rules=GAME.presets[preset]).facing(last, as_)
    if wanted.isupper():
        assert play.refused_play(0, answer) == wanted
        return
    play.play(0, answer)
    assert play.step_events("play")[0]["reading"] == wanted
    assert play.state.last.reading.name() == wanted


def test_dz_34_and_35_in_one_game():
    """2 < B < R as solos; a pair of twos < 3333 < 4444 < rocket; nothing beats the rocket."""
    hands = ("2233335567899TJQK", "BR44445678TJQKAAA", "")
    play = led_by_landlord(hands, kitty="567")
    play.play(0, "2").play(1, "B")
    assert play.refused_play(2, "2") == "RANK_TOO_LOW"
    play.pass_(2).pass_(0).play(1, "5").pass_(2).play(0, "2").play(1, "R").pass_(2, 0)
    play = led_by_landlord(hands, kitty="567").play(0, "22").play(1, "4444").pass_(2)
    assert play.refused_play(0, "3333") == "RANK_TOO_LOW"
    play = led_by_landlord(hands, kitty="567").play(0, "3333").play(1, "4444").pass_(2, 0)
    play.play(1, "BR")
    assert [option.kind for option in GAME.legal(play.state, 2)] == ["pass"]
    assert play.pass_(2).refused_play(0, "22") == "WRONG_CATEGORY"


def test_dz_44_the_leader_may_not_pass():
    play = holding(LANDLORD)
    assert play.refused(0, "pass") == "CANNOT_PASS_WHEN_LEADING"
    play.play(0, "3").pass_(1).play(2, "9").pass_(0, 1)
    assert play.turn == 2
    assert play.step_events("leads") == [{"seat": 2}]
    assert play.refused(2, "pass") == "CANNOT_PASS_WHEN_LEADING"
    assert "pass" not in play.legal(2)


def test_one_pass_does_not_clear_the_table():
    play = holding(LANDLORD).play(0, "3").pass_(1)
    assert play.refused_play(2, "99") == "WRONG_CATEGORY"
    play.play(2, "9").pass_(0)
    assert play.view()["last"]["seat"] == 2
    play.play(1, "A").pass_(2)
    assert play.refused_play(0, "33") == "WRONG_CATEGORY"
    assert play.pass_(0).turn == 1
    assert play.view()["last"] is None


# -- scores ----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["default", "rlcard", "more_kickers"])
def test_dz_45_the_score_without_bombs(preset):
    rules = GAME.presets[preset]
    assert landlord_wins(rules=rules).net == (10, -5, -5)
    for out in (1, 2):
        play = peasants_win(out, rules=rules)
        assert play.net == (-10, 5, 5)
        assert play.result.pots[0].winners == (out, 3 - out)
        assert play.result.ended_by == "peasants"


def test_dz_46_three_bombs():
    assert landlord_wins(3).net == (80, -40, -40)
    assert peasants_win(1, 3).net == (-80, 40, 40)
    rocket = holding("33334444BR5566778899").alone(0, "3333", "4444", "BR", "5566778899")
    assert rocket.net == (80, -40, -40)
    assert [e["multiplier"] for e in rocket.hand_events("play")] == [2, 4, 8, 8]


def test_dz_47_bid_bomb_and_spring():
    play = landlord_wins(1, bidding="bid_123", spring=2)
    assert play.net == (120, -60, -60)
    assert play.step_events("spring") == [{"seat": 0, "times": 2}]


def test_dz_48_an_odd_chip_goes_to_the_peasant_who_went_out():
    chips = {"score_mode": "chips", "stacks": (51, 500, 500)}
    assert peasants_win(2, 3, **chips).net == (-51, 25, 26)
    assert peasants_win(1, 3, **chips).net == (-51, 26, 25)
    assert peasants_win(1, 3, **chips).chips == (0, 526, 525)


def test_dz_49_three_passes_are_a_new_deal():
    for bidding in ("first_call", "bid_123", "call_rob"):
        play = Play(bidding=bidding, first=1).pass_(1, 2, 0)
        assert play.step_events("all_pass") == [{}]
        assert (play.result.ended_by, play.net) == ("all_pass", (0, 0, 0))
        assert play.result.pots == ()
        assert play.chips == (1_000,) * 3
        assert play.landlord is None
        assert play.turn is None


def test_dz_50_the_clock_plays_the_lowest_card():
    play = holding("3556666777788889999T").alone(0, "6666", "7777", "8888", "9999", "T")
    assert play.hand(0) == "355"
    play.time_out()
    assert play.step_events("play")[0]["reading"] == "solo@3"
    assert play.hand(0) == "55"


def test_only_bombs_that_are_played_count():
    play = holding("33334455556677889TJQ").alone(0, "333344", "555566")
    assert play.view()["bombs"] == 0
    assert play.view()["multiplier"] == 1


def test_a_bomb_that_ends_the_game_counts():
    play = holding(LANDLORD).alone(0, "3333", "66778899", "4444", "5555")
    assert play.net == (80, -40, -40)


@pytest.mark.parametrize(("bomb", "rocket", "x"), [(2, 2, 40), (3, 4, 180), (1, 1, 5), (2, 4, 80)])
def test_bombs_and_the_rocket_have_their_own_multipliers(bomb, rocket, x):
    play = holding("33334444BR5566778899", bomb_multiplier=bomb, rocket_multiplier=rocket)
    play.alone(0, "3333", "4444", "BR", "5566778899")
    assert play.net == (2 * x, -x, -x)


def test_a_rocket_with_kickers_doubles_nothing():
    play = holding("BR345566778899TTJJQQ", rules=GAME.presets["more_kickers"])
    play.alone(0, "BR34", "5566778899TTJJQQ")
    assert (play.view()["rockets"], play.net) == (0, (10, -5, -5))


def test_the_bid_multiplies_unless_the_option_is_off():
    for amount, multiplies, x in ((1, True, 5), (2, True, 10), (3, True, 15), (3, False, 5)):
        rules = {"bidding": "bid_123", "bid_multiplies_base": multiplies}
        play = Play((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], **rules).bid(0, amount)
        if amount < 3:
            play.pass_(1, 2)
        assert play.alone(0, *WINS[0]).net == (2 * x, -x, -x)


def test_each_rob_doubles():
    table = {"kitty": LANDLORD[17:], "bidding": "call_rob"}
    play = Play((LANDLORD[:17], "", ""), **table).call(0).rob(1, 2, 0)
    assert play.view()["multiplier"] == 8
    assert play.alone(0, *WINS[0]).net == (80, -40, -40)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_spring_and_counter_spring(times):
    x = 5 * times
    play = landlord_wins(spring=times)
    assert play.net == (2 * x, -x, -x)
    assert len(play.step_events("spring")) == (times > 1)
    play = peasants_win(1, leads=1, spring=times)
    assert play.net == (-2 * x, x, x)
    assert play.step_events("spring") == ([{"seat": 1, "times": times}] if times > 1 else [])


def test_no_spring_when_a_peasant_or_the_landlord_twice_has_played():
    assert peasants_win(1, leads=2, spring=2).net == (-10, 5, 5)
    play = holding(LANDLORD, spring=2).play(0, "3").pass_(1).play(2, "6").play(0, "9").pass_(1, 2)
    play.alone(0, "334455", "4455667788", "3", "9")
    assert play.net == (10, -5, -5)
    assert play.step_events("spring") == []


def test_one_play_that_goes_out_is_a_spring():
    play = holding("33445566778899TTJJQQ", spring=3).alone(0, "33445566778899TTJJQQ")
    assert play.net == (30, -15, -15)


# -- doubling, open hand, cap ----------------------------------------------------------------


@for_each("says", list(product((False, True), repeat=3)))
def test_each_player_doubles_their_own_stake_and_the_landlord_both(says):
    play = doubling(*says)
    assert play.turn == 0
    assert play.view()["phase"] == "play"
    assert [seat["doubled"] for seat in play.view()["seats"]] == list(says)
    play.alone(0, *WINS[0])
    first, second = (5 * 2 ** (says[0] + says[seat]) for seat in (1, 2))
    assert play.net == (first + second, -first, -second)


def test_doubling_begins_with_the_landlord_and_is_asked_once():
    play = Play(double_stage=True, first=1).pass_(1).call(2)
    assert play.view()["phase"] == "doubling"
    assert [seat["doubled"] for seat in play.view()["seats"]] == [None] * 3
    assert play.turn == 2
    assert set(play.legal(2)) == {"double", "decline"}
    assert play.refused(0, "double") == "NOT_YOUR_TURN"
    assert play.refused(2, "play") == "WRONG_PHASE"
    assert play.refused(2, "pass") == "WRONG_PHASE"
    play.double(2, 0).time_out()
    assert play.step_events("decline") == [{"seat": 1}]
    assert (play.turn, play.view()["phase"]) == (2, "play")
    assert play.refused(2, "double") == "WRONG_PHASE"


def test_without_the_option_nobody_doubles():
    play = holding(LANDLORD)
    assert play.view()["phase"] == "play"
    assert play.refused(0, "double") == "WRONG_PHASE"


def test_the_landlord_may_open_their_hand_before_leading():
    play = holding(LANDLORD, open_hand="landlord")
    assert set(play.legal(0)) == {"open", "play"}
    play.do(0, "open")
    (event,) = play.step_events("open")
    assert len(event["cards"]) == 20
    assert play.view()["multiplier"] == 2
    for viewer in (SPECTATOR, Viewer(seat=1), Viewer(seat=2)):
        assert "??" not in GAME.view(play.state, viewer)["seats"][0]["cards"]
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"
    assert play.turn == 0
    play.alone(0, "3333")
    assert len(play.view()["seats"][0]["cards"]) == 16
    assert play.alone(0, *WINS[1][1:]).net == (40, -20, -20)


def test_nobody_may_open_later_and_peasants_never():
    play = holding(LANDLORD, open_hand="landlord").play(0, "3")
    assert play.refused(1, "open") == "NOTHING_TO_OPEN"
    play.pass_(1, 2)
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"
    assert holding(LANDLORD).refused(0, "open") == "NOTHING_TO_OPEN"
    assert Play(open_hand="landlord").refused(0, "open") == "WRONG_PHASE"


def test_the_largest_multiplier_holds_for_all_of_them_together():
    assert landlord_wins(3, multiplier_cap=6).net == (60, -30, -30)
    assert landlord_wins(3, multiplier_cap=8, spring=2).net == (80, -40, -40)
    assert landlord_wins(0, multiplier_cap=1, spring=3).net == (10, -5, -5)
    play = doubling(True, True, False, multiplier_cap=3).alone(0, *WINS[0])
    assert play.net == (15 + 10, -15, -10)


# -- chips -----------------------------------------------------------------------------------


def chips(*stacks, **options):
    return {"score_mode": "chips", "stacks": stacks, **options}


def test_points_may_fall_below_zero_and_chips_may_not():
    assert landlord_wins(3, stacks=(0, 0, -70)).chips == (80, -40, -110)
    assert landlord_wins(3, **chips(100, 30, 500)).net == (70, -30, -40)
    assert landlord_wins(3, **chips(100, 0, 39)).net == (39, 0, -39)
    assert landlord_wins(3, **chips(0, 500, 500)).net == (80, -40, -40)


@for_each(
    ("stack", "out", "other"),
    [(79, 40, 39), (80, 40, 40), (81, 40, 40), (2, 1, 1), (1, 1, 0), (0, 0, 0)],
)
def test_a_landlord_short_of_chips_shares_them_out(stack, out, other):
    assert peasants_win(2, 3, **chips(stack, 500, 500)).net == (-out - other, other, out)


def test_a_short_landlord_pays_unequal_stakes_in_proportion():
    hands = (LANDLORD[:17], WINNER, "")
    play = Play(hands, kitty=LANDLORD[17:], double_stage=True, **chips(10, 500, 500)).call(0)
    play.decline(0).double(1).decline(2).alone(0, "3").play(0, "3").alone(1, *LOSES[0])
    assert play.net == (-10, 7, 3)


def test_wins_are_limited_to_the_stack_where_the_rules_say_so():
    assert landlord_wins(3, **chips(50, 500, 500, win_cap=True)).net == (50, -25, -25)
    assert landlord_wins(3, **chips(51, 500, 500, win_cap=True)).net == (51, -25, -26)
    assert landlord_wins(3, **chips(50, 10, 500, win_cap=True)).net == (50, -10, -40)
    assert landlord_wins(3, **chips(49, 10, 500, win_cap=True)).net == (49, -9, -40)
    assert landlord_wins(3, **chips(80, 500, 500, win_cap=True)).net == (80, -40, -40)
    assert peasants_win(1, 3, **chips(500, 30, 500, win_cap=True)).net == (-70, 30, 40)
    assert peasants_win(1, 3, **chips(500, 0, 39, win_cap=True)).net == (-39, 0, 39)
    assert landlord_wins(3, stacks=(1, 1, 1), win_cap=True).net == (80, -40, -40)


def test_a_stack_below_the_minimum_is_not_dealt_in():
    table = Table(score_mode="chips", min_stack=100, multiplier_cap=1)
    assert table.next().seats == (0, 1, 2)
    assert table.put(1, 99).next() is None
    assert table.put(1, 100).next().seats == (0, 1, 2)
    assert GAME.entry_price(table.rules) == 100
    dear = Table(stack=5_000, score_mode="chips", base_score=20, multiplier_cap=50)
    assert GAME.entry_price(dear.rules) == 2 * 20 * 50  # the landlord may lose to both peasants
    assert dear.put(1, 1_999).next() is None
    assert dear.put(1, 2_000).next().seats == (0, 1, 2)
    points = Table(stack=-500)
    assert points.next().seats == (0, 1, 2)
    assert GAME.entry_price(points.rules) == 0
    assert points.put(2, ready=False).next() is None
    assert points.out(2).next() is None
