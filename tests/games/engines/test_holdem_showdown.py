"""The order of showing, mucking, leavers, the clock, and the wording of refusals."""

import pytest

from games.engines.core.contract import Action
from games.engines.core.errors import IllegalAction
from tests.games.engines.scripted_holdem import GAME, Play
from tests.support.cases import for_each

BOARD = "2c 3d 4h 8s 9c"
ACES, KINGS, QUEENS, JACKS = "As Ah", "Ks Kh", "Qs Qh", "Js Jh"
FOUR_HANDED = GAME.presets["four_handed"]


def river(*hands, **table):
    """Return a river; seat 1 acts first, the button 0 last."""
    return Play(list(hands), (500,) * len(hands), board=BOARD, **table).limp("river")


def shown(play):
    return play.order_of("show", "muck")


# -- the order of showing --------------------------------------------------------------------


def test_without_a_river_bet_the_first_left_of_the_button_shows_first():
    play = river(QUEENS, ACES, KINGS).limp("settled")
    assert shown(play) == [("show", 1), ("muck", 2), ("muck", 0)]
    assert play.result.ended_by == "showdown"


def test_a_better_hand_is_shown_after_a_worse_one():
    play = river(ACES, QUEENS, KINGS).limp("settled")
    assert shown(play) == [("show", 1), ("show", 2), ("show", 0)]


def test_an_equal_hand_is_shown():
    play = river("Ad Kc", "Ac Kd", "As Qh").limp("settled")
    assert shown(play) == [("show", 1), ("muck", 2), ("show", 0)]
    assert play.result.pots[0].winners == (0, 1)


def test_the_last_aggressor_of_the_river_shows_first():
    play = river(QUEENS, ACES, KINGS).check(1).bet(2, 20).call(0, 1)
    assert shown(play) == [("show", 2), ("muck", 0), ("show", 1)]
    play = river(QUEENS, ACES, KINGS).bet(1, 20).raise_to(2, 60).raise_to(0, 100).call(1).call(2)
    assert shown(play) == [("show", 0), ("show", 1), ("muck", 2)]


def test_an_aggressor_of_an_earlier_street_does_not_count():
    play = Play([ACES, QUEENS, KINGS], board=BOARD).limp("turn").check(1, 2).bet(0, 50).call(1, 2)
    assert shown(play.limp("settled"))[0] == ("show", 1)


def test_an_aggressor_who_left_does_not_show():
    play = river(QUEENS, ACES, KINGS).check(1).bet(2, 20).call(0).do(2, "leave").call(1)
    assert shown(play) == [("show", 1), ("muck", 0)]


def test_all_hands_are_shown_where_the_house_rules_say_so():
    play = river(QUEENS, ACES, KINGS, show_losing_hands="show_all").limp("settled")
    assert shown(play) == [("show", 1), ("show", 2), ("show", 0)]


def test_mucked_and_folded_hands_stay_hidden_after_the_hand():
    folded = river(QUEENS, ACES, KINGS).check(1).bet(2, 20).fold(0).call(1)
    assert [seat["cards"] for seat in folded.view(1)["seats"]] == [
        ["??"] * 2,
        ACES.split(),
        KINGS.split(),
    ]
    assert [shown.seat for shown in folded.result.shown] == [2, 1]
    mucked = river(QUEENS, ACES, KINGS).limp("settled").view()["seats"]
    assert [seat["shown"] for seat in mucked] == [False, True, False]
    assert [seat["cards"] for seat in mucked] == [["??"] * 2, ACES.split(), ["??"] * 2]
    assert [seat["hand_value"] for seat in mucked] == [None, {"kind": "pair", "ranks": ["A"]}, None]


def test_an_uncontested_winner_shows_nothing():
    play = river(QUEENS, ACES, KINGS).bet(1, 20).fold(2, 0)
    assert shown(play) == []
    assert play.result.shown == ()
    assert play.step_events("win") == [
        {"seat": 1, "amount": 30, "pot": 0, "board": 1, "hand_value": None},
    ]
    assert {tuple(seat["cards"]) for seat in play.view()["seats"]} == {("??", "??")}


# -- all-in ----------------------------------------------------------------------------------


def test_before_the_board_is_completed_all_hands_are_opened():
    play = Play([ACES, KINGS, QUEENS], (100, 100, 100), board=BOARD).all_in(0).fold(1).call(2)
    kinds = play.order_of("open", "street", "show", "win")
    assert kinds[:2] == [("open", 2), ("open", 0)]
    assert [kind for kind, _seat in kinds[2:]] == ["street"] * 3 + ["show"] * 2 + ["win"]
    assert play.result.ended_by == "all_in"


def test_beaten_hands_are_shown_on_the_river_after_an_all_in():
    play = Play([QUEENS, ACES, KINGS], (500, 40, 500), board=BOARD).limp("river").all_in(1)
    play.call(2, 0)
    assert {seat for kind, seat in shown(play) if kind == "show"} == {0, 1, 2}
    covered = Play([QUEENS, ACES], (300, 500), board=BOARD).limp("river").all_in(1).call(0)
    assert covered.step_events("returned") == [{"seat": 1, "amount": 200}]
    assert shown(covered) == [("show", 1), ("show", 0)]
    assert [seat["status"] for seat in covered.view()["seats"]] == ["all_in", "in"]


def test_the_side_pot_is_shown_and_paid_before_the_main_pot():
    play = Play([ACES, QUEENS, KINGS], (40, 500, 500), board=BOARD).all_in(0).call(1, 2)
    play.bet(1, 50).call(2).limp("settled")
    assert play.order_of("win") == [("win", 2), ("win", 0)]
    assert [event["pot"] for event in play.step_events("win")] == [1, 0]
    assert {seat for kind, seat in shown(play) if kind == "show"} == {0, 1, 2}


def test_a_side_pot_won_by_folds_is_not_shown_for():
    play = Play([ACES, QUEENS, KINGS], (40, 500, 500), board=BOARD).all_in(0).call(1, 2)
    play.bet(1, 50).call(2).bet(1, 100).fold(2)
    assert play.won == [(100, (1,), (1,)), (120, (0, 1), (0,))]
    assert play.result.pots[0].hand_value is None
    assert 2 not in [shown.seat for shown in play.result.shown]


def test_nobody_left_to_raise():
    play = Play(stacks=(500, 500, 100)).fold(0).call(1).all_in(2)
    assert set(play.legal(1)) == {"fold", "call"}
    assert play.refused(1, "raise_to", 300).code == "NO_ONE_TO_RAISE"
    assert play.refused(1, "all_in").code == "NO_ONE_TO_RAISE"


def test_a_player_owing_nothing_to_an_all_in_blind_need_not_act():
    play = Play(stacks=(100, 3))
    assert play.step_events("returned") == [{"seat": 0, "amount": 2}]
    assert play.phase == "settled"
    assert sum(play.stacks) == 103


def test_the_small_blind_completes_against_a_short_big_blind():
    play = Play(stacks=(100, 100, 8)).fold(0)
    assert play.legal(1)["call"].amount == 5
    play.call(1)
    assert play.step_events("returned") == [{"seat": 1, "amount": 2}]


# -- leaving ---------------------------------------------------------------------------------


def test_a_leaver_folds_out_of_turn_and_the_turn_stays():
    play = Play().do(2, "leave")
    assert play.step_events("fold") == [{"seat": 2, "reason": "left"}]
    assert (play.turn, play.stacks[2], play.pot) == (0, 990, 15)
    play.call(0).call(1)
    assert play.phase == "flop"
    assert play.refused(2, "check").code == "ALREADY_FOLDED"


def test_a_leaver_on_turn_passes_it_on():
    assert Play().do(0, "leave").turn == 1


def test_when_all_others_leave_the_last_one_wins():
    play = Play().do(1, "leave").do(0, "leave")
    assert play.result.ended_by == "fold"
    assert play.stacks == (1_000, 995, 1_005)


def test_a_leaver_who_is_all_in_stays_in():
    play = Play([ACES, KINGS, None], (100, 500, 500), board=BOARD).all_in(0).do(0, "leave")
    assert play.step_events("fold") == []
    play.call(1).fold(2)
    assert play.stacks == (210, 400, 490)


def test_a_leaver_may_end_the_betting():
    play = Play([ACES, KINGS, QUEENS], (100, 500, 500), board=BOARD).all_in(0).call(1, 2)
    assert (play.phase, play.turn) == ("flop", 1)
    play.do(2, "leave")
    assert play.result.ended_by == "all_in"
    assert play.stacks == (300, 400, 400)


def test_a_leaver_on_turn_votes_for_once():
    play = Play(stacks=(100, 100), run_it_twice=True).all_in(0, 1)
    play.do(play.turn, "leave")
    assert play.step_events("run") == [{"boards": 1}]


def test_nobody_leaves_a_finished_hand_or_one_of_others():
    with pytest.raises(IllegalAction) as no:
        GAME.apply(Play().state, Action(7, "leave"))
    assert no.value.code == "NOT_IN_HAND"
    assert Play().fold(0, 1).refused(2, "leave").code == "NO_HAND_IN_PROGRESS"


# -- the clock -------------------------------------------------------------------------------


def test_the_clock_folds_against_a_bet_and_checks_without():
    play = Play().time_out()
    assert play.step_events("fold") == [{"seat": 0, "reason": "timeout"}]
    assert play.call(1).time_out().step_events("check") == [{"seat": 2}]


def test_a_time_out_may_fold_where_a_player_may_not():
    play = Play(rules=FOUR_HANDED).raise_to(0, 40)
    assert play.refused(1, "fold").code == "BLIND_CANNOT_FOLD"
    assert play.time_out().step_events("fold") == [{"seat": 1, "reason": "timeout"}]
    free = Play(rules=FOUR_HANDED).call(0, 1).time_out()
    assert free.step_events("fold") == [{"seat": 2, "reason": "timeout"}]


def test_the_clock_is_for_the_player_on_turn():
    assert Play().refused(1, "timeout").code == "NOT_YOUR_TURN"


# -- refusals --------------------------------------------------------------------------------


@for_each(
    ("code", "seat", "kind", "amount"),
    [
        ("NOT_IN_HAND", 5, "call", None),
        ("NOT_YOUR_TURN", 1, "call", None),
        ("NOT_YOUR_TURN", 1, "dance", None),
        ("UNKNOWN_ACTION", 0, "dance", None),
        ("WRONG_PHASE", 1, "run_once", None),
        ("CANNOT_CHECK_FACING_BET", 0, "check", None),
        ("BET_NOT_ALLOWED_USE_RAISE", 0, "bet", 40),
        ("BAD_AMOUNT", 0, "raise_to", None),
        ("BAD_AMOUNT", 0, "raise_to", 0),
        ("BAD_AMOUNT", 0, "raise_to", -20),
        ("BAD_AMOUNT", 0, "raise_to", True),
        ("BAD_AMOUNT", 0, "raise_to", 20.0),
        ("BAD_AMOUNT", 0, "call", 9),
        ("INSUFFICIENT_CHIPS", 0, "raise_to", 1_001),
        ("INSUFFICIENT_CHIPS", 0, "bet", 1_001),
        ("RAISE_TOO_SMALL", 0, "raise_to", 19),
        ("RAISE_TOO_SMALL", 0, "raise_to", 10),
    ],
)
def test_codes_before_the_flop(code, seat, kind, amount):
    assert Play().refused(seat, kind, amount).code == code


@pytest.mark.parametrize(
    ("code", "kind", "amount"),
    [
        ("NOTHING_TO_CALL", "call", None),
        ("RAISE_NOT_ALLOWED_USE_BET", "raise_to", 40),
        ("AMOUNT_TOO_SMALL", "bet", 9),
        ("INSUFFICIENT_CHIPS", "bet", 991),
    ],
)
def test_codes_on_the_flop(code, kind, amount):
    assert Play().limp().refused(1, kind, amount).code == code


def test_a_bet_below_the_big_blind_must_be_all_in():
    play = Play(stacks=(500, 17, 500)).limp()
    assert play.bounds(1) == (7, 7)
    assert play.refused(1, "bet", 6).code == "AMOUNT_TOO_SMALL"
    play.bet(1, 7)
    assert play.legal(2)["call"].amount == 7
    assert play.bounds(2)[0] == 17


def test_a_free_fold_is_allowed():
    assert Play().limp().fold(1).turn == 2


def test_refusals_begin_with_the_words_of_the_seed():
    play = Play(rules=FOUR_HANDED)
    assert play.refusal_of(0, "raise_to", 19) == "Invalid option! You need at least 20 to raise."
    assert play.refusal_of(0, "dance") == "Invalid option!"
    plain = Play().refusal_of(0, "raise_to", 19)
    assert plain.startswith("You need at least 20 to raise. House rule: Minimum raise")


def test_the_view_gives_the_reason_of_a_disabled_button():
    you = Play().view(0)["you"]
    assert (you["to_call"], [option["kind"] for option in you["legal"]]) == (
        10,
        ["fold", "call", "raise_to", "all_in"],
    )
    assert [(no["kind"], no["code"]) for no in you["blocked"]] == [
        ("check", "CANNOT_CHECK_FACING_BET"),
        ("bet", "BET_NOT_ALLOWED_USE_RAISE"),
    ]
    assert Play().view(1)["you"]["blocked"] == []


def test_the_view_has_bets_of_the_street_and_of_the_hand():
    play = Play().raise_to(0, 30).call(1, 2).bet(1, 40)
    view = play.view()
    assert (view["current_bet"], view["min_raise_to"], view["pot"]) == (40, 80, 130)
    assert play.pots == [(90, (0, 1, 2))]
    one, two = view["seats"][1], view["seats"][2]
    assert (one["bet"], one["paid"], one["stack"]) == (40, 70, 930)
    assert one["last"] == {"kind": "bet", "amount": 40}
    assert two["last"] is None
