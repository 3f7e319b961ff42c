"""House rules of hold'em: antes, posts, straddle, minimum raises, run it twice, rabbit hunt."""

import json

import pytest

from games.engines.core.contract import Result
from tests.games.engines.scripted_holdem import Play

BOARD = "2c 3d 4h 8s 9c"


# -- antes and posts -------------------------------------------------------------------------


def test_antes_are_paid_before_the_blinds_and_are_no_bets():
    play = Play(stacks=(100, 100, 100), ante=3)
    kinds = [event.kind for event in play.events if event.kind in ("ante", "blind")]
    assert kinds == ["ante"] * 3 + ["blind"] * 2
    assert play.stacks == (97, 92, 87)
    assert play.legal(0)["call"].amount == 10
    assert (play.pot, play.pots) == (24, [(9, (0, 1, 2))])


def test_a_short_ante_plays_for_as_much_of_every_ante():
    play = Play(["As Ah", "Ks Kh", "Qs Qh"], (3, 100, 100), ante=5, board=BOARD)
    assert play.view()["seats"][0]["status"] == "all_in"
    play.limp("settled")
    assert play.won == [(24, (1, 2), (1,)), (9, (0, 1, 2), (0,))]


def test_a_player_with_only_the_ante_posts_no_blind():
    play = Play(stacks=(100, 100, 5), ante=5)
    assert [event["which"] for event in play.step_events("blind")] == ["small"]
    assert play.legal(0)["call"].amount == 10
    assert play.bounds(0)[0] == 20


@pytest.mark.parametrize(("stack", "ante"), [(100, 6), (13, 3), (10, None), (7, None)])
def test_the_big_blinds_ante_comes_after_the_blind(stack, ante):
    play = Play(stacks=(100, 100, stack), ante=6, ante_by="big_blind")
    assert play.step_events("blind")[1]["amount"] == min(10, stack)
    assert [event["amount"] for event in play.step_events("ante")] == ([ante] if ante else [])
    assert play.legal(0)["call"].amount == 10


def test_the_big_blinds_ante_lies_in_the_main_pot_alone():
    hands = ["Qs Qh", "Ks Kh", "As Ah"]
    play = Play(hands, (100, 100, 13), ante=6, ante_by="big_blind", board=BOARD)
    play.raise_to(0, 30).call(1).limp("settled")
    assert play.won == [(40, (0, 1), (1,)), (33, (0, 1, 2), (2,))]


def coming_in(live, dead, stack=100, **table):
    return Play(None, (100, 100, 100, stack), terms={"posts": [[3, live, dead]]}, **table)


def test_a_live_post_is_a_bet_and_leaves_the_option():
    play = coming_in(10, 0)
    assert play.step_events("blind")[2] == {
        "seat": 3,
        "amount": 10,
        "which": "post",
        "all_in": False,
    }
    assert play.turn == 3
    assert "check" in play.legal(3)
    assert play.bounds(3)[0] == 20


def test_a_dead_blind_is_no_bet():
    play = coming_in(0, 5)
    assert play.step_events("blind")[2] == {
        "seat": 3,
        "amount": 5,
        "which": "dead",
        "all_in": False,
    }
    assert play.legal(3)["call"].amount == 10
    assert (play.stacks[3], play.pot) == (95, 20)


def test_live_and_dead_blind_together():
    play = coming_in(10, 5)
    assert play.stacks[3] == 85
    assert play.legal(3)["check"]
    assert play.view()["seats"][3]["bet"] == 10
    assert play.view()["seats"][3]["paid"] == 15


def test_a_short_stack_posts_the_live_blind_first():
    play = coming_in(10, 5, stack=12)
    assert [(event["which"], event["amount"]) for event in play.step_events("blind")[2:]] == [
        ("post", 10),
        ("dead", 2),
    ]
    assert play.step_events("blind")[3]["all_in"]


def test_dead_blinds_lie_in_the_main_pot_alone():
    hands = ["As Ah", "Ks Kh", "Qs Qh", "Js Jh"]
    play = Play(hands, (20, 100, 100, 100), board=BOARD, terms={"posts": [[3, 10, 5]]})
    play.raise_to(3, 50).all_in(0).call(1, 2).limp("settled")
    assert play.won == [(90, (1, 2, 3), (1,)), (85, (0, 1, 2, 3), (0,))]


def test_dead_chips_go_to_a_winner_without_a_showdown():
    play = coming_in(10, 5).raise_to(3, 30).fold(0, 1, 2)
    assert play.step_events("returned") == [{"seat": 3, "amount": 20}]
    assert play.stacks == (100, 95, 90, 115)


# -- straddle --------------------------------------------------------------------------------


def straddled(**table):
    table.setdefault("stacks", (500,) * 5)
    return Play(straddle=True, format="cash", terms={"straddle": 3}, **table)


def test_a_straddle_is_two_big_blinds_and_the_next_one_begins():
    play = straddled()
    assert play.step_events("blind")[2] == {
        "seat": 3,
        "amount": 20,
        "which": "straddle",
        "all_in": False,
    }
    assert (play.view()["straddle"], play.view()["blinds"]["straddle"]) == (3, 20)
    assert play.turn == 4
    assert play.legal(4)["call"].amount == 20
    assert play.bounds(4)[0] == 40


def test_the_straddler_has_the_option_after_the_blinds():
    play = straddled().call(4, 0, 1, 2)
    assert play.turn == 3
    assert "check" in play.legal(3)
    assert play.bounds(3)[0] == 40
    assert play.check(3).phase == "flop"


def test_after_a_straddle_the_smallest_bet_is_the_big_blind_again():
    play = straddled().limp()
    assert play.turn == 1
    assert play.bounds(1)[0] == 10


def test_a_straddle_that_all_fold_to_wins_the_blinds():
    play = straddled().fold(4, 0, 1, 2)
    assert play.step_events("returned") == [{"seat": 3, "amount": 10}]
    assert play.stacks == (500, 495, 490, 515, 500)


def test_a_straddle_shortened_by_an_ante_is_called_in_full():
    play = straddled(stacks=(500, 500, 500, 22, 500), ante=4)
    assert play.step_events("blind")[2]["amount"] == 18
    assert play.legal(4)["call"].amount == 20


# -- the first to act, the smallest raise, bets above the stack --------------------------------


def test_the_small_blind_may_be_first():
    play = Play(stacks=(100,) * 4, preflop_first_actor="small_blind")
    assert play.turn == 1
    play.call(1)
    assert play.turn == 2
    play.check(2).call(3, 0)
    assert play.phase == "flop"


@pytest.mark.parametrize(
    ("rule", "first", "second", "after_short"),
    [
        ("last_full_raise", 200, 500, 250),
        ("double", 200, 600, 300),
        ("more_than_double", 201, 601, 301),
    ],
)
def test_the_smallest_raise(rule, first, second, after_short):
    options = {"min_raise": rule, "small_blind": 25, "stacks": (5_000, 5_000, 200)}
    play = Play(**options).limp().bet(1, 100)
    assert play.bounds(2) == (150, 150)  # all chips, as a short all-in
    assert play.all_in(2).bounds(0)[0] == after_short
    play = Play(**options).limp().bet(1, 100).fold(2)
    assert play.bounds(0)[0] == first
    play.raise_to(0, 300)
    assert play.bounds(1)[0] == second
    no = play.refused(1, "raise_to", second - 1)
    assert (no.code, no.limits["min"]) == ("RAISE_TOO_SMALL", second)


def test_before_the_flop_more_than_double_the_big_blind():
    assert Play(min_raise="more_than_double").bounds(0)[0] == 21
    assert Play(min_raise="double").bounds(0)[0] == 20


def test_a_bet_above_the_stack_is_refused_or_all_in():
    play = Play(stacks=(90, 90, 90))
    assert not play.legal(0)["raise_to"].over
    assert play.refused(0, "raise_to", 91).code == "INSUFFICIENT_CHIPS"
    play = Play(stacks=(90, 90, 90), bet_over_stack="clip_to_all_in")
    assert play.legal(0)["raise_to"].over
    play.raise_to(0, 5_000)
    assert play.step_events("raise_to") == [{"seat": 0, "amount": 90, "all_in": True}]
    play = Play(stacks=(90, 90, 90), bet_over_stack="clip_to_all_in").limp().bet(1, 5_000)
    assert play.step_events("bet") == [{"seat": 1, "amount": 80, "all_in": True}]


def test_clipping_makes_no_raise_of_a_call():
    play = Play(stacks=(40, 90, 90), bet_over_stack="clip_to_all_in").raise_to(0, 20)
    play.raise_to(1, 60).fold(2)
    assert set(play.legal(0)) == {"fold", "call", "all_in"}
    assert play.refused(0, "raise_to", 5_000).code == "RAISE_TOO_SMALL"


# -- run it twice ----------------------------------------------------------------------------


def twice(hands, stacks, **table):
    return Play(hands, stacks, run_it_twice=True, **table)


def two_boards():
    """Aces win the first board, kings the second; the small blind folded 5: a pot of 205."""
    play = twice(["As Ah", None, "Ks Kh"], (100, 100, 100), board=BOARD, board2="Kd 2d 3c 8h 9s")
    return play.all_in(0).fold(1).call(2)


def test_there_is_a_vote_once_betting_is_over():
    play = two_boards()
    assert (play.phase, play.turn, play.board) == ("run_vote", 2, "")
    assert set(play.legal(2)) == {"run_once", "run_twice"}
    assert play.legal(0) == {}
    assert play.refused(2, "check").code == "WRONG_PHASE"
    assert play.refused(0, "run_twice").code == "NOT_YOUR_TURN"
    assert [event["seat"] for event in play.step_events("open")] == [2, 0]
    assert Play().refused(0, "run_twice").code == "WRONG_PHASE"


def test_all_must_vote_for_twice():
    play = two_boards().do(2, "run_twice")
    assert (play.phase, play.turn) == ("run_vote", 0)
    play.do(0, "run_twice")
    assert play.step_events("run") == [{"boards": 2}]
    view = play.view()
    assert " ".join(view["board"]) == BOARD
    assert " ".join(view["board2"]) == "Kd 2d 3c 8h 9s"
    assert not set(view["board"]) & set(view["board2"])


def test_each_board_wins_half_and_the_first_one_the_odd_chip():
    play = two_boards().do(2, "run_twice").do(0, "run_twice")
    assert play.won == [(103, (0, 2), (0,)), (102, (0, 2), (2,))]
    assert [(event["board"], event["amount"]) for event in play.step_events("win")] == [
        (1, 103),
        (2, 102),
    ]
    assert play.stacks == (103, 95, 102)


def test_each_board_names_the_five_that_won_it():
    play = two_boards().do(2, "run_twice").do(0, "run_twice")
    first, second = play.result.pots
    assert (first.board, second.board) == (1, 2)
    assert [(seat, set(cards)) for seat, cards in first.best] == [
        (0, {"As", "Ah", "9c", "8s", "4h"}),
    ]
    assert [(seat, set(cards)) for seat, cards in second.best] == [
        (2, {"Ks", "Kh", "Kd", "9s", "8h"}),
    ]
    stored = json.loads(json.dumps(play.result.to_json()))
    assert Result.from_json(stored) == play.result
    assert play.view()["result"] == stored
    assert [pot["best"][0][0] for pot in stored["pots"]] == [0, 2]


def test_a_pot_that_nobody_contested_names_no_cards():
    play = Play().fold(0, 1)
    (pot,) = play.result.pots
    assert (pot.board, pot.best) == (1, ())
    assert "best" not in play.result.to_json()["pots"][0]


@pytest.mark.parametrize("votes", [["run_once"], ["run_twice", "run_once"]])
def test_a_single_once_decides(votes):
    play = two_boards()
    for kind in votes:
        play.do(play.turn, kind)
    assert play.step_events("run") == [{"boards": 1}]
    assert play.won == [(205, (0, 2), (0,))]
    assert play.view()["board2"] == []


def test_the_clock_votes_for_once():
    assert two_boards().time_out().step_events("vote") == [{"seat": 2, "twice": False}]


def test_both_boards_share_the_open_cards():
    play = twice([None] * 2, (100, 100), board=BOARD, board2="Ts Js").limp().check(1)
    play.all_in(0).call(1).do(1, "run_twice").do(0, "run_twice")
    assert play.view()["board2"] == ["2c", "3d", "4h", "Ts", "Js"]
    streets = [
        (event["board"], event["street"], *event["cards"]) for event in play.step_events("street")
    ]
    assert streets == [(1, "turn", "8s"), (1, "river", "9c"), (2, "turn", "Ts"), (2, "river", "Js")]


def test_each_pot_is_halved_on_its_own():
    play = twice(["As Ah", "Ks Kh", "Qs Qh"], (25, 61, 100), board=BOARD, board2="Qd 2d 3c 8h 9s")
    play.all_in(0, 1).call(2)
    for seat in (1, 2, 0):
        play.do(seat, "run_twice")
    assert play.won == [
        (36, (1, 2), (1,)),
        (36, (1, 2), (2,)),
        (38, (0, 1, 2), (0,)),
        (37, (0, 1, 2), (2,)),
    ]
    assert play.stacks == (38, 36, 112)


def test_a_split_half_has_its_own_odd_chip():
    play = twice(["As Kh", None, "Ah Ks"], (100, 100, 100), board=BOARD, board2="2d 3c 4s 8h 9s")
    play.all_in(0).fold(1).call(2).do(2, "run_twice").do(0, "run_twice")
    assert [pot.shares for pot in play.result.pots] == [((2, 52), (0, 51)), ((2, 51), (0, 51))]


def test_there_is_no_vote_without_cards_to_come_or_with_betting_to_come():
    river = twice([None] * 2, (100, 100)).limp("river").all_in(1).call(0)
    assert (river.phase, river.hand_events("vote")) == ("settled", [])
    side = twice([None] * 3, (20, 100, 100)).all_in(0).call(1, 2)
    assert side.phase == "flop"
    assert Play(stacks=(100, 100)).all_in(0, 1).phase == "settled"


# -- rabbit hunt -----------------------------------------------------------------------------


def test_the_rabbit_hunt_shows_the_cards_not_dealt():
    before_the_flop = Play(board=BOARD, rabbit=True).fold(0, 1)
    assert before_the_flop.step_events("rabbit") == [{"cards": tuple(BOARD.split())}]
    assert before_the_flop.view()["rabbit"] == BOARD.split()
    assert before_the_flop.view()["board"] == []
    on_the_turn = Play(board=BOARD, rabbit=True).limp("turn").bet(1, 10).fold(2, 0)
    assert on_the_turn.view()["rabbit"] == ["9c"]
    assert on_the_turn.board == "2c 3d 4h 8s"


def test_there_is_no_rabbit_hunt_on_the_river_at_a_showdown_or_without_the_option():
    plays = [
        Play(rabbit=True).limp("river").bet(1, 10).fold(2, 0),
        Play(rabbit=True).limp("settled"),
        Play(rabbit=True).all_in(0).fold(1).all_in(2),
        Play().fold(0, 1),
    ]
    for play in plays:
        assert (play.phase, play.view()["rabbit"], play.step_events("rabbit")) == (
            "settled",
            [],
            [],
        )
