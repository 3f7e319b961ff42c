"""The cases of the Teen Patti rules, each under its id."""

import pytest

from games.engines.core.contract import Action
from tests.games.engines.scripted import GAME, Play

ACE_HIGH, KING_HIGH = "As Kh Jd", "Kd Qc 9s"


def the_seeds_example(a: str, d: str) -> Play:
    """Play steps 1 to 8: A, B, C, D are seats 0..3 and D deals."""
    play = Play([a, None, None, d], (100,) * 4)
    assert (play.stacks, play.pot) == ((99,) * 4, 4)  # TP-1
    play.bet(0, 1)
    assert (play.stacks[0], play.pot, play.state.stake) == (98, 5, 1)  # TP-2
    play.see(1).do(1, "fold")  # TP-3
    play.bet(2, 1)  # TP-4
    assert play.pot == 6
    play.see(3).bet(3, 2)  # TP-5
    assert (play.stacks[3], play.pot, play.state.stake) == (97, 8, 1)
    play.bet(0, 2)  # TP-6
    assert (play.stacks[0], play.pot, play.state.stake) == (96, 10, 2)
    play.see(2).do(2, "fold")  # TP-7
    play.bet(3, 4)  # TP-8
    assert (play.stacks, play.pot, play.state.stake) == ((96, 99, 98, 93), 14, 2)
    return play


@pytest.mark.parametrize(
    ("a", "d", "stacks"),
    [
        (ACE_HIGH, KING_HIGH, (110, 99, 98, 93)),
        (KING_HIGH, ACE_HIGH, (92, 99, 98, 111)),
        ("As Kh Jd", "Ah Kd Jc", (92, 99, 98, 111)),
    ],
    ids=["A better", "D better", "equal"],
)
def test_tp_01_to_09_the_example_of_the_seed(a, d, stacks):
    play = the_seeds_example(a, d).see(0).do(0, "show")
    assert play.stacks == stacks
    assert sum(stacks) == 400
    assert play.state.paid == (8, 1, 2, 7)


def test_tp_09_a_blind_payer_shows_for_the_stake():
    play = the_seeds_example(ACE_HIGH, KING_HIGH)
    assert play.legal(0)["show"].amount == 2
    assert play.do(0, "show").stacks == (110, 99, 98, 93)  # pays 2, wins a pot of 16


def test_tp_10_out_of_turn():
    assert Play().refused(1, "bet", 1).code == "NOT_YOUR_TURN"


def test_tp_11_blind_bounds():
    play = Play()
    assert play.refused(0, "bet", 0).code == "BAD_AMOUNT"
    no = play.refused(0, "bet", 3)
    assert (no.code, no.limits["max"]) == ("AMOUNT_TOO_LARGE", 2)


def test_tp_12_seen_bounds():
    play = Play().see(0)
    low, odd, high = (play.refused(0, "bet", amount) for amount in (1, 3, 5))
    assert (low.code, low.limits["min"]) == ("AMOUNT_TOO_SMALL", 2)
    assert odd.code == "SEEN_BET_MUST_BE_EVEN"
    assert (high.code, high.limits["max"]) == ("AMOUNT_TOO_LARGE", 4)


def test_tp_13_a_seen_bet_halves_into_the_stake():
    play = Play().see(0).bet(0, 4)
    assert play.state.stake == 2
    assert play.bounds(1) == (2, 4)
    assert play.see(1).bounds(1) == (4, 8)


def test_tp_14_seeing_twice():
    assert Play().see(0).refused(0, "see").code == "ALREADY_SEEN"


def test_tp_15_a_show_needs_two():
    assert Play().refused(0, "show").code == "SHOW_NEEDS_TWO_PLAYERS"


def test_tp_16_seen_against_blind():
    play = Play(stacks=(100, 100)).see(0)
    assert play.refused(0, "show").code == "SEEN_CANNOT_SHOW_BLIND"
    allowed = Play(stacks=(100, 100), seen_may_show_vs_blind=True).see(0)
    assert allowed.legal(0)["show"].amount == 2


def test_tp_17_the_blind_payer_loses_the_tie():
    play = Play(["As Ks Qs", "Ah Kh Qh"], (100, 100)).see(0).bet(0, 2).do(1, "show")
    assert play.stacks == (102, 98)
    assert sum(pot.amount for pot in play.result.pots) == 5


def test_tp_18_both_blind_tie():
    play = Play(["As Kh Qs", "Ah Ks Qh"], (100, 100)).bet(0, 1).do(1, "show")
    assert play.stacks == (102, 98)
    assert sum(pot.amount for pot in play.result.pots) == 4


def test_tp_19_the_show_price_is_an_option():
    play = Play(stacks=(100, 100), show_price=2)
    assert play.legal(0)["show"].amount == 2
    play = Play(stacks=(100, 100), show_price=2).see(0).bet(0, 2).see(1)
    assert play.legal(1)["show"].amount == 4


def test_tp_20_the_fourth_turn_is_seen():
    play = Play(stacks=(100, 100), max_blind_bets=3)
    for seat in (0, 1, 0, 1, 0):
        play.bet(seat, 1)
    assert not play.state.seen[0]
    play.bet(1, 1)
    assert play.step_events("forced_see") == [{"seat": 0}]
    assert play.state.seen[0]
    assert play.bounds(0) == (2, 4)


def test_tp_21_a_higher_limit():
    play = Play(raise_limit=4)
    assert play.bounds(0) == (1, 4)
    assert play.see(0).bounds(0) == (2, 8)


def all_seen(hands=None, stacks=(100, 100, 100)) -> Play:
    """Return three players who have looked and bet 2 each: stacks 97, pot 9, stake 1, turn 0."""
    play = Play(hands, stacks)
    for seat in range(3):
        play.see(seat).bet(seat, 2)
    return play


def test_tp_22_a_side_show_costs_the_minimum():
    assert all_seen().refused(0, "side_show", 4).code == "SIDE_SHOW_NEEDS_MIN_BET"


def test_tp_23_the_last_bettor_is_asked_and_others_wait():
    play = all_seen().do(0, "side_show", 2)
    assert play.step_events("side_show_asked") == [{"asker": 0, "asked": 2, "amount": 2}]
    assert play.turn == 2
    assert play.refused(1, "bet", 2).code == "SIDE_SHOW_PENDING"
    assert play.refused(1, "accept").code == "NOT_ASKED"


def test_tp_24_the_lower_hand_folds():
    play = all_seen(["As Kh Jd", None, "Kd Kc 2s"]).do(0, "side_show").do(2, "accept")
    assert (play.turn, play.stacks, play.pot) == (1, (95, 97, 97), 11)
    assert play.state.status[0] == "folded"


def test_tp_25_equal_hands_fold_the_asker():
    # Seat 2 asks the last bettor, seat 1: these two have equal hands.
    equal = Play([None, "Ks Kh 2d", "Kd Kc 2s"])
    for seat in range(3):
        equal.see(seat).bet(seat, 2)
    equal.bet(0, 2).bet(1, 2).do(2, "side_show").do(1, "accept")
    assert equal.state.status == ("in", "in", "folded")
    assert equal.turn == 0


def test_tp_26_a_refusal_changes_nothing_but_the_turn():
    play = all_seen().do(0, "side_show").do(2, "refuse")
    assert play.state.status == ("in",) * 3
    assert (play.pot, play.turn) == (11, 1)


def test_tp_27_all_must_be_seen():
    play = Play().bet(0, 1).see(1).bet(1, 2).see(2).bet(2, 2).see(0)
    assert "side_show" in play.legal(0)
    blind = Play().bet(0, 1).bet(1, 1).see(2).bet(2, 2).see(0)
    assert blind.refused(0, "side_show").code == "SIDE_SHOW_ALL_MUST_BE_SEEN"


def short_stack(one: str, two: str) -> Play:
    play = Play([None, one, two], (100, 5, 100))
    play.see(0).bet(0, 4)
    play.see(1).bet(1, 4)
    assert play.stacks[1] == 0
    play.see(2).bet(2, 4).bet(0, 4)
    assert play.state.status[1] == "covered"
    assert play.state.frozen == (19,)
    play.bet(2, 4).do(0, "fold")
    return play


def test_tp_28_the_covered_player_wins_the_old_pot():
    play = short_stack("As Ah Ad", "Kd Kc 3s")
    assert play.stacks == (91, 19, 95)
    assert [pot.amount for pot in play.result.pots] == [4, 19]
    assert [pot.winners for pot in play.result.pots] == [(2,), (1,)]


def test_tp_29_the_newer_pots_winner_beats_the_covered_at_a_tie():
    play = short_stack("Ks Kh 3s", "Kd Kc 3c")
    assert play.stacks == (91, 0, 114)


def test_tp_30_the_survivor_takes_the_boots():
    play = Play().do(1, "leave").do(2, "leave")
    assert play.stacks == (102, 99, 99)
    assert play.result.ended_by == "fold"
    assert play.result.shown == ()
    assert GAME.legal(play.state, 0) == ()
    with pytest.raises(Exception, match="NO_HAND_IN_PROGRESS"):
        GAME.apply(play.state, Action(0, "bet", 1))
