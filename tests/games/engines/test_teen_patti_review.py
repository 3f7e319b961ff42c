"""Situations of rules 2.5 and 2.6 that the cases do not reach."""

import pytest

from tests.games.engines.scripted import Play

ACE, SAME_ACE, WORST = "As Kh Jd", "Ah Kd Jc", "5s 3h 2d"


def test_2_6_the_newer_pots_winner_beats_the_covered_in_every_older_pot():
    # Seat 0 covers with nothing, seat 3 with the last chip; seat 1 wins the newest pot unseen.
    play = Play([WORST, ACE, None, SAME_ACE], (1, 100, 100, 2))
    play.bet(1, 1).bet(2, 2).do(3, "cover").bet(1, 2)
    assert (play.state.frozen, play.state.pot) == ((4, 4), 2)
    play.do(2, "fold")
    assert [pot.winners for pot in play.result.pots] == [(1,), (1,), (1,)]
    assert play.stacks == (0, 106, 97, 0)


def test_2_2_a_side_show_reaching_the_pot_limit_forces_a_show():
    play = Play([WORST, ACE, "Kd Qc 9s"], pot_limit=11)
    for seat in range(3):
        play.see(seat).bet(seat, 2)
    play.do(0, "side_show")
    assert play.result.ended_by == "pot_limit"
    assert len(play.result.shown) == 3
    assert play.stacks == (95, 108, 97)


def test_2_2_a_cover_reaching_the_pot_limit_forces_a_show():
    play = Play([WORST, ACE, "Kd Qc 9s"], (100, 2, 100), pot_limit=6)
    play.bet(0, 2).do(1, "cover")
    assert play.result.ended_by == "pot_limit"
    assert play.stacks == (97, 6, 99)


@pytest.mark.parametrize(("refusable", "answer"), [("always", None), ("until_third", True)])
def test_2_4_the_asked_player_is_told_why_only_an_answer_is_possible(refusable, answer):
    play = Play([ACE, SAME_ACE, WORST], side_show_refusable=refusable)
    for seat in range(3):
        play.see(seat).bet(seat, 2)
    for asker in range(3):
        play.do(asker, "side_show")
        blocked = {entry["kind"]: entry for entry in play.view(play.turn)["you"]["blocked"]}
        assert {blocked.pop(kind)["code"] for kind in ("bet", "fold", "show", "side_show")} == {
            "SIDE_SHOW_PENDING"
        }
        third = asker == 2 and answer
        assert blocked.get("refuse", {}).get("code") == (
            "SIDE_SHOW_NOT_REFUSABLE" if third else None
        )
        if not third:
            play.do(play.turn, "refuse")


@pytest.mark.parametrize("amount", [True, 1.0])
def test_1_1_only_whole_numbers_are_amounts(amount):
    assert Play(stacks=(100, 100)).refused(0, "show", amount).code == "BAD_AMOUNT"
    short = Play(stacks=(100, 2, 100)).bet(0, 2)
    assert short.refused(1, "cover", amount).code == "BAD_AMOUNT"


def test_2_4_a_short_seen_player_is_told_they_are_short():
    play = Play(stacks=(100, 4, 100)).bet(0, 2).see(1)
    blocked = {entry["kind"]: entry["code"] for entry in play.view(1)["you"]["blocked"]}
    assert blocked["bet"] == "INSUFFICIENT_CHIPS"
