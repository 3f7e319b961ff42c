"""Each value of each option of Dou Dizhu that no other test names (rules 5.2 and 5.3)."""

import pytest

from games.engines.core.contract import RulesError
from games.engines.dou_dizhu.combos import readings
from games.engines.dou_dizhu.ranks import packed_text
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    WINS,
    Play,
    Table,
    doubling,
    landlord_wins,
    led_by_landlord,
)


def read_as(ranks: str, **options) -> list[str]:
    rules = GAME.Rules(**options)
    return [reading.name() for reading in readings(packed_text(ranks), rules.kickers())]


# -- kickers (rule 5.3) ----------------------------------------------------------------------


def test_kickers_may_be_repeated_as_the_option_says():
    """DZ-16, DZ-27."""
    pair, four = "33344455", "3334445556667777"
    assert read_as(pair, solo_kicker_repeat="distinct") == []
    assert read_as(pair, solo_kicker_repeat="max_3") == ["airplane_with_solos@3"]
    assert read_as(pair, solo_kicker_repeat="free") == ["airplane_with_solos@3"]
    only = {"kicker_may_equal_primal": False}
    assert read_as(four, **only, solo_kicker_repeat="max_3") == []
    assert read_as(four, **only, solo_kicker_repeat="free") == ["airplane_with_solos@3"]


def test_kickers_may_have_the_airplanes_ranks_as_the_option_says():
    """DZ-6."""
    assert read_as("33334444", kicker_may_equal_primal=True) == ["airplane_with_solos@3"]
    assert read_as("33334444", kicker_may_equal_primal=False) == []


def test_both_jokers_as_kickers():
    """DZ-5, DZ-17."""
    for cards, name in (("3333BR", "four_with_two@3"), ("333444BR", "airplane_with_solos@3")):
        assert read_as(cards, both_jokers_as_kickers=True) == [name]
        assert read_as(cards, both_jokers_as_kickers=False) == []


def test_three_kickers_beside_the_airplane():
    cards, only = "444555666777", {"kicker_may_equal_primal": False}
    with_kickers = {"airplane_with_solos@5", "airplane_with_solos@4"}
    assert with_kickers <= set(read_as(cards, **only, triple_kicker_adjacent=True))
    assert read_as(cards, **only, triple_kicker_adjacent=False) == ["airplane@4"]


def test_four_as_two_pairs():
    """DZ-21."""
    assert read_as("3334445555", pairs_same_rank=True) == ["airplane_with_pairs@3"]
    assert read_as("3334445555", pairs_same_rank=False) == []


def test_four_with_one():
    """DZ-3."""
    assert read_as("33334", four_with_one=True) == ["four_with_solo@3"]
    assert read_as("33334", four_with_one=False) == []


def test_a_rocket_with_kickers():
    """DZ-2."""
    assert read_as("BR3", rocket_with_kickers=True) == ["rocket_with_solo@B"]
    assert read_as("BR34", rocket_with_kickers=True) == ["rocket_with_two@B"]
    assert read_as("BR3", rocket_with_kickers=False) == []


# -- bidding ---------------------------------------------------------------------------------


def test_the_landlord_is_chosen_as_the_option_says():
    assert Play(bidding="first_call").call(0).landlord == 0
    assert Play(bidding="bid_123").bid(0, 1).bid(1, 2).pass_(2).landlord == 1
    assert Play(bidding="call_rob").call(0).rob(1).pass_(2, 0).landlord == 1


def test_the_first_bidder():
    """Check rule 5.2."""
    for option, first in (
        ({"first_bidder": "last_winner"}, 2),
        ({"first_bidder": "rotate"}, 1),
        ({"first_bidder": "random"}, 0),
    ):
        table = Table(**option)
        assert table.next().button == 0
        table.ended("landlord", 2)
        assert table.next(chance=3).button == first


def test_the_first_bidding_peasant_is_chosen_as_the_option_says():
    for option, first in (
        ({"last_winner_if_peasants": "who_went_out"}, 1),
        ({"last_winner_if_peasants": "random_of_two"}, 2),
    ):
        table = Table(**option)
        table.next()
        table.ended("peasants", 1, 2)
        assert table.next(chance=1).button == first


def test_the_bid_multiplies_as_the_option_says():
    for option, net in (
        ({"bid_multiplies_base": True}, (30, -15, -15)),
        ({"bid_multiplies_base": False}, (10, -5, -5)),
    ):
        assert landlord_wins(bidding="bid_123", **option).net == net


def test_the_kitty_is_shown_or_not():
    hands, kitty = (LANDLORD[:17], "", ""), LANDLORD[17:]
    shown = led_by_landlord(hands, kitty=kitty, show_kitty=True)
    hidden = led_by_landlord(hands, kitty=kitty, show_kitty=False)
    assert "??" not in shown.view(1)["kitty"]
    assert hidden.view(1)["kitty"] == ["??"] * 3
    assert "??" not in hidden.view(0)["kitty"]


# -- scores ----------------------------------------------------------------------------------


def test_the_doubling_stage():
    hands = (LANDLORD[:17], "", "")
    assert Play(hands, kitty=LANDLORD[17:], double_stage=False).call(0).view()["phase"] == "play"
    assert doubling(True, True, False).alone(0, *WINS[0]).net == (30, -20, -10)


def test_an_open_hand_off():
    play = led_by_landlord((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], open_hand="off")
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"


def test_without_a_largest_multiplier():
    assert landlord_wins(3, multiplier_cap=None).net == (80, -40, -40)
    assert GAME.Rules(score_mode="chips", multiplier_cap=None).multiplier_cap == 64


def test_points_or_chips():
    assert GAME.scores(GAME.Rules(score_mode="points"))
    assert not GAME.scores(GAME.Rules(score_mode="chips"))


def test_a_win_limited_to_the_stack():
    table = {"stacks": (6, 100, 100), "score_mode": "chips", "min_stack": 1}
    assert landlord_wins(**table, win_cap=False).net == (10, -5, -5)
    assert landlord_wins(**table, win_cap=True).net == (6, -3, -3)


def test_the_next_first_bidder_is_chosen_as_the_option_says():
    for option, by in (
        ({"restart_by": "winner"}, "winner"),
        ({"restart_by": "anyone"}, "anyone"),
        ({"restart_by": "auto"}, "auto"),
    ):
        assert GAME.restart_by(GAME.Rules(**option)) == by


def test_the_hand_of_a_leaver():
    assert led_by_landlord(leaver="auto_play").leave(1).result is None
    play = led_by_landlord(leaver="forfeits").leave(1)
    assert (play.result.ended_by, play.net) == ("forfeit", (10, -10, 0))


def test_three_play():
    for most in (2, 4):
        with pytest.raises(RulesError) as no:
            GAME.Rules(max_players=most)
        assert no.value.field == "max_players"


def test_everyone_passes():
    for option, first, must in (
        ({"all_pass": "redeal"}, 0, False),
        ({"all_pass": "redeal_rotate"}, 1, False),
        ({"all_pass": "first_bidder_must", "max_redeals": 0}, 0, True),
    ):
        table = Table(**option)
        table.next()
        line = table.redeal().next()
        assert (line.button, line.terms["must"]) == (first, must)
