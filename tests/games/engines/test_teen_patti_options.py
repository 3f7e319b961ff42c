"""Each value of each option of Teen Patti (rule 2.2), and refusals without a case (rule 2.4)."""

import pytest

from games.engines.core.cards import parse_cards
from games.engines.core.contract import RulesError, SeatSnapshot, TableHistory
from games.engines.teen_patti.ranking import hand_key
from tests.games.engines.scripted import GAME, Play


def all_seen(hands=None, stacks=(100,) * 3, **options) -> Play:
    """Return three players who have looked and bet 2 each; seat 0 has the turn."""
    play = Play(hands, stacks, **options)
    for seat in range(len(stacks)):
        play.see(seat).bet(seat, 2)
    return play


def wins(one: str, two: str, **options) -> bool:
    rules = GAME.Rules(**options)
    return hand_key(parse_cards(one), rules) > hand_key(parse_cards(two), rules)


# -- refusals (rules 2.4 and 2.6) ------------------------------------------------------------


def test_a_side_show_needs_three_players_able_to_act():
    play = Play(stacks=(100, 100)).see(0).bet(0, 2).see(1)
    assert play.refused(1, "side_show").code == "SIDE_SHOW_NEEDS_THREE"
    three = all_seen().do(0, "fold")
    assert three.refused(1, "side_show").code == "SIDE_SHOW_NEEDS_THREE"


def test_on_the_first_bet_there_is_nobody_to_ask():
    play = Play(side_show="both_seen").see(0)
    assert play.refused(0, "side_show").code == "SIDE_SHOW_NO_PREVIOUS_BET"
    assert "side_show" not in play.legal(0)


@pytest.mark.parametrize("stack", [100, 2])
def test_a_player_with_the_minimum_does_not_cover(stack):
    play = Play(stacks=(stack, 100, 100))
    assert play.refused(0, "cover").code == "CAN_AFFORD_MINIMUM"
    assert "cover" not in play.legal(0)


def test_an_unknown_option_and_a_wrong_value_have_codes():
    for data, code in (({"joker": 1}, "UNKNOWN_OPTION"), ({"boot": 0}, "OUT_OF_RANGE")):
        with pytest.raises(RulesError) as no:
            GAME.rules_from_json(data)
        assert no.value.code == code
        assert no.value.field in data


# -- side shows ------------------------------------------------------------------------------


def test_side_show_off():
    play = all_seen(side_show="off")
    assert play.refused(0, "side_show").code == "SIDE_SHOW_OFF"
    assert "side_show" not in play.legal(0)


@pytest.mark.parametrize(
    ("rules", "allowed"), [({"side_show": "all_seen"}, False), ({"side_show": "both_seen"}, True)]
)
def test_side_show_with_a_blind_third_player(rules, allowed):
    play = Play(**rules).bet(0, 1).see(1).bet(1, 2).see(2)
    assert ("side_show" in play.legal(2)) == allowed
    if not allowed:
        assert play.refused(2, "side_show").code == "SIDE_SHOW_ALL_MUST_BE_SEEN"


def refused_twice(**options) -> Play:
    play = all_seen(**options)
    for asker, asked in ((0, 2), (1, 0)):
        play.do(asker, "side_show").do(asked, "refuse")
    return play.do(2, "side_show")


def test_the_third_side_show_may_be_refused_always():
    play = refused_twice(side_show_refusable="always")
    assert set(play.legal(play.turn)) == {"accept", "refuse"}


def test_the_third_side_show_must_be_accepted():
    play = refused_twice(side_show_refusable="until_third")
    assert set(play.legal(play.turn)) == {"accept"}
    assert play.refused(play.turn, "refuse").code == "SIDE_SHOW_NOT_REFUSABLE"
    assert play.time_out().step_events("side_show_answer")[0]["accepted"] is True


def test_equal_hands_at_a_side_show():
    hands = ["Ks Kh 2d", None, "Kd Kc 2s"]
    play = all_seen(hands, side_show_tie="asker_folds").do(0, "side_show").do(2, "accept")
    assert play.state.status == ("folded", "in", "in")


# -- seeing, turns, dealer -------------------------------------------------------------------


def test_see_when():
    assert Play(see_when="own_turn").refused(1, "see").code == "NOT_YOUR_TURN"
    play = Play(see_when="any_time").see(1)
    assert play.state.seen == (False, True, False)
    assert play.turn == 0
    assert play.refused(1, "see").code == "ALREADY_SEEN"


def test_first_actor():
    assert Play(button=0, first_actor="left_of_dealer").turn == 1
    play = Play(button=0, first_actor="seat0")
    assert play.turn == 0
    assert play.bet(0, 1).turn == 1


@pytest.mark.parametrize(
    ("rules", "button"),
    [({"dealer_rotation": "clockwise"}, 1), ({"dealer_rotation": "winner_deals"}, 2)],
)
def test_dealer_rotation(rules, button):
    taken = tuple(SeatSnapshot(seat, 100) for seat in range(3))
    past = TableHistory(button=0, winners=(2,))
    assert GAME.next_hand(GAME.Rules(**rules), taken, past).button == button


def test_a_time_out_packs():
    play = Play(timeout_action="fold").time_out()
    assert play.state.status[0] == "folded"


# -- shows and ties --------------------------------------------------------------------------


def test_a_seen_player_against_a_blind_one():
    strict = Play(stacks=(100, 100), seen_may_show_vs_blind=False).see(0)
    assert strict.refused(0, "show").code == "SEEN_CANNOT_SHOW_BLIND"
    assert "show" in Play(stacks=(100, 100), seen_may_show_vs_blind=True).see(0).legal(0)


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [({"show_tie": "payer_loses"}, (102, 98)), ({"show_tie": "split"}, (100, 100))],
)
def test_show_tie(rules, stacks):
    play = Play(["As Kh Qs", "Ah Ks Qh"], (100, 100), **rules).bet(0, 1).do(1, "show")
    assert play.stacks == stacks


def test_suits_decide_only_where_they_count():
    """Check rule 2.3: the ranks are equal; the scope names the categories."""
    order = {"suit_tiebreak": ("s", "d", "h", "c")}
    color, pair, high = ("9s 7s 4s", "9h 7h 4h"), ("Ks Kh 7d", "Kd Kc 7s"), ("Ad Ks 9h", "Ac Kd 9s")
    assert wins(*color, **order, suit_tiebreak_scope=("color",))
    assert not wins(*pair, **order, suit_tiebreak_scope=("color",))
    assert wins(*pair, **order, suit_tiebreak_scope=("pair",))
    assert not wins(*color, **order, suit_tiebreak_scope=("pair",))
    assert wins(*high, **order, suit_tiebreak_scope=("high",))
    assert not wins(*pair, **order, suit_tiebreak_scope=("high",))


def test_the_suit_of_a_pair():
    """TP-46."""
    order = {"suit_tiebreak": ("s", "d", "h", "c")}
    lower, upper = "Kd Kh 7s", "Ks Kc 7d"
    assert wins(upper, lower, **order, suit_pair_basis="pair")
    assert wins(lower, upper, **order, suit_pair_basis="kicker")


# -- ranking ---------------------------------------------------------------------------------


def test_run_order():
    a23, akq, kqj, color = "As 2s 3s", "Ah Kh Qh", "Kd Qd Jd", "Ac Kc Jc"
    assert wins(a23, akq, run_order="a23_top")
    assert wins(akq, a23, run_order="akq_a23")
    assert wins(a23, kqj, run_order="akq_a23")
    assert wins("4s 3s 2s", a23, run_order="a23_low")
    assert wins(color, a23, run_order="no_a23")
    assert wins("As 2s Ks", kqj, run_order="literal_2ak")
    assert not wins("As 2s Ks", kqj, run_order="a23_top")


def test_variant():
    trail, high = "As Ah Ad", "5s 3h 2d"
    assert wins(trail, high, variant="classic")
    assert wins(high, trail, variant="muflis")
    assert wins("9s 9h Ad", "Qs Qh 2d", variant="ak47")
    assert wins("9s 9h 2d", "Qs Jh Kd", variant="lowest_joker")
    assert wins("9s 9h 8d", "9d 8c 8h", variant="999")


def test_best_trail():
    assert wins("As Ah Ad", "3s 3h 3d", best_trail="aces")
    assert wins("3s 3h 3d", "As Ah Ad", best_trail="threes")


# -- money -----------------------------------------------------------------------------------


def test_raise_limit_none_is_the_stack():
    assert Play(raise_limit=None).bounds(0) == (1, 99)
    assert Play(raise_limit=3).bounds(0) == (1, 3)


def test_a_player_may_stay_blind_without_a_limit():
    play = Play(stacks=(100, 100), max_blind_bets=None)
    for turn in range(40):
        play.bet(turn % 2, 1)
    assert play.state.seen == (False, False)


@pytest.mark.parametrize(
    ("cap", "bounds"), [({"stake_cap": None}, (2, 4)), ({"stake_cap": 2}, (2, 2))]
)
def test_at_the_stake_cap_only_the_minimum_may_be_bet(cap, bounds):
    assert Play(**cap).bet(0, 2).bounds(1) == bounds


@pytest.mark.parametrize(
    ("limit", "over"), [({"pot_limit": None}, False), ({"pot_limit": 5}, True)]
)
def test_the_pot_limit_forces_a_show(limit, over):
    play = Play(**limit).bet(0, 2)
    assert (play.result is not None) == over
    if over:
        assert play.result.ended_by == "pot_limit"
        assert len(play.result.shown) == 3


def short(**options) -> Play:
    """Return a hand in which seat 1 has 3 left and must pay 4."""
    return (
        Play(["As Ks 9d", "Qs Qh Qd", "Kd Jc 9s"], (100, 4, 100), **options).see(0).bet(0, 4).see(1)
    )


def test_a_short_stack_covers():
    play = short(short_stack="cover")
    assert set(play.legal(1)) == {"fold", "cover"}
    play.do(1, "cover").do(2, "fold")
    assert play.stacks[1] == 10  # the boots, the 4 and the 3


def test_a_short_stack_must_fold():
    play = short(short_stack="must_fold")
    assert set(play.legal(1)) == {"fold"}
    assert play.refused(1, "cover").code == "COVER_OFF"
    two = Play(["As Ks 9d", "Qs Qh Qd"], (100, 4), short_stack="must_fold").see(0).bet(0, 4).see(1)
    assert two.legal(1)["show"].amount == 3
    assert two.do(1, "show").stacks == (95, 9)


def test_a_short_stack_plays_for_its_contribution():
    play = short(short_stack="contribution_cap").do(1, "cover").do(2, "fold")
    # 4 of seat 0, 4 of its own, 1 of the folded boot; the rest is returned.
    assert play.stacks == (96, 9, 99)
    assert sum(play.stacks) == 204


def test_starting_chips():
    assert GAME.Rules(starting_chips=None).starting_chips is None
    with pytest.raises(RulesError) as no:
        GAME.Rules(starting_chips=5)
    assert (no.value.code, no.value.field) == ("OUT_OF_RANGE", "starting_chips")
    assert GAME.presets["equal_stacks"].starting_chips == 1_000
