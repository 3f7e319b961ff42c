"""The cases of the hold'em rules, each under its id."""

from games.engines.holdem.pots import Stake, shares, side_pots, uncalled
from tests.games.engines.scripted_holdem import GAME, Play, Table

FOUR_HANDED = GAME.presets["four_handed"]
DEEP = 50_000


def test_th_01_heads_up_the_button_is_the_small_blind():
    play = Play(stacks=(500, 500), small_blind=1)
    assert (play.view()["small_blind"], play.stacks) == (0, (499, 498))
    assert play.turn == 0
    assert play.limp().turn == 1


def test_th_02_the_big_blind_has_the_option():
    play = Play(stacks=(500, 500, 500), small_blind=1).call(0, 1)
    assert play.turn == 2
    assert "check" in play.legal(2)
    assert play.bounds(2) == (4, 500)
    assert play.check(2).phase == "flop"


def raised_twice() -> Play:
    """Return a flop at 100/200; seats 1, 2 and 0 act in this order."""
    play = Play(stacks=(DEEP,) * 3, small_blind=100).limp()
    return play.bet(1, 600).raise_to(2, 1_600).raise_to(0, 3_600)


def test_th_03_a_raise_is_as_large_as_the_last():
    assert raised_twice().bounds(1)[0] == 5_600


def test_th_04_an_all_in_raise_below_the_minimum():
    play = Play(stacks=(DEEP, DEEP, DEEP, 150, DEEP), small_blind=50).all_in(3)
    assert play.legal(4)["call"].amount == 150
    assert play.bounds(4)[0] == 250


def test_th_05_before_the_flop_raises_grow():
    play = Play(stacks=(DEEP,) * 4, small_blind=25)
    assert play.raise_to(3, 125).bounds(0)[0] == 200
    assert play.raise_to(0, 200).raise_to(1, 500).bounds(2)[0] == 800


A, B, C, D, E, F = range(6)


def two_short_all_ins() -> Play:
    """TDA 47: five players on the flop at 25/50."""
    stacks = (DEEP, 175, DEEP, 250, DEEP)
    play = Play(stacks=stacks, button=E, small_blind=25).limp()
    return play.bet(A, 100).all_in(B).call(C).all_in(D).call(E)


def test_th_06_short_all_ins_together_reopen():
    play = two_short_all_ins()
    assert play.turn == A
    assert play.bounds(A)[0] == 300


def test_th_07_short_all_ins_do_not_reopen_below_a_full_raise():
    play = two_short_all_ins().call(A)
    assert play.turn == C
    assert play.legal(C)["call"].amount == 75
    assert play.refused(C, "raise_to", 300).code == "RAISE_NOT_REOPENED"
    assert play.refused(C, "all_in").code == "RAISE_NOT_REOPENED"


def test_th_08_a_full_raise_reopens_for_all():
    assert two_short_all_ins().raise_to(A, 300).bounds(C)[0] == 400


def test_th_09_several_short_all_ins_keep_the_last_full_raise():
    stacks = (DEEP, 550, 700, 850, DEEP, DEEP)
    play = Play(stacks=stacks, button=F, small_blind=25).limp()
    play.bet(A, 300).all_in(B, C, D).call(E)
    assert play.turn == F
    assert play.bounds(F)[0] == 1_100
    assert play.refused(F, "raise_to", 1_099).code == "RAISE_TOO_SMALL"


def short_all_in_behind_a_call() -> Play:
    """TDA 47: button 0, blinds 1 and 2, under the gun 3, at 2,000/4,000."""
    play = Play(stacks=(7_500, DEEP, DEEP, DEEP), small_blind=2_000)
    return play.call(3).all_in(0).fold(1)


def test_th_10_the_big_blind_may_raise_the_caller_may_not():
    play = short_all_in_behind_a_call()
    assert play.bounds(2)[0] == 11_500
    play.call(2)
    assert play.turn == 3
    assert play.legal(3)["call"].amount == 3_500
    assert play.refused(3, "raise_to", 11_500).code == "RAISE_NOT_REOPENED"


def test_th_11_a_full_raise_lets_the_caller_raise():
    play = short_all_in_behind_a_call().raise_to(2, 11_500)
    assert play.bounds(3)[0] == 15_500


def test_th_12_a_short_bet_does_not_reopen_for_a_checker():
    play = Play(stacks=(80, DEEP, DEEP), small_blind=25).limp().check(1, 2).all_in(0)
    assert set(play.legal(1)) == {"fold", "call"}
    assert play.legal(1)["call"].amount == 30
    assert play.refused(1, "raise_to", 80).code == "RAISE_NOT_REOPENED"


def test_th_13_a_short_raise_does_not_reopen_for_the_bettor():
    play = Play(stacks=(DEEP, DEEP, 175), small_blind=25).limp()
    play.bet(1, 100).all_in(2).call(0)
    assert play.legal(1)["call"].amount == 25
    assert not play.may_raise(1)


def test_th_14_no_check_against_a_bet():
    for rules, start in ((None, "You cannot check"), (FOUR_HANDED, "Invalid option!")):
        play = Play(stacks=(1_000, 1_000), rules=rules)
        assert play.refused(0, "check").code == "CANNOT_CHECK_FACING_BET"
        assert play.refusal_of(0, "check").startswith(start)


def test_th_15_more_than_the_stack():
    play = Play(stacks=(90, 1_000, 1_000))
    no = play.refused(0, "raise_to", 100)
    assert (no.code, no.limits["stack"]) == ("INSUFFICIENT_CHIPS", 90)
    assert play.refusal_of(0, "raise_to", 100) == "You have only 90 chips."


def test_th_16_one_chip_less_than_the_minimum():
    no = raised_twice().refused(1, "raise_to", 5_599)
    assert (no.code, no.limits["min"]) == ("RAISE_TOO_SMALL", 5_600)


def test_th_17_four_all_in_for_three_amounts():
    hands = ["As Ah", "Ks Kh", "Qs Qh", "Js Jh"]
    play = Play(hands, (100, 300, 600, 600), board="2c 3d 4h 8s 9c").all_in(3, 0, 1, 2)
    assert play.won == [
        (600, (2, 3), (2,)),
        (600, (1, 2, 3), (1,)),
        (400, (0, 1, 2, 3), (0,)),
    ]
    assert play.stacks == (400, 600, 600, 0)


def test_th_18_folded_chips_stay_in_the_pot():
    play = Play(stacks=(100, 500, 500, 500), button=D).raise_to(C, 200).call(D).all_in(A)
    play.all_in(B).fold(C).all_in(D)
    assert sorted(won[:2] for won in play.won) == [(400, (A, B, D)), (900, (B, D))]


def test_th_19_an_uncalled_bet_is_returned():
    play = Play(["As Ah", "Ks Kh"], (1_000, 400), board="2c 3d 4h 8s 9c").all_in(0, 1)
    assert play.step_events("returned") == [{"seat": 0, "amount": 600}]
    assert play.won == [(800, (0, 1), (0,))]
    assert play.stacks == (1_400, 0)


def test_th_20_a_folder_paid_the_most():
    pots = side_pots((60, 50, 60), (1, 2))
    assert pots == [Stake(150, (1, 2)), Stake(20, (2,))]
    play = Play(stacks=(500, 50, 500), button=2).call(2, 0).check(1)
    play.bet(0, 50).all_in(1).call(2)
    assert play.pots == [(150, (0, 1, 2)), (20, (0, 2))]
    play.fold(0)
    assert [won[:2] for won in play.won] == [(20, (2,)), (150, (1, 2))]


def test_th_21_a_later_side_pot():
    hands, board = ["As Ah", "Ks Kh", "Qs Qh"], "2c 3d 4h 8s 9c"
    play = Play(hands, (700, 2_000, 2_000), board=board).all_in(0).call(1, 2)
    play.check(1, 2).bet(1, 1_000).call(2).check(1, 2)
    assert play.won == [(2_000, (1, 2), (1,)), (2_100, (0, 1, 2), (0,))]
    assert play.stacks == (2_100, 2_300, 300)


def test_th_22_the_odd_chip_goes_left_of_the_button():
    assert shares(15, (0, 1)) == [(0, 8), (1, 7)]
    play = Play(
        ["As Kh", "Ah Ks", None],
        (500,) * 3,
        button=2,
        board="2c 3d 4h 8s 9c",
        small_blind=1,
        terms={"posts": [[2, 0, 1]]},
    )
    play.fold(2).call(0).check(1).bet(0, 5).call(1).limp("settled")
    assert [pot.shares for pot in play.result.pots] == [((0, 8), (1, 7))]


BROADWAY = "As Ks Qs Js Ts"


def board_plays_for_three(dead: int) -> Play:
    """Return a showdown of three with button 3 of five; all put in 30, the big blind folds 10."""
    terms = {"posts": [[2, 0, dead]]}
    play = Play(stacks=(500,) * 5, button=3, board=BROADWAY, terms=terms)
    return play.raise_to(1, 30).fold(2).call(3, 4).fold(0).limp("settled")


def test_th_23_a_hundred_in_three():
    assert shares(100, (4, 1, 3)) == [(4, 34), (1, 33), (3, 33)]
    (pot,) = board_plays_for_three(dead=0).result.pots
    assert (pot.amount, pot.shares) == (100, ((4, 34), (1, 33), (3, 33)))


def test_th_24_a_hundred_and_one_in_three():
    (pot,) = board_plays_for_three(dead=1).result.pots
    assert (pot.amount, pot.shares) == (101, ((4, 34), (1, 34), (3, 33)))


def test_th_25_a_raise_that_nobody_calls():
    play = Play(stacks=(500,) * 3, button=2, small_blind=1).raise_to(2, 100).fold(0, 1)
    assert play.step_events("returned") == [{"seat": 2, "amount": 98}]
    assert play.stacks == (499, 498, 503)
    assert uncalled((1, 2, 100)) == (2, 98)
    assert play.result.shown == ()


def compare(board: str, *hands: str) -> tuple[int, ...]:
    """Return the winners of a hand that everyone plays to the end."""
    play = Play(list(hands), (1_000,) * len(hands), board=board).limp("settled")
    return play.result.pots[0].winners


def test_th_26_two_pair_beat_a_pair():
    assert compare("Ad Kh 9c 8c 7s", "Ah Kd", "Ac Qs") == (0,)


def test_th_27_the_kicker_of_four_of_a_kind():
    assert compare("As Ad Ah Ac 9c", "2c 3d", "Kh Qh") == (1,)


def test_th_28_the_board_plays():
    assert compare(BROADWAY, "2c 3d", "Ah Kh") == (0, 1)


def test_th_29_the_wheel_beats_a_pair():
    assert compare("As 2d 3c 9h 9d", "5h 4d", "Kh Qd") == (0,)


def test_th_30_the_steel_wheel_beats_a_flush():
    assert compare("3h 4h 5h Jh Th", "Ah 2h", "Kh Qh") == (0,)


def test_th_31_the_pair_of_a_full_house():
    assert compare("Qh Qs Qd 2c 3c", "Kd Kc", "Ad Ac") == (1,)


def test_th_32_a_third_pair_does_not_count():
    assert compare("Ks Kd Qh Qc 3d", "8c 8d", "Ah 2c") == (1,)


def test_th_33_suits_never_break_a_tie():
    assert compare("Qs Js Ts 2h 3h", "Ah Kh", "Ad Kd") == (0, 1)


def after_zero_one_two(*seats: int, **options) -> Table:
    return Table(*seats, **options).after(button=0, small=1, big=2)


def test_th_34_dead_button_nobody_out():
    assert after_zero_one_two(0, 1, 2, 3).positions() == (1, 2, 3)


def test_th_34_dead_button_the_big_blind_busts():
    table = after_zero_one_two(0, 1, 3)
    assert table.positions() == (1, None, 3)
    assert table.positions() == (2, 3, 0)


def test_th_34_dead_button_the_small_blind_busts():
    assert after_zero_one_two(0, 2, 3).positions() == (1, 2, 3)


def test_th_34_dead_button_the_button_busts():
    assert after_zero_one_two(1, 2, 3).positions() == (1, 2, 3)


def test_th_34_dead_button_both_blinds_bust():
    assert after_zero_one_two(0, 3).positions() == (0, 0, 3)


def test_th_34_three_to_two():
    assert after_zero_one_two(0, 1).positions() == (1, 1, 0)
    assert after_zero_one_two(0, 2).positions() == (2, 2, 0)
    assert after_zero_one_two(1, 2).positions() == (2, 2, 1)


def test_th_35_the_blinds_may_not_fold_before_the_flop():
    play = Play(stacks=(1_000,) * 3, rules=FOUR_HANDED).raise_to(0, 40)
    for seat in (1, 2):
        no = play.refused(seat, "fold")
        assert no.code == "BLIND_CANNOT_FOLD"
        assert play.refusal_of(seat, "fold").startswith("Invalid option!")
        play.call(seat)
    assert play.phase == "flop"
    assert play.fold(1).state.status[1] == "folded"


def test_th_36_a_raise_is_at_least_double():
    play = Play(stacks=(1_000,) * 3, rules=FOUR_HANDED).limp().bet(1, 100).raise_to(2, 300)
    no = play.refused(0, "raise_to", 500)
    assert (no.code, no.limits["min"]) == ("RAISE_TOO_SMALL", 600)
    assert play.refusal_of(0, "raise_to", 500) == "Invalid option! You need at least 600 to raise."
    assert play.bounds(0)[0] == 600


def test_th_37_a_time_out():
    checked = Play(stacks=(1_000,) * 3).limp().time_out()
    assert checked.step_events("check") == [{"seat": 1}]
    folded = Play(stacks=(1_000,) * 3, rules=FOUR_HANDED).limp().time_out()
    assert folded.step_events("fold") == [{"seat": 1, "reason": "timeout"}]


def test_th_38_three_all_in_before_the_flop():
    play = Play(stacks=(500,) * 3).all_in(0, 1, 2)
    assert [event["seat"] for event in play.step_events("open")] == [1, 2, 0]
    assert [event["street"] for event in play.step_events("street")] == ["flop", "turn", "river"]
    assert len(play.view()["board"]) == 5
    for seat in range(3):
        assert GAME.legal(play.state, seat) == ()
        assert play.refused(seat, "check").code == "NO_HAND_IN_PROGRESS"


def test_th_39_a_short_big_blind_is_called_in_full():
    play = Play(stacks=(100, 100, 3, 100), small_blind=2)
    assert play.step_events("blind")[1] == {"seat": 2, "amount": 3, "which": "big", "all_in": True}
    assert play.legal(3)["call"].amount == 4
    assert play.bounds(3)[0] == 8


def test_th_40_one_player_has_all_points():
    table = Table(0, 1, format="sit_and_go").put(1, stack=0)
    assert table.next() is None
    play = Play(["As Ah", "Ks Kh"], (500, 500), board="2c 3d 4h 8s 9c").all_in(0, 1)
    assert play.stacks == (1_000, 0)
    assert play.refused(0, "check").code == "NO_HAND_IN_PROGRESS"
