"""Dealer's choice: the dealer of a hand chooses its variant before anybody acts (rules 2.9)."""

import random

import pytest

from games.bots import teen_patti as bot
from games.engines.core.contract import SPECTATOR, Action, Viewer
from games.engines.teen_patti.rules import VARIANTS
from tests.games.engines.scripted import GAME, Play

CHOICE = {"variant": "dealers_choice"}


def choose(play, variant, seat=2):
    return play.act(Action(seat, "choose", reading=variant))


def refused(play, seat, variant):
    return play.refusal(Action(seat, "choose", reading=variant)).code


def test_tp_50_the_dealer_chooses_and_the_lowest_hand_wins():
    play = Play(("As Ah Ad", "2c 5d 7h", None), button=2, **CHOICE)
    assert (play.turn, play.view()["phase"]) == (2, "choosing")
    assert [entry.reading for entry in GAME.legal(play.state, 2)] == list(VARIANTS)
    assert GAME.legal(play.state, 0) == ()
    choose(play, "muflis")
    assert (play.turn, play.view()["variant"]) == (0, "muflis")
    play.bet(0, 1).bet(1, 1).do(2, "fold").do(0, "show")
    assert play.result.pots[0].winners == (1,)


def test_tp_51_nobody_looks_or_bets_before_the_choice():
    play = Play(button=2, see_when="any_time", **CHOICE)
    for seat, kind, amount in (
        (0, "bet", 1),
        (2, "fold", None),
        (2, "see", None),
        (1, "see", None),
    ):
        assert play.refused(seat, kind, amount).code == "VARIANT_PENDING"
    assert refused(play, 0, "muflis") == "NOT_YOUR_TURN"
    assert refused(play, 2, "omaha") == "UNKNOWN_VARIANT"
    assert {entry["code"] for entry in play.view(2)["you"]["blocked"]} == {"VARIANT_PENDING"}


def test_tp_52_the_choice_is_made_once():
    play = choose(Play(button=2, **CHOICE), "999")
    assert refused(play, 0, "muflis") == "WRONG_PHASE"
    assert refused(Play(button=2), 0, "muflis") == "WRONG_PHASE"


@pytest.mark.parametrize("end", ["timeout", "leave"])
def test_tp_53_without_a_choice_the_hand_is_classic(end):
    play = Play(button=2, choice_seconds=5, **CHOICE)
    assert GAME.turn_seconds(play.state) == 5
    play = play.time_out() if end == "timeout" else play.do(2, "leave")
    assert (play.turn, play.view()["variant"]) == (0, "classic")
    assert GAME.turn_seconds(play.state) is None
    assert play.view()["seats"][2]["status"] == ("in" if end == "timeout" else "folded")


def test_tp_54_a_player_who_leaves_before_the_choice_is_passed_over():
    play = Play(button=2, **CHOICE).do(0, "leave")
    assert play.turn == 2
    assert choose(play, "ak47").turn == 1
    alone = Play(button=2, **CHOICE).do(0, "leave").do(1, "leave")
    assert alone.result.pots[0].winners == (2,)


def test_the_choice_shows_no_card():
    play = Play(("As Ah Ad", "Kc Kd Kh", "2c 5d 7h"), button=2, **CHOICE)
    other = Play(("4s 6h 8d", "Kc Kd Kh", "2c 5d 7h"), button=2, **CHOICE)
    for viewer in (SPECTATOR, *(Viewer(seat=seat) for seat in range(3))):
        assert GAME.view(play.state, viewer) == GAME.view(other.state, viewer)


def test_a_bot_that_deals_chooses_and_ranks_by_the_choice():
    play = Play(("2c 5d 7h", "As Ah Ad", None), button=2, **CHOICE)
    rules = play.opening.rules
    chosen = {
        bot.decide(play.view(2), rules, "easy", random.Random(seed)).reading for seed in range(40)
    }
    assert chosen == set(VARIANTS)
    choose(play, "muflis").see(0)
    strength = bot._read(play.view(0), rules).strength
    assert strength > 0.9, "seven high is strong where the lowest hand wins"


def test_the_choice_is_typed():
    play = Play(button=2, **CHOICE)
    typed = GAME.read(["choose", "ak47"], play.view(2), play.opening.rules)
    assert (typed.kind, typed.reading) == ("choose", "ak47")
    assert GAME.read(["choose", "omaha"], play.view(2), play.opening.rules) is None
