"""Each value of each option of hold'em (rule 4.2)."""

import pytest

from games.engines.core.contract import RulesError, SeatSnapshot, TableHistory
from tests.games.engines.scripted_holdem import GAME, Play, Table

BOARD = "2c 3d 4h 8s 9c"


def test_the_format_is_an_option():
    assert GAME.sit_and_go(GAME.Rules(format="sit_and_go")) is not None
    assert GAME.sit_and_go(GAME.Rules(format="cash")) is None


@pytest.mark.parametrize(
    ("rules", "level"), [({"level_unit": "hands"}, 2), ({"level_unit": "minutes"}, 3)]
)
def test_level_unit(rules, level):
    rules = GAME.Rules(blind_schedule=(10, 20, 40, 80), level_length=10, **rules)
    taken = tuple(SeatSnapshot(seat, 1_000) for seat in range(3))
    line = GAME.next_hand(rules, taken, TableHistory(hands=11, minutes=25))
    assert line.terms["level"] == level
    assert line.terms["big"] == (20, 40, 80, 160)[level - 1]


def test_prizes_are_shared_as_the_option_says():
    assert GAME.sit_and_go(GAME.Rules(payouts="standard")).winner_takes_all is False
    assert GAME.sit_and_go(GAME.Rules(payouts="winner")).winner_takes_all is True


def test_a_leavers_stack_is_forfeited_or_blinded_out_as_the_option_says():
    assert GAME.sit_and_go(GAME.Rules(leaver="blinded_out")).leaver_forfeits is False
    assert GAME.sit_and_go(GAME.Rules(leaver="forfeits")).leaver_forfeits is True


def test_bots_fill_the_seats_as_the_option_says():
    assert GAME.sit_and_go(GAME.Rules(fill_with_bots=False)).fill_with_bots is False
    assert GAME.sit_and_go(GAME.Rules(fill_with_bots=True)).fill_with_bots is True


def test_everyone_begins_with_the_starting_stack():
    assert GAME.sit_and_go(GAME.Rules(starting_points=400)).points == 400
    with pytest.raises(RulesError) as no:
        GAME.Rules(starting_points=9, small_blind=5)
    assert (no.value.code, no.value.field) == ("STACK_TOO_SMALL", "starting_points")


def test_the_number_of_seats_is_an_option():
    for most in (1, 11):
        with pytest.raises(RulesError) as no:
            GAME.Rules(max_players=most)
        assert no.value.field == "max_players"


@pytest.mark.parametrize(
    ("rules", "stacks"),
    [({"ante_by": "each"}, (97, 92, 87)), ({"ante_by": "big_blind"}, (100, 95, 87))],
)
def test_the_ante_is_paid_as_the_option_says(rules, stacks):
    assert Play(stacks=(100,) * 3, ante=3, **rules).stacks == stacks


@pytest.mark.parametrize(
    ("rules", "least"),
    [
        ({"min_raise": "last_full_raise"}, 500),
        ({"min_raise": "double"}, 600),
        ({"min_raise": "more_than_double"}, 601),
    ],
)
def test_the_smallest_raise(rules, least):
    """Check rule 4.5: a bet of 100, raised to 300."""
    play = Play(**rules).limp().bet(1, 100).raise_to(2, 300)
    assert play.bounds(0)[0] == least
    assert play.refused(0, "raise_to", least - 1).code == "RAISE_TOO_SMALL"


@pytest.mark.parametrize(
    ("rules", "amount"),
    [({"raise_semantics": "raise_to"}, 40), ({"raise_semantics": "raise_by"}, 50)],
)
def test_a_typed_raise_is_read_as_the_option_says(rules, amount):
    play = Play(**rules)
    typed = GAME.read(["raise", "40"], play.view(0), play.opening.rules)
    assert (typed.kind, typed.amount) == ("raise_to", amount)


def test_blinds_may_fold_as_the_option_says():
    """TH-35."""
    free = Play(blinds_may_fold_preflop=True).raise_to(0, 40)
    assert "fold" in free.legal(1)
    bound = Play(blinds_may_fold_preflop=False).raise_to(0, 40)
    assert bound.refused(1, "fold").code == "BLIND_CANNOT_FOLD"
    assert bound.call(1, 2).phase == "flop"


def test_the_first_to_act_before_the_flop_is_an_option():
    assert Play(stacks=(500,) * 4, preflop_first_actor="left_of_bb").turn == 3
    assert Play(stacks=(500,) * 4, preflop_first_actor="small_blind").turn == 1


def test_the_clock():
    """TH-37."""
    assert Play(timeout_action="check_else_fold").limp().time_out().step_events("check")
    assert Play(timeout_action="fold").limp().time_out().step_events("fold")


def test_a_bet_larger_than_the_stack():
    """TH-15."""
    stacks = (90, 1_000, 1_000)
    assert Play(stacks=stacks, bet_over_stack="error").refused(0, "raise_to", 100).code == (
        "INSUFFICIENT_CHIPS"
    )
    play = Play(stacks=stacks, bet_over_stack="clip_to_all_in").raise_to(0, 100)
    assert play.stacks[0] == 0
    assert play.view()["current_bet"] == 90


@pytest.mark.parametrize(
    ("rules", "positions"),
    [({"button_rule": "dead_button"}, (1, None, 3)), ({"button_rule": "moving_button"}, (1, 3, 0))],
)
def test_the_button_when_the_big_blind_is_out(rules, positions):
    """TH-34."""
    assert Table(0, 1, 3, **rules).after(button=0, small=1, big=2).positions() == positions


def test_the_odd_chip():
    """TH-22."""
    terms = {"posts": [[2, 0, 1]]}
    hands = ["As Kh", "Ah Ks", None]
    play = Play(hands, button=2, board=BOARD, odd_chip="left_of_button", small_blind=1, terms=terms)
    play.fold(2).call(0).check(1).bet(0, 5).call(1).limp("settled")
    assert [pot.shares for pot in play.result.pots] == [((0, 8), (1, 7))]


@pytest.mark.parametrize(
    ("rules", "shown"),
    [({"show_losing_hands": "muck"}, [0]), ({"show_losing_hands": "show_all"}, [0, 1])],
)
def test_losing_hands(rules, shown):
    play = Play(["As Ah", "Ks Kh"], (500, 500), button=1, board=BOARD, **rules).limp("settled")
    assert sorted(seat.seat for seat in play.result.shown) == shown


@pytest.mark.parametrize(
    ("rules", "wishes", "dealt_in"),
    [
        ({"missed_blinds": "players_choice"}, (), False),
        ({"missed_blinds": "players_choice"}, ("post",), True),
        ({"missed_blinds": "wait_for_bb"}, ("post",), False),
        ({"missed_blinds": "post"}, (), True),
    ],
)
def test_a_new_player_comes_in_as_the_option_says(rules, wishes, dealt_in):
    table = Table(0, 1, 2, **rules).after(button=0, small=1, big=2)
    table.put(5, missed_blinds="new", wishes=wishes)
    table.put(4)
    line = table.put(4, missed_blinds="").next()
    assert (5 in line.seats) == dealt_in


def test_the_vote_to_run_it_twice_is_an_option():
    assert Play(stacks=(100, 100), run_it_twice=False).all_in(0, 1).result is not None
    assert Play(stacks=(100, 100), run_it_twice=True).all_in(0, 1).phase == "run_vote"


def test_the_rabbit_hunt_is_an_option():
    assert Play(board=BOARD, rabbit=False).fold(0, 1).view()["rabbit"] == []
    assert Play(board=BOARD, rabbit=True).fold(0, 1).view()["rabbit"] == BOARD.split()


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        (
            {"wording": "plain"},
            "You need at least 20 to raise. House rule: Minimum raise – the last raise.",
        ),
        ({"wording": "invalid_option"}, "Invalid option! You need at least 20 to raise."),
    ],
)
def test_the_wording_of_a_refusal(rules, text):
    assert Play(**rules).refusal_of(0, "raise_to", 19) == text


def test_straddle():
    for rules, seat in (({"straddle": False}, None), ({"straddle": True}, 0)):
        table = Table(0, 1, 2, 3, **rules).after(button=0, small=1, big=2)
        table.put(0, wishes=("straddle",))
        assert table.next().terms["straddle"] == seat
