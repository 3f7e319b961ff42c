"""A hand against the dealer: phases, turns, refusals in their order, and what is shown."""

import pytest

from games.engines.core.contract import SeatSnapshot, TableHistory, Typed
from tests.games.engines.scripted_dealer import GAME, STANDARD, Play, against, rules_of
from tests.support.cases import for_each

AKJ, LOW, TRIO = "As Kh Jc", "7s 4h 2d", "5s 5h 5d"
BACKS = ["??"] * 3


def codes(play, seat, *actions):
    return [play.refused(seat, *action).code for action in actions]


def seat_of(view, seat):
    return next(entry for entry in view["seats"] if entry["seat"] == seat)


# -- betting -----------------------------------------------------------------------------------


def test_seats_bet_one_after_the_other_and_then_decide():
    play = Play(AKJ, LOW, TRIO, seats=(1, 2, 4))
    assert play.hand_events("hand_start") == [{"seats": (1, 2, 4)}]
    assert (play.turn, play.view()["phase"]) == (1, "betting")
    play.ante(1).ante(2, amount=30)
    assert (play.turn, play.view()["pot"]) == (4, 40)
    play.ante(4)
    assert (play.turn, play.view()["phase"]) == (1, "decision")
    assert [event["seat"] for event in play.step_events("deal")] == [1, 2, 4]
    assert play.step_events("dealer_deal") == [{"count": 3}]
    assert play.up(1).step_events("raise") == [{"seat": 1, "amount": 10}]
    assert play.up(2).turn == 4
    play.fold(4)
    assert (play.turn, play.view()["phase"], play.view()["pot"]) == (None, "settled", 0)
    assert [event.kind for event in play.events] == [
        "fold",
        "dealer",
        "show",
        "show",
        "pay",
        "pay",
        "pay",
        "hand_end",
    ]


def test_side_bets_are_set_changed_and_taken_back_before_the_ante():
    play = Play(AKJ).do(0, "pair_plus", 20).do(0, "pair_plus", 5)
    assert play.step_events("bet") == [{"seat": 0, "bet": "pair_plus", "amount": 5}]
    assert (play.stacks[0], play.view()["pot"]) == (995, 5)
    assert play.refused(0, "pass").code == "SIDE_BET_WITHOUT_ANTE"
    assert [entry["kind"] for entry in play.view(0)["you"]["blocked"]] == ["pass"]
    assert play.do(0, "pair_plus", 0).stacks == (1_000,)
    assert play.do(0, "pass").result.ended_by == "no_bets"


def test_nobody_bets_and_no_card_is_dealt():
    play = Play(AKJ, LOW).do(0, "pass").do(1, "pass")
    assert play.result.ended_by == "no_bets"
    assert (play.result.net, play.result.house) == (((0, 0), (1, 0)), 0)
    view = play.view(all_cards=True)
    assert [view["dealer"]["cards"], *(seat["cards"] for seat in view["seats"])] == [[], [], []]
    assert not play.hand_events("deal")


def test_a_player_sitting_out_gets_no_cards():
    play = Play(AKJ, LOW).do(0, "pass").ante(1)
    assert [event["seat"] for event in play.step_events("deal")] == [1]
    assert seat_of(play.view(all_cards=True), 0)["cards"] == []
    assert play.refused(0, "raise").code == "NOT_IN_HAND"
    assert play.up(1).net(0) == 0


def test_a_players_cards_do_not_depend_on_the_others():
    with_other = Play(None, AKJ, dealer=TRIO).ante(0, 1)
    alone = Play(None, AKJ, dealer=TRIO).do(0, "pass").ante(1)
    assert seat_of(with_other.view(1), 1)["cards"] == seat_of(alone.view(1), 1)["cards"]


def test_a_side_bet_leaves_enough_for_the_minimum_ante():
    play = Play(AKJ, stacks=(32,))
    assert play.legal(0)["pair_plus"].max == 12
    assert play.refused(0, "pair_plus", 13).code == "INSUFFICIENT_CHIPS"
    play.do(0, "pair_plus", 12)
    assert (play.legal(0)["ante"].max, play.legal(0)["pair_plus"].max) == (10, 12)
    assert play.ante(0).step_events("ante") == [{"seat": 0, "amount": 10, "all_in": True}]


def test_a_stack_of_the_minimum_ante_is_told_why_it_makes_no_side_bet():
    (blocked,) = Play(AKJ, stacks=(20,)).view(0)["you"]["blocked"]
    assert (blocked["kind"], blocked["code"]) == ("pair_plus", "INSUFFICIENT_CHIPS")
    assert blocked["limits"] == {"stack": 20, "needed": 20}


# -- refusals ----------------------------------------------------------------------------------


def test_refusals_have_a_fixed_order():
    play = Play(AKJ, LOW, TRIO)
    assert codes(play, 9, ("ante", 10)) == ["NOT_IN_HAND"]
    assert codes(play, 1, ("raise",), ("ante", 10), ("dance",)) == [
        "WRONG_PHASE",
        "NOT_YOUR_TURN",
        "NOT_YOUR_TURN",
    ]
    assert codes(play, 0, ("fold",), ("dance",), ("ante",), ("ante", 0), ("ante", True)) == [
        "WRONG_PHASE",
        "UNKNOWN_ACTION",
        "BAD_AMOUNT",
        "BAD_AMOUNT",
        "BAD_AMOUNT",
    ]
    assert codes(play, 0, ("ante", 5_000), ("ante", 9), ("ante", 101)) == [
        "INSUFFICIENT_CHIPS",
        "ANTE_TOO_SMALL",
        "ANTE_TOO_LARGE",
    ]
    assert codes(
        play, 0, ("tie_bet", -1), ("tie_bet", 5), ("pair_plus", 990), ("pair_plus", 51)
    ) == ["BAD_AMOUNT", "SIDE_BET_OFF", "INSUFFICIENT_CHIPS", "SIDE_BET_TOO_LARGE"]
    play.ante(0, 1, 2)
    assert codes(play, 1, ("ante", 10), ("raise",)) == ["WRONG_PHASE", "NOT_YOUR_TURN"]
    assert codes(play, 0, ("raise", 0), ("raise", 9), ("raise", 11), ("raise", 5_000)) == [
        "BAD_AMOUNT",
        "AMOUNT_TOO_SMALL",
        "AMOUNT_TOO_LARGE",
        "INSUFFICIENT_CHIPS",
    ]
    play.do(0, "raise", 10).fold(1)
    assert codes(play, 0, ("raise",), ("ante", 1)) == ["ALREADY_DECIDED", "ALREADY_DECIDED"]
    assert codes(play, 1, ("fold",)) == ["ALREADY_FOLDED"]
    play.fold(2)
    assert codes(play, 0, ("raise",), ("dance",)) == ["NO_HAND_IN_PROGRESS"] * 2


def test_limits_go_with_the_refusals():
    play = Play(AKJ, side_bet_max=25)
    limits = play.refused(0, "ante", 3).limits
    assert (limits["min"], limits["max"], limits["rule"]["name"]) == (10, 100, "ante_min")
    limits = play.refused(0, "pair_plus", 26).limits
    assert (limits["min"], limits["max"], limits["rule"]["name"]) == (0, 25, "side_bet_max")


def test_a_table_may_have_no_side_bets():
    play = Play(AKJ, side_bet_max=0)
    assert set(play.legal(0)) == {"ante", "pass"}
    assert play.refusal_of(0, "pair_plus", 1).startswith("This table has no Pair Plus. ")


# -- clock and leaving -------------------------------------------------------------------------


def test_time_out_before_the_ante_gives_side_bets_back():
    play = Play(AKJ, LOW).do(0, "pair_plus", 20).time_out()
    assert play.step_events("bet") == [{"seat": 0, "bet": "pair_plus", "amount": 0}]
    assert play.step_events("pass") == [{"seat": 0, "reason": "timeout"}]
    assert (play.stacks[0], play.turn) == (1_000, 1)
    assert play.refused(0, "timeout").code == "NOT_YOUR_TURN"


@pytest.mark.parametrize("raised", [False, True])
def test_a_leaver_folds_unless_they_have_raised(raised):
    play = Play(AKJ, LOW, dealer="Kd Qd 7c").ante(0, 1)
    if raised:
        play.up(0)
    play.do(0, "leave")
    assert bool(play.step_events("fold")) != raised
    assert play.fold(1).net(0) == (20 if raised else -10)


def test_a_leaver_out_of_turn_folds_at_once():
    play = Play(AKJ, LOW).ante(0, 1).do(1, "leave")
    assert play.turn == 0
    assert seat_of(play.view(), 1)["status"] == "folded"
    assert play.fold(0).result.ended_by == "folds"


def test_a_player_leaves_while_others_bet():
    play = Play(AKJ, LOW, TRIO).ante(0).do(0, "leave").do(2, "leave")
    assert [entry["status"] for entry in play.view()["seats"]] == ["folded", "betting", "out"]
    play.do(1, "pass")
    assert (play.result.ended_by, play.net(0)) == ("folds", -10)


def test_a_leavers_bet_stands_where_nothing_is_decided():
    changes = {"raise_multiple": 0}
    play = Play(AKJ, LOW, dealer="Kd Qd 7c", changes=changes).ante(0).do(0, "leave").ante(1)
    assert play.net(0) == 10


# -- what is shown -----------------------------------------------------------------------------


def test_folded_cards_stay_hidden():
    play = Play(LOW, AKJ, dealer="Kd Qd 7c").ante(0, 1).fold(0).up(1)
    folded = seat_of(play.view(1), 0)
    assert (folded["cards"], folded["hand_value"], folded["shown"]) == (BACKS, None, False)
    assert seat_of(play.view(0), 1)["cards"] == AKJ.split()
    assert [shown.seat for shown in play.result.shown] == [1]


@pytest.mark.parametrize(("hand", "shown"), [(TRIO, True), (LOW, False)])
def test_folded_cards_are_shown_only_for_a_side_bet_that_is_paid(hand, shown):
    play = against(hand, None, "fold", bets={"pair_plus": 10})
    assert seat_of(play.view(), 0)["shown"] == shown
    assert (seat_of(play.view(), 0)["cards"] == BACKS) != shown


def test_the_dealers_cards_are_secret_until_they_are_opened():
    play = Play(AKJ, LOW, dealer="Kd Qd 7c")
    assert play.view()["dealer"]["cards"] == []
    play.ante(0, 1).up(0)
    assert play.view(0)["dealer"] == {"cards": BACKS, "hand_value": None, "qualifies": None}
    play.fold(1)
    king_high = {"kind": "high_card", "ranks": ["K", "Q", "7"]}
    dealer = {"cards": ["Kd", "Qd", "7c"], "hand_value": king_high, "qualifies": True}
    assert play.view()["dealer"] == dealer
    assert play.step_events("dealer") == [{**dealer, "cards": ("Kd", "Qd", "7c")}]


def test_unneeded_cards_of_the_dealer_are_never_opened():
    play = against(LOW, "Kd Qd 7c", "fold", bets={"pair_plus": 10})
    assert play.view(0)["dealer"]["cards"] == BACKS
    assert (play.result.ended_by, play.hand_events("dealer")) == ("folds", [])


def test_a_side_bet_on_all_cards_opens_the_dealers_after_a_fold():
    play = against(LOW, "Kd Qd 7c", "fold", bets={"six_card": 5}, design="tcp_six")
    assert play.result.ended_by == "dealer"
    assert seat_of(play.view(), 0)["cards"] == BACKS, "the bet was lost"


def test_a_view_has_everything_the_felt_shows():
    view = Play(AKJ, rules=STANDARD).view(0)
    assert view["stakes"] == {
        "ante_min": 10,
        "ante_max": 100,
        "side_bet_max": 50,
        "raise_multiple": "1",
    }
    assert view["pay_table"]["qualifier"] == "queen_high"
    assert view["pay_table"]["name"] == "teen_patti"
    assert {"bet": "bonus", "line": "trail", "pays": "4"} in view["pay_table"]["lines"]
    assert view["you"]["legal"][0] == {"kind": "ante", "min": 10, "max": 100, "step": 1}


# -- the next hand -----------------------------------------------------------------------------


def test_one_seat_with_enough_chips_is_a_hand():
    def seats(*taken):
        line = GAME.next_hand(rules_of(), tuple(taken), TableHistory())
        return line and line.seats

    assert seats(SeatSnapshot(3, 20)) == (3,)
    assert seats(SeatSnapshot(0, 19), SeatSnapshot(1, 500), SeatSnapshot(4, 500, ready=False)) == (
        1,
    )
    assert seats(SeatSnapshot(0, 19)) is None


# -- words -------------------------------------------------------------------------------------


@for_each(
    ("text", "typed"),
    [
        ("ante 20", ("ante", 20)),
        ("pair plus 5", ("pair_plus", 5)),
        ("play", ("raise", None)),
        ("six card 0", ("six_card", 0)),
        ("tie bet 3", ("tie_bet", 3)),
        ("raise", ("raise", None)),
        ("deal me out", ("pass", None)),
        ("pass", ("pass", None)),
        ("fold", ("fold", None)),
        ("pair_plus 5", ("pair_plus", 5)),
        ("ante", None),
        ("ante x", None),
        ("raise 20", None),
        ("tie 1 2", None),
        ("dance", None),
    ],
)
def test_typed_actions(text, typed):
    assert GAME.read(text.split(), {}, STANDARD) == (typed and Typed(*typed))
