"""The worked examples DZ-34 to DZ-50 of Dou Dizhu, played, and every rule of 5.4 to 5.7.

Seat 0 is the landlord unless a test says otherwise; hands are named by ranks.
"""

from dataclasses import replace
from itertools import product

import pytest

from games.engines.core.cards import parse_card
from games.engines.core.contract import EVERYONE, OPEN, RAIL, Action, Opening, Viewer
from games.engines.core.fold import fold
from games.engines.dou_dizhu.ranks import RANKS
from tests.engines.cast_dou_dizhu import (
    GAME,
    LANDLORD,
    PRESETS,
    WINNER,
    Play,
    Table,
    deck_of,
    holding,
    led_by_landlord,
    opening,
    ranks_in,
)

WINS = {  # how the landlord plays LANDLORD out with so many bombs
    0: ("33445566778899", "334455"),
    1: ("3333", "445566778899", "44", "55"),
    2: ("3333", "4444", "5566778899", "55"),
    3: ("3333", "4444", "5555", "66778899"),
}
LOSES = {  # how a peasant plays WINNER out
    0: ("2", "TTTJJJQQQKKK", "T", "J", "Q", "K"),
    1: ("2", "TTTT", "JJJQQQKKK", "J", "Q", "K"),
    3: ("2", "TTTT", "JJJJ", "QQQQ", "KKK", "K"),
}


def landlord_wins(bombs=0, **table) -> Play:
    return holding(LANDLORD, **table).alone(0, *WINS[bombs])


def peasants_win(out=1, bombs=0, *, leads=2, **table) -> Play:
    """The landlord leads threes so many times; then one peasant goes out."""
    hands = [LANDLORD[:17], "", ""]
    hands[out] = WINNER
    play = led_by_landlord(hands, kitty=LANDLORD[17:], **table)
    play.alone(0, *["3"] * (leads - 1)).play(0, "3")
    if out == 2:
        play.pass_(1)
    return play.alone(out, *LOSES[bombs])


# -- contests --------------------------------------------------------------------------------

ALL, FREE = PRESETS, ("default", "seed004")
CONTESTS = [  # id, last, its reading, the answer, presets, its reading or the refusal
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
    ("DZ-39", "333344", "", "444433", ("default", "rlcard", "seed004"), "four_with_two@4"),
    ("DZ-40", "33334455", "", "4444", ALL, "bomb@4"),
    ("DZ-41", "33344456", "", "33334444", FREE, "RANK_TOO_LOW"),
    ("DZ-41", "33344456", "", "33334444", ("rlcard", "pagat"), "NOT_A_COMBINATION"),
    ("DZ-42", "3334", "", "44433", ALL, "WRONG_CATEGORY"),
    ("DZ-43", "3334445556667778", "airplane_with_solos@4", "4445556667778883", FREE,
     "airplane_with_solos@5"),
    ("DZ-43", "3334445556667778", "airplane_with_solos@3", "4445556667778883", FREE,
     "airplane_with_solos@5"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("last", "as_", "answer", "preset", "wanted"),
    [
        pytest.param(last, as_, answer, preset, wanted, id=f"{id_}-{last}-{answer}-{preset}")
        for id_, last, as_, answer, presets, wanted in CONTESTS
        for preset in presets
    ],
)
def test_contest(last, as_, answer, preset, wanted):
    play = holding(answer, rules=GAME.presets[preset]).facing(last, as_)
    if wanted.isupper():
        assert play.refused_play(0, answer) == wanted
        return
    play.play(0, answer)
    assert play.told("play")[0]["reading"] == wanted
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


def test_dz_44_who_leads_may_not_pass():
    play = holding(LANDLORD)
    assert play.refused(0, "pass") == "CANNOT_PASS_WHEN_LEADING"
    play.play(0, "3").pass_(1).play(2, "9").pass_(0, 1)
    assert play.turn == 2
    assert play.told("leads") == [{"seat": 2}]
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


@pytest.mark.parametrize("preset", ["default", "rlcard", "seed004"])
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
    assert [e["multiplier"] for e in rocket.ever_told("play")] == [2, 4, 8, 8]


def test_dz_47_bid_bomb_and_spring():
    play = landlord_wins(1, auction="bid_123", spring=2)
    assert play.net == (120, -60, -60)
    assert play.told("spring") == [{"seat": 0, "times": 2}]


def test_dz_48_an_odd_chip_goes_to_who_went_out():
    chips = {"score_mode": "chips", "stacks": (51, 500, 500)}
    assert peasants_win(2, 3, **chips).net == (-51, 25, 26)
    assert peasants_win(1, 3, **chips).net == (-51, 26, 25)
    assert peasants_win(1, 3, **chips).chips == (0, 526, 525)


def test_dz_49_three_passes_are_a_new_deal():
    for auction in ("first_call", "bid_123", "call_rob"):
        play = Play(auction=auction, first=1).pass_(1, 2, 0)
        assert play.told("all_pass") == [{}]
        assert (play.result.ended_by, play.net) == ("all_pass", (0, 0, 0))
        assert play.result.pots == ()
        assert play.chips == (1_000,) * 3
        assert play.landlord is None
        assert play.turn is None


def test_dz_50_the_clock_plays_the_lowest_card():
    play = holding("3556666777788889999T").alone(0, "6666", "7777", "8888", "9999", "T")
    assert play.hand(0) == "355"
    play.time_out()
    assert play.told("play")[0]["reading"] == "solo@3"
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
    play = holding("BR345566778899TTJJQQ", rules=GAME.presets["seed004"])
    play.alone(0, "BR34", "5566778899TTJJQQ")
    assert (play.view()["rockets"], play.net) == (0, (10, -5, -5))


def test_the_bid_multiplies_unless_it_is_not_to():
    for amount, multiplies, x in ((1, True, 5), (2, True, 10), (3, True, 15), (3, False, 5)):
        rules = {"auction": "bid_123", "bid_multiplies_base": multiplies}
        play = Play((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], **rules).bid(0, amount)
        if amount < 3:
            play.pass_(1, 2)
        assert play.alone(0, *WINS[0]).net == (2 * x, -x, -x)


def test_each_rob_doubles():
    table = {"kitty": LANDLORD[17:], "auction": "call_rob"}
    play = Play((LANDLORD[:17], "", ""), **table).call(0).rob(1, 2, 0)
    assert play.view()["multiplier"] == 8
    assert play.alone(0, *WINS[0]).net == (80, -40, -40)


@pytest.mark.parametrize("times", [1, 2, 3])
def test_spring_and_counter_spring(times):
    x = 5 * times
    play = landlord_wins(spring=times)
    assert play.net == (2 * x, -x, -x)
    assert len(play.told("spring")) == (times > 1)
    play = peasants_win(1, leads=1, spring=times)
    assert play.net == (-2 * x, x, x)
    assert play.told("spring") == ([{"seat": 1, "times": times}] if times > 1 else [])


def test_no_spring_when_a_peasant_or_the_landlord_twice_has_played():
    assert peasants_win(1, leads=2, spring=2).net == (-10, 5, 5)
    play = holding(LANDLORD, spring=2).play(0, "3").pass_(1).play(2, "6").play(0, "9").pass_(1, 2)
    play.alone(0, "334455", "4455667788", "3", "9")
    assert play.net == (10, -5, -5)
    assert play.told("spring") == []


def test_one_play_that_goes_out_is_a_spring():
    play = holding("33445566778899TTJJQQ", spring=3).alone(0, "33445566778899TTJJQQ")
    assert play.net == (30, -15, -15)


# -- doubling, open hand, cap ------------------------------------------------------------------


def doubling(*says, **table) -> Play:
    play = Play((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], double_stage=True, **table).call(0)
    for seat, says_so in enumerate(says):
        play.do(seat, "double" if says_so else "decline")
    return play


@pytest.mark.parametrize("says", list(product((False, True), repeat=3)))
def test_each_doubles_his_own_stake_and_the_landlord_both(says):
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
    assert play.told("decline") == [{"seat": 1}]
    assert (play.turn, play.view()["phase"]) == (2, "play")
    assert play.refused(2, "double") == "WRONG_PHASE"


def test_without_the_option_nobody_doubles():
    play = holding(LANDLORD)
    assert play.view()["phase"] == "play"
    assert play.refused(0, "double") == "WRONG_PHASE"


def test_the_landlord_may_open_his_hand_before_he_leads():
    play = holding(LANDLORD, open_hand=True)
    assert set(play.legal(0)) == {"open", "play"}
    play.do(0, "open")
    (told,) = play.told("open")
    assert len(told["cards"]) == 20
    assert play.view()["multiplier"] == 2
    for viewer in (RAIL, Viewer(seat=1), Viewer(seat=2)):
        assert "??" not in GAME.view(play.state, viewer)["seats"][0]["cards"]
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"
    assert play.turn == 0
    play.alone(0, "3333")
    assert len(play.view()["seats"][0]["cards"]) == 16
    assert play.alone(0, *WINS[1][1:]).net == (40, -20, -20)


def test_he_may_not_open_later_nor_may_anybody_else():
    play = holding(LANDLORD, open_hand=True).play(0, "3")
    assert play.refused(1, "open") == "NOTHING_TO_OPEN"
    play.pass_(1, 2)
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"
    assert holding(LANDLORD).refused(0, "open") == "NOTHING_TO_OPEN"
    assert Play(open_hand=True).refused(0, "open") == "WRONG_PHASE"


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


@pytest.mark.parametrize(
    ("stack", "out", "other"),
    [(79, 40, 39), (80, 40, 40), (81, 40, 40), (2, 1, 1), (1, 1, 0), (0, 0, 0)],
)
def test_a_landlord_with_too_little_shares_it_out(stack, out, other):
    assert peasants_win(2, 3, **chips(stack, 500, 500)).net == (-out - other, other, out)


def test_with_unequal_stakes_too_little_is_shared_in_proportion():
    hands = (LANDLORD[:17], WINNER, "")
    play = Play(hands, kitty=LANDLORD[17:], double_stage=True, **chips(10, 500, 500)).call(0)
    play.decline(0).double(1).decline(2).alone(0, "3").play(0, "3").alone(1, *LOSES[0])
    assert play.net == (-10, 7, 3)


def test_nobody_wins_more_than_he_has_where_that_is_the_rule():
    assert landlord_wins(3, **chips(50, 500, 500, win_cap=True)).net == (50, -25, -25)
    assert landlord_wins(3, **chips(51, 500, 500, win_cap=True)).net == (51, -25, -26)
    assert landlord_wins(3, **chips(50, 10, 500, win_cap=True)).net == (50, -10, -40)
    assert landlord_wins(3, **chips(49, 10, 500, win_cap=True)).net == (49, -9, -40)
    assert landlord_wins(3, **chips(80, 500, 500, win_cap=True)).net == (80, -40, -40)
    assert peasants_win(1, 3, **chips(500, 30, 500, win_cap=True)).net == (-70, 30, 40)
    assert peasants_win(1, 3, **chips(500, 0, 39, win_cap=True)).net == (-39, 0, 39)
    assert landlord_wins(3, stacks=(1, 1, 1), win_cap=True).net == (80, -40, -40)


def test_below_the_least_stack_nobody_is_dealt_in():
    table = Table(score_mode="chips", min_stack=100)
    assert table.next().seats == (0, 1, 2)
    assert table.put(1, 99).next() is None
    assert table.put(1, 100).next().seats == (0, 1, 2)
    assert GAME.entry_price(table.rules) == 100
    points = Table(stack=-500)
    assert points.next().seats == (0, 1, 2)
    assert GAME.entry_price(points.rules) == 0
    assert points.put(2, ready=False).next() is None
    assert points.out(2).next() is None


# -- the auction -----------------------------------------------------------------------------


def spoken(auction, first, words) -> Play:
    """A game in which these words are spoken, each by whose turn it is."""
    kinds = {"P": "pass", "C": "call", "R": "rob"}
    play = Play(auction=auction, first=first)
    for word in words:
        assert play.state.phase == "auction", words
        if word.isdigit():
            play.bid(play.turn, int(word))
        else:
            play.do(play.turn, kinds[word])
    return play


CALLED = [("C", 0), ("PC", 1), ("PPC", 2), ("PPP", None)]
BIDS = [
    ("3", 0, 3), ("P3", 1, 3), ("PP3", 2, 3), ("PPP", None, 0),
    ("1PP", 0, 1), ("2PP", 0, 2), ("P1P", 1, 1), ("P2P", 1, 2), ("PP1", 2, 1), ("PP2", 2, 2),
    ("12P", 1, 2), ("13", 1, 3), ("23", 1, 3), ("1P2", 2, 2), ("1P3", 2, 3), ("2P3", 2, 3),
    ("123", 2, 3), ("P12", 2, 2), ("P13", 2, 3), ("P23", 2, 3),
]  # fmt: skip
ROBBED = [  # words, landlord, how often the stake is doubled
    ("PPP", None, 0), ("CPP", 0, 0), ("PCP", 1, 0), ("PPC", 2, 0),
    ("CRPP", 1, 1), ("CRPR", 0, 2), ("CPRP", 2, 1), ("CPRR", 0, 2), ("CRRP", 2, 2), ("CRRR", 0, 3),
    ("PCRP", 2, 1), ("PCRR", 1, 2),
]  # fmt: skip


def check_landlord(play, first, place):
    if place is None:
        assert play.result.ended_by == "all_pass"
        return
    landlord = (first + place) % 3
    assert play.landlord == landlord
    assert (play.turn, play.state.phase) == (landlord, "play")
    seats = play.view(landlord)["seats"]
    assert [seat["count"] for seat in seats] == [20 if s == landlord else 17 for s in range(3)]
    assert seats[landlord]["role"] == "landlord"
    assert play.told("landlord") == [{"seat": landlord}]
    assert set(play.view()["kitty"]) <= set(seats[landlord]["cards"])


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("words", "place"), CALLED)
def test_the_first_who_calls_is_the_landlord(words, place, first):
    check_landlord(spoken("first_call", first, words), first, place)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("words", "place", "bid"), BIDS)
def test_the_highest_bid_wins_and_three_ends_it(words, place, bid, first):
    play = spoken("bid_123", first, words)
    check_landlord(play, first, place)
    assert play.view()["bid"] == bid
    assert play.view()["multiplier"] == max(1, bid)


@pytest.mark.parametrize("first", range(3))
@pytest.mark.parametrize(("words", "place", "robs"), ROBBED)
def test_after_a_call_the_others_and_then_the_caller_may_rob_once(words, place, robs, first):
    play = spoken("call_rob", first, words)
    check_landlord(play, first, place)
    assert play.view()["multiplier"] == 2**robs


@pytest.mark.parametrize(
    ("auction", "wanted"),
    [
        ("first_call", {words for words, _place in CALLED}),
        ("bid_123", {words for words, _place, _bid in BIDS}),
        ("call_rob", {words for words, _place, _robs in ROBBED}),
    ],
)
def test_there_are_no_other_auctions(auction, wanted):
    """The tree of all legal words has exactly these leaves."""
    found = set()

    def walk(play, words):
        if play.state.phase != "auction":
            found.add(words)
            return
        for option in GAME.legal(play.state, play.turn):
            letters = [option.kind[0].upper()]
            if option.kind == "bid":
                letters = [str(amount) for amount in range(option.min, option.max + 1)]
            for letter in letters:
                walk(spoken(auction, 0, words + letter), words + letter)

    walk(spoken(auction, 0, ""), "")
    assert found == wanted


def test_what_was_said_is_shown():
    play = spoken("bid_123", 0, "1P")
    assert [seat["said"] for seat in play.view()["seats"]] == ["1", "pass", None]
    play = spoken("call_rob", 0, "CR")
    assert [seat["said"] for seat in play.view()["seats"]] == ["call", "rob", None]


def test_the_codes_of_the_auction():
    play = spoken("bid_123", 0, "2")
    assert play.refused(1, "bid", 2) == "BID_TOO_LOW"
    assert play.refused(1, "bid", 1) == "BID_TOO_LOW"
    assert play.refused(1, "bid", 4) == "BID_OUT_OF_RANGE"
    for amount in (None, 0, -1, True, 1.5, "3"):
        assert play.refused(1, "bid", amount) == "BAD_AMOUNT"
    assert play.refused(2, "bid", 3) == "NOT_YOUR_TURN"
    assert play.refused(0, "bid", 3) == "NOT_YOUR_TURN"
    assert play.refused(1, "call") == "UNKNOWN_ACTION"
    assert play.refused(1, "rob") == "UNKNOWN_ACTION"
    assert play.refused(1, "play") == "WRONG_PHASE"
    assert play.refused(1, "double") == "WRONG_PHASE"
    play.pass_(1)
    assert play.refused(1, "bid", 3) == "ALREADY_PASSED"
    assert play.refused(1, "pass") == "ALREADY_PASSED"
    play.bid(2, 3)
    assert play.refused(1, "bid", 3) == "WRONG_PHASE"
    play = spoken("call_rob", 0, "")
    assert play.refused(0, "rob") == "NOTHING_TO_ROB"
    assert play.refused(0, "bid", 1) == "UNKNOWN_ACTION"
    assert play.call(0).refused(1, "call") == "ALREADY_CALLED"
    assert spoken("first_call", 0, "").refused(0, "rob") == "UNKNOWN_ACTION"


def test_who_must_may_not_pass():
    for auction in ("first_call", "call_rob", "bid_123"):
        play = Play(auction=auction, must=True, first=2)
        assert play.refused(2, "pass") == "MUST_CALL"
        kind = "bid" if auction == "bid_123" else "call"
        assert set(play.legal(2)) == {kind}
        play.time_out()
        assert play.told(kind)[0]["seat"] == 2
    play.pass_(0)
    assert play.bid(1, 2).landlord == 1  # the others are free, and may bid higher
    play = Play(auction="call_rob", must=True).call(0).rob(1).pass_(2)
    assert set(play.legal(0)) == {"rob", "pass"}


# -- who begins ------------------------------------------------------------------------------


def test_at_first_somebody_at_random_begins_then_the_last_winner():
    for chance in range(3):
        assert Table(1, 3, 7).next(chance).button == (1, 3, 7)[chance]
    table = Table()
    table.next(0)
    assert table.ended("landlord", 2).next(1).button == 2
    assert table.ended("peasants", 1, 0).next(2).button == 1
    assert table.ended("left").next(2).button == 2  # nobody won: at random


def test_of_two_peasants_who_went_out_begins_or_one_of_them():
    play = peasants_win(2)
    winners = play.result.pots[0].winners
    assert Table().ended("peasants", *winners).next(0).button == 2
    one_of_two = Table(last_winner_if_peasants="random_of_two")
    begin = {one_of_two.ended("peasants", *winners).next(chance).button for chance in range(4)}
    assert begin == {1, 2}
    assert {one_of_two.ended("landlord", 0).next(chance).button for chance in range(3)} == {0}


def test_the_first_bidder_at_random_or_in_turn():
    table = Table(first_bidder="random")
    assert [table.ended("landlord", 0).next(chance).button for chance in (2, 0, 1)] == [2, 0, 1]
    table = Table(0, 4, 5, first_bidder="rotate")
    assert [table.ended("landlord", 4).next(1).button for _ in range(5)] == [4, 5, 0, 4, 5]


def test_a_winner_who_has_gone_does_not_begin():
    table = Table(0, 1, 2, 3).out(3)
    table.ended("landlord", 3)
    assert table.next(1).button == 1


def test_when_all_pass_the_same_begins_again_or_the_next():
    for first_bidder in ("last_winner", "random", "rotate"):
        table = Table(first_bidder=first_bidder)
        first = table.next(1).button
        assert [table.redeal().next(2).button for _ in range(3)] == [first] * 3
        assert table.redeal().next().terms == {"redeals": 4, "must": False}
        table = Table(0, 2, 5, first_bidder=first_bidder, all_pass="redeal_rotate")
        table.next(1)
        assert [table.redeal().next(2).button for _ in range(4)] == [5, 0, 2, 5]


@pytest.mark.parametrize("most", [0, 1, 3])
def test_after_so_many_new_deals_the_first_must(most):
    table = Table(all_pass="first_bidder_must", max_redeals=most)
    first = table.next(1)
    assert not first.terms["must"]
    musts = [table.redeal().next().terms["must"] for _ in range(most + 1)]
    assert musts == [False] * most + [True]
    table.ended("landlord", 1)
    assert table.next().terms == {"redeals": 0, "must": False}


def test_without_a_number_of_new_deals_nobody_ever_must():
    """As the option says: none is without end."""
    table = Table(all_pass="first_bidder_must", max_redeals=None)
    table.next()
    assert not any(table.redeal().next().terms["must"] for _ in range(30))


def test_new_deals_do_not_oblige_anybody_elsewhere():
    for all_pass in ("redeal", "redeal_rotate"):
        table = Table(all_pass=all_pass, max_redeals=0)
        table.next()
        assert not any(table.redeal().next().terms["must"] for _ in range(5))


# -- the deal --------------------------------------------------------------------------------


def test_17_cards_each_one_at_a_time_from_the_first_bidder():
    deck = tuple((7 * n + 3) % 54 for n in range(54))
    play = Play(deck=deck, first=4, seats=(1, 4, 6))
    for place, seat in ((1, 4), (2, 6), (0, 1)):
        n = (4, 6, 1).index(seat)
        assert sorted(play.state.hands[place]) == sorted(deck[n:51:3])
        own = GAME.view(play.state, Viewer(seat=seat))["seats"][place]["cards"]
        assert sorted(map(parse_card, own)) == sorted(deck[n:51:3])
    assert sorted(play.state.kitty) == sorted(deck[51:])
    assert [dict(e.data).get("seat") for e in play.events if e.kind == "deal"] == [4, 6, 1]
    assert play.turn == 4


def test_an_opening_that_is_none_is_refused():
    good = opening()
    GAME.deal(good)
    bad = [
        {"seats": (0, 1)}, {"seats": (0, 0, 1)}, {"seats": (2, 1, 0)}, {"seats": (0, 1, 2, 3)},
        {"stacks": (1, 1)}, {"button": 5}, {"deck": good.deck[:53]},
        {"deck": (*good.deck[:53], good.deck[0])},
        {"rules": GAME.Rules(score_mode="chips"), "stacks": (1, -1, 1)},
    ]  # fmt: skip
    for change in bad:
        with pytest.raises(ValueError, match="not an opening"):
            GAME.deal(replace(good, **change))


def test_turns_go_up_by_seats_with_gaps():
    play = Play(seats=(1, 4, 6), first=6)
    turns = [play.turn]
    for _ in range(2):
        turns.append(play.pass_(play.turn).turn)
    assert turns == [6, 1, 4]
    assert play.call(4).landlord == 4


# -- card play and its codes -------------------------------------------------------------------


def test_the_codes_when_following_are_chosen_as_5_5_says():
    play = holding("3445566778899TTTJQKA").facing("3334")
    assert play.refused_play(0, "3456") == "NOT_A_COMBINATION"
    assert play.refused_play(0, "44") == "WRONG_CATEGORY"
    play.facing("34567")
    assert play.refused_play(0, "456789") == "WRONG_LENGTH"
    assert play.refused_play(0, "34567") == "RANK_TOO_LOW"
    play.facing("AAAJ")
    assert play.refused_play(0, "TTTJ") == "RANK_TOO_LOW"
    play.facing("TJQKA")
    assert play.refused_play(0, "56789") == "RANK_TOO_LOW"


def test_one_reading_of_the_right_kind_decides_the_code():
    """333444555666 is also an airplane with solos; of the wrong length, or too low."""
    play = holding("333444555666").facing("44455567")
    assert play.refused_play(0, "333444555666") == "WRONG_LENGTH"
    play.facing("555666777TJQ")
    assert play.refused_play(0, "333444555666") == "RANK_TOO_LOW"
    play.facing("333444")
    assert play.refused_play(0, "333444555666") == "WRONG_LENGTH"
    play.facing("33")
    assert play.refused_play(0, "333444555666") == "WRONG_CATEGORY"


def own(play, seat, ranks):
    return play.playing(seat, ranks).cards


def test_the_checks_of_a_play_come_in_the_order_of_5_5():
    play = holding(LANDLORD)
    three = own(play, 0, "3")[0]
    foreign = own(play, 0, "A")[0]

    def code(cards, reading="", seat=0):
        return play.code(Action(seat, "play", cards=cards, reading=reading))

    assert code(()) == "EMPTY_PLAY"
    assert code((), "solo@3") == "EMPTY_PLAY"
    assert code((foreign,)) == "CARD_NOT_IN_HAND"
    assert code((foreign, foreign)) == "CARD_NOT_IN_HAND"
    assert code((three, three, foreign)) == "CARD_NOT_IN_HAND"
    assert code((99,)) == "CARD_NOT_IN_HAND"
    assert code((-1,)) == "CARD_NOT_IN_HAND"
    assert code((three, three)) == "DUPLICATE_CARD"
    assert code((three, three), "pair@3") == "DUPLICATE_CARD"
    assert code(own(play, 0, "34")) == "NOT_A_COMBINATION"
    assert code(own(play, 0, "34"), "pair@3") == "NOT_A_COMBINATION"
    assert code(own(play, 0, "33"), "solo@3") == "READING_NOT_POSSIBLE"
    assert code(own(play, 0, "33"), "nonsense") == "READING_NOT_POSSIBLE"
    assert code((), seat=1) == "NOT_YOUR_TURN"
    assert code((), seat=7) == "NOT_IN_HAND"
    assert play.refused(1, "dance") == "NOT_YOUR_TURN"
    assert play.refused(0, "dance") == "UNKNOWN_ACTION"
    assert play.refused(1, "call") == "WRONG_PHASE"
    assert play.refused(7, "call") == "NOT_IN_HAND"


def test_after_the_end_nothing_can_be_done():
    play = landlord_wins()
    for kind in (*sorted(GAME.action_kinds), "leave", "dance"):
        for seat in (0, 1, 9):
            assert play.refused(seat, kind) == "NO_HAND_IN_PROGRESS"
    assert GAME.legal(play.state, 0) == ()


THREE_WAYS = {
    "": ("airplane", 4, "3"),
    "airplane@3": ("airplane", 4, "3"),
    "airplane_with_solos@4": ("airplane_with_solos", 3, "4"),
    "airplane_with_solos@3": ("airplane_with_solos", 3, "3"),
}


@pytest.mark.parametrize(("name", "wanted"), THREE_WAYS.items())
def test_who_leads_may_say_what_333444555666_is(name, wanted):
    play = holding("3334445556667789TTJJ").play(0, "333444555666", name)
    reading = play.state.last.reading
    assert (reading.category, reading.n, RANKS[reading.rank]) == wanted
    (told,) = play.told("play")
    assert (told["category"], told["n"]) == wanted[:2]
    assert told["reading"] == f"{wanted[0]}@{wanted[2]}"
    assert play.view()["last"]["category"] == wanted[0]
    assert play.view()["last"]["n"] == wanted[1]


@pytest.mark.parametrize(
    ("name", "plain", "with_solos"),
    [
        ("airplane@3", "airplane@7", "WRONG_CATEGORY"),
        ("airplane_with_solos@3", "airplane_with_solos@8", "airplane_with_solos@7"),
        ("airplane_with_solos@4", "airplane_with_solos@8", "airplane_with_solos@7"),
    ],
)
def test_what_it_was_read_as_is_what_must_be_beaten(name, plain, with_solos):
    hands = ("3334445556663QQKK", "777888999TTT46J22", "")
    for ranks, wanted in (("777888999TTT", plain), ("77788899946J", with_solos)):
        play = led_by_landlord(hands, kitty="KAA").play(0, "333444555666", name)
        if wanted.isupper():
            assert play.refused_play(1, ranks) == wanted
        else:
            assert play.play(1, ranks).told("play")[0]["reading"] == wanted


def test_a_reading_that_is_none_of_the_set_is_refused():
    play = holding("3334445556667789TTJJ")
    for name in ("airplane@4", "airplane_with_solos@5", "airplane_with_solos", "bomb@3"):
        assert play.refused_play(0, "333444555666", name) == "READING_NOT_POSSIBLE"
    pagat = holding("3334445556667789TTJJ", rules=GAME.presets["pagat"])
    refused = pagat.refused_play(0, "333444555666", "airplane_with_solos@3")
    assert refused == "READING_NOT_POSSIBLE"


def test_who_follows_gets_the_highest_reading_that_beats():
    play = holding("444555666777").facing("333444555TJQ").play(0, "444555666777")
    assert play.told("play")[0]["reading"] == "airplane_with_solos@5"
    play = holding("444555666777").facing("333444555666", "airplane@3").play(0, "444555666777")
    assert play.told("play")[0]["reading"] == "airplane@4"


def test_what_can_be_played_is_listed_once():
    """A set that beats the last play in two readings is still one thing to do."""
    play = holding("444555666777").facing("333444555TJQ")
    legal = GAME.legal(play.state, 0)
    assert len(set(legal)) == len(legal)
    sets = [ranks_in(option.cards) for option in legal if option.kind == "play"]
    assert len(set(sets)) == len(sets)
    hints = play.view(0)["you"]["hints"]
    assert len({tuple(hint) for hint in hints}) == len(hints)


def test_leading_each_reading_is_listed_by_its_name():
    play = holding("333444555666")
    names = {
        option.reading for option in GAME.legal(play.state, 0)
        if ranks_in(option.cards) == "333444555666"
    }  # fmt: skip
    assert names == {"airplane@3", "airplane_with_solos@4", "airplane_with_solos@3"}
    hints = play.view(0)["you"]["hints"]
    assert len({tuple(hint) for hint in hints}) == len(hints)


# -- the clock and leaving ---------------------------------------------------------------------


def test_in_the_auction_the_clock_passes():
    for auction in ("first_call", "bid_123", "call_rob"):
        play = Play(auction=auction).time_out().time_out().time_out()
        assert play.result.ended_by == "all_pass"
    play = Play(auction="call_rob").call(0).time_out().time_out()
    assert play.landlord == 0


def test_following_the_clock_passes_even_if_something_beats():
    play = holding(LANDLORD).play(0, "3").time_out()
    assert play.told("pass") == [{"seat": 1}]


@pytest.mark.parametrize(
    ("left", "played"),
    [("355", "solo@3"), ("55", "pair@5"), ("3555", "trio_with_solo@5"), ("9TJQK", "chain@9"),
     ("BR", "rocket@B"), ("3BR", "solo@3"), ("7777", "bomb@7"), ("2R", "solo@2")],
)  # fmt: skip
def test_who_leads_plays_the_whole_hand_or_the_lowest(left, played):
    others = "444466668888AAAAQQQQ"[: 20 - len(left)]
    play = holding(others + left)
    play.alone(0, *(others[n : n + 4] for n in range(0, len(others), 4)))
    assert play.hand(0) == left
    play.time_out()
    told = play.ever_told("play")[-1]
    assert told["reading"] == played
    assert (play.result is not None) == (told["left"] == 0)


def test_whole_ambiguous_hand_is_played_in_its_usual_reading():
    play = holding("33344455566677778888").alone(0, "7777", "8888").time_out()
    assert play.ever_told("play")[-1]["reading"] == "airplane@3"
    assert play.net == (40, -20, -20)


def test_a_leaver_is_played_for_at_his_turn():
    play = holding(LANDLORD)
    before = play.state
    assert play.leave(1).state == before
    assert play.events == []
    play.leave(0)
    assert play.told("play")[0]["cards"][0][0] == "3"
    assert play.leave(1).told("pass") == [{"seat": 1}]
    assert play.code(Action(5, "leave")) == "NOT_IN_HAND"
    assert Play().leave(0).told("pass") == [{"seat": 0}]


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_who_forfeits_loses_at_the_present_multiplier_and_pays_alone(leaver):
    play = holding(LANDLORD, leaver="forfeit", spring=3).alone(0, "3333", "4444").leave(leaver)
    wanted = {0: (-40, 20, 20), 1: (40, -40, 0), 2: (40, 0, -40)}
    assert play.net == wanted[leaver]
    assert play.told("left") == [{"seat": leaver}]
    assert play.result.ended_by == "forfeit"
    assert play.result.pots[0].winners == ((1, 2) if leaver == 0 else (0,))
    assert play.turn is None


def test_forfeits_in_chips_are_limited_as_other_payments():
    def left(leaver, stacks, **options):
        play = holding(LANDLORD, leaver="forfeit", **chips(*stacks, **options))
        return play.alone(0, "3333", "4444", "5555").leave(leaver).net

    assert left(1, (500, 70, 500)) == (70, -70, 0)
    assert left(1, (500, 90, 500)) == (80, -80, 0)
    assert left(1, (30, 90, 500), win_cap=True) == (30, -30, 0)
    assert sum(left(0, (51, 500, 500))) == 0
    assert sorted(left(0, (51, 500, 500))[1:]) == [25, 26]


def test_forfeit_before_there_is_a_landlord_is_no_game():
    for auction in ("first_call", "bid_123", "call_rob"):
        play = Play(leaver="forfeit", auction=auction)
        play.pass_(0).leave(2)
        assert (play.result.ended_by, play.net) == ("left", (0, 0, 0))


def test_forfeit_while_doubling():
    play = Play(leaver="forfeit", double_stage=True).call(0).double(0).leave(2)
    assert play.net == (20, 0, -20)


# -- views -----------------------------------------------------------------------------------


def test_the_kitty_is_shown_to_all_or_to_the_landlord():
    for show, seen in ((True, "899"), (False, "???")):
        play = Play((LANDLORD[:17], "", ""), kitty="899", show_kitty=show)
        for viewer in (RAIL, Viewer(seat=0), Viewer(seat=1)):
            assert GAME.view(play.state, viewer)["kitty"] == ["??"] * 3
        play.call(0)
        assert "".join(sorted(card[0] for card in play.view()["kitty"])) == seen
        assert "".join(sorted(card[0] for card in play.view(1)["kitty"])) == seen
        assert "".join(sorted(card[0] for card in play.view(0)["kitty"])) == "899"
        (event,) = [event for event in play.events if event.kind == "kitty"]
        assert event.audience == (EVERYONE if show else (0,))


def test_at_the_end_everything_lies_open():
    for play in (landlord_wins(), peasants_win(), Play().pass_(0, 1, 2)):
        for seat in play.view()["seats"]:
            assert "??" not in seat["cards"]
            assert len(seat["cards"]) == seat["count"]
    shown = landlord_wins().result.shown
    assert [(one.seat, len(one.cards), one.label) for one in shown] == [
        (1, 17, "Peasant"),
        (2, 17, "Peasant"),
    ]


def test_the_table_is_shown_move_by_move():
    play = holding(LANDLORD).play(0, "3").pass_(1)
    view = play.view()
    assert (view["last"]["seat"], view["last"]["name"], view["turn"]) == (0, "Solo", 2)
    assert [(move["seat"], len(move["cards"]), move["name"]) for move in view["trick"]] == [
        (0, 1, "Solo"),
        (1, 0, None),
    ]
    assert view["before"] == []
    assert view["played"] == [1] + [0] * 14
    assert [seat["last"] and seat["last"]["kind"] for seat in view["seats"]] == [
        "play", "pass", None,
    ]  # fmt: skip
    play.pass_(2).play(0, "33")
    view = play.view()
    assert len(view["before"]) == 3
    assert [(move["seat"], len(move["cards"])) for move in view["trick"]] == [(0, 2)]
    assert view["played"][0] == 3
    assert view["seats"][0]["plays"] == 2
    assert view["seats"][0]["count"] == 17


def test_only_whose_turn_it_is_has_hints():
    play = holding(LANDLORD).play(0, "9")
    assert play.view(1)["you"]["can_beat"]
    assert not play.view(2)["you"]["hints"]
    assert not play.view(2)["you"]["legal"]
    assert "you" not in play.view()
    assert "you" not in GAME.view(play.state, OPEN)


def test_hints_go_from_the_weakest_on_and_bombs_last():
    play = holding("3344455556777788899T").facing("33")
    hints = [ranks_in_text(hint) for hint in play.view(0)["you"]["hints"]]
    assert hints == ["44", "55", "77", "88", "99", "5555", "7777"]
    leading = holding("33344456789TJQKAA222").view(0)["you"]["hints"]
    assert 0 < len(leading) <= 40


def test_among_hints_of_a_rank_more_cards_come_first():
    hints = holding("333557799JJKK22BR8QA").view(0)["you"]["hints"]
    low = [len(hint) for hint in hints if [card[0] for card in hint].count("3") > 0]
    assert low == [5] * 6 + [4] * 11 + [3, 2, 1]


def test_hints_carry_the_lowest_kickers_first():
    """An airplane goes with small cards before it goes with the jokers."""
    play = holding("34555666789TJQKA22BR").facing("33344478")
    hints = [ranks_in_text(hint) for hint in play.view(0)["you"]["hints"]]
    assert hints[:3] == ["34555666", "35556667", "35556668"]
    assert len(hints) == 40


def ranks_in_text(cards):
    ranks = [card[0] for card in cards]
    return "".join(sorted(ranks, key=RANKS.index))


def test_asking_what_a_selection_is():
    play = holding("3334445556667789TTJJ")
    asked = play.ask(0, "333444555666")
    assert asked["name"] == "Airplane"
    assert {reading["reading"] for reading in asked["readings"]} == set(THREE_WAYS) - {""}
    assert (asked["code"], asked["text"]) == (None, None)
    assert play.ask(0, "34") == {
        "name": None, "readings": [], "code": "NOT_A_COMBINATION",
        "text": "These cards are no combination.",
    }  # fmt: skip
    play.play(0, "J")
    assert play.ask(0, "77")["name"] == "Pair"
    assert play.ask(0, "77")["code"] == "NOT_YOUR_TURN"
    assert play.ask(1, "R")["code"] is None
    assert play.ask(0, "BR")["code"] == "CARD_NOT_IN_HAND"
    play.facing("TT")
    assert play.ask(1, "Q")["code"] == "WRONG_CATEGORY"


def test_a_selection_is_named_as_it_would_be_played():
    """On an airplane with solos 444555666777 is one too; on nothing it is an airplane."""
    play = holding("444555666777").facing("333444555TJQ")
    assert play.ask(0, "444555666777")["name"] == "Airplane with solos"
    assert play.ask(0, "444555666777")["code"] is None
    play.facing("333444")
    assert play.ask(0, "444555666777")["code"] == "WRONG_LENGTH"
    assert play.ask(0, "444555666777")["name"] == "Airplane"


def test_asking_tells_nothing_of_cards_one_does_not_hold():
    play = holding(LANDLORD)
    for ranks in ("A", "AA", "BR", "3A"):
        asked = play.ask(0, ranks)
        assert (asked["name"], asked["readings"], asked["code"]) == (None, [], "CARD_NOT_IN_HAND")


# -- words -----------------------------------------------------------------------------------


def test_every_event_has_a_sentence_or_needs_none():
    silent = {"hand_start", "deal", "leads", "hand_end"}
    names = {0: "Ann", 1: "Bob", 2: "Cem"}
    games = [
        landlord_wins(spring=2), doubling(True, False, True), Play().pass_(0, 1, 2),
        holding(LANDLORD, open_hand=True).do(0, "open"), spoken("bid_123", 0, "12P"),
        spoken("call_rob", 0, "CRRP"), holding(LANDLORD, leaver="forfeit").leave(1),
        holding(LANDLORD).play(0, "3").pass_(1, 2),
    ]  # fmt: skip
    said = set()
    for play in games:
        for event in play.heard:
            sentence = GAME.say(event.to_json(), names)
            assert bool(sentence) == (event.kind not in silent), event
            assert "{" not in sentence
            said.add(sentence)
    assert "Ann bids 1." in said
    assert any(sentence.startswith("Ann plays ") for sentence in said)


def test_typed_actions():
    rules = GAME.presets["default"]
    view = Play().view(0)
    for word in ("call", "rob", "pass", "double", "decline", "open"):
        assert GAME.read([word], view, rules).kind == word
    assert GAME.read(["bid", "2"], view, rules)[:2] == ("bid", 2)
    for words in ([], ["bid"], ["bid", "x"], ["bid", "-1"], ["play"], ["call", "now"]):
        assert GAME.read(words, view, rules) is None


def test_folding_an_example_gives_the_same_game():
    """The actions of a whole game, as a record keeps them."""
    start = opening((LANDLORD[:17], WINNER, ""), kitty=LANDLORD[17:])
    assert isinstance(start, Opening)
    play = peasants_win(1, 3)
    actions = []
    again = GAME.deal(start).state
    for event in play.heard:
        data = dict(event.data)
        if event.kind in ("call", "pass"):
            actions.append(Action(data["seat"], event.kind))
        elif event.kind == "play":
            cards = tuple(map(parse_card, data["cards"]))
            actions.append(Action(data["seat"], "play", cards=cards))
    again = fold(GAME, start, actions)
    assert again == play.state
    assert deck_of((LANDLORD[:17], WINNER, ""), LANDLORD[17:]) == start.deck
