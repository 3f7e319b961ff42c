"""The cases of rule 3.5 by their ids, and the payment of each bet."""

import pytest

from games.engines.core.contract import Result
from tests.games.engines.scripted_dealer import GAME, Play, against, rules_of
from tests.support.cases import for_each

AKJ, Q64, Q63 = "As Kh Jc", "Qs 6h 4c", "Qs 6h 3c"
RUN, TRIO, PURE = "9s 8h 7d", "5s 5h 5d", "4s 3s 2s"


@for_each(
    ("hand", "dealer", "net"),
    [
        pytest.param(AKJ, "Kd Qd 7c", 20, id="CA-1"),
        pytest.param(AKJ, "Jd 9d 7c", 10, id="CA-2"),
        pytest.param(Q64, "Qh 7c 2h", -20, id="CA-3"),
        pytest.param(Q64, "Qd 6c 4h", 0, id="CA-4"),
        pytest.param(RUN, "Ks Kh 2d", 30, id="CA-6"),
        pytest.param(RUN, "As Ah Ad", -10, id="CA-7"),
        pytest.param(TRIO, "Js 9h 2d", 50, id="CA-8"),
        pytest.param(PURE, "2h 2d 2c", 30, id="CA-9"),
        pytest.param("As 3s 2s", "Ah Kh Qh", 70, id="CA-10"),
    ],
)
def test_a_raised_hand(hand, dealer, net):
    play = against(hand, dealer)
    assert play.net() == net
    assert play.result.house == -net
    assert play.result.ended_by == "dealer"


def test_ca_4_equal_hands_give_everything_back():
    assert against(Q64, "Qd 6c 4h").paid() == {"ante": 0, "raise": 0}


def test_ca_5_a_fold_loses_the_ante():
    play = against(Q63, "As Ah Ad", "fold")
    assert play.net() == -10
    assert play.result.ended_by == "folds"


def test_ca_9_three_card_poker_has_the_pure_sequence_on_top():
    assert against(PURE, "2h 2d 2c", design="tcp").net() == 70


@pytest.mark.parametrize("order", ["akq_a23", "a23_low"])
def test_ca_10_with_a_k_q_as_the_highest_run(order):
    assert against("As 3s 2s", "Ah Kh Qh", changes={"run_order": order}).net() == 30


@for_each("decision", ["raise", "fold"])
@for_each(
    ("hand", "net"),
    [("Ks Kh 4d", 10), ("Ks 9s 4s", 40), (RUN, 60), (TRIO, 300), (PURE, 400), (AKJ, -10)],
)
def test_ca_11_pair_plus_is_paid_for_any_hand_of_the_dealer(hand, net, decision):
    play = against(hand, "Ad Ac 7c", decision, bets={"pair_plus": 10})
    assert play.paid()["pair_plus"] == net


def test_ca_14_time_out_in_the_decision_folds():
    play = Play(AKJ, dealer="Kd Qd 7c").ante(0).time_out()
    assert play.step_events("fold") == [{"seat": 0, "reason": "timeout"}]
    assert play.net() == -10


def test_ca_15_an_ante_that_could_not_be_raised_is_refused():
    play = Play(AKJ, stacks=(15,), ante_min=5)
    no = play.refused(0, "ante", 10)
    limits = {"stack": 15, "ante": 10, "needed": 20}
    assert (no.code, no.limits) == ("INSUFFICIENT_CHIPS", limits)
    assert "needs 20 chips" in play.refusal_of(0, "ante", 10)
    assert (play.legal(0)["ante"].min, play.legal(0)["ante"].max) == (5, 7)


# -- payments ----------------------------------------------------------------------------------


def test_every_bet_is_paid_on_its_own():
    bets = {"pair_plus": 20, "six_card": 5, "tie_bet": 3}
    changes = {"six_card_bonus": {"straight": 10, "trips": 7}, "tie_bet": 800}
    play = against(RUN, "Ks 6h 5d", bets=bets, changes=changes)
    assert play.paid() == {
        "ante": 10,
        "raise": 10,
        "bonus": 10,
        "pair_plus": 120,
        "six_card": 50,
        "tie_bet": -3,
    }
    assert play.net() == 197
    assert play.step_events("hand_end") == [{"net": ((0, 197),), "house": -197}]


def test_a_royal_of_six_cards_needs_its_own_line_or_falls_to_the_next():
    lines = {"royal": 1_000, "straight_flush": 200, "flush": 15}
    for paid, left in ((5_000, lines), (1_000, {**lines, "royal": None}), (75, {"flush": 15})):
        options = {"bets": {"six_card": 5}, "changes": {"six_card_bonus": left}}
        assert against("As Ks Qs", "Js Ts 2d", **options).paid()["six_card"] == paid


def test_a_mini_royal_pays_its_line_and_a_trail_of_aces_its_own():
    changes = {"pair_plus": {"pure": 40, "trail": 30, "three_aces": 50}, "mini_royal": 100}
    for hand, paid in (("As Ks Qs", 1_000), ("Ks Qs Js", 400), ("As Ah Ad", 500), (TRIO, 300)):
        play = against(hand, "2c 7c 9d", bets={"pair_plus": 10}, changes=changes)
        assert play.paid()["pair_plus"] == paid


def test_a_k_2_in_one_suit_is_no_mini_royal_where_it_is_a_run():
    changes = {"run_order": "literal_2ak", "mini_royal": 100}
    play = against("As Ks 2s", "4c 7c 9d", bets={"pair_plus": 10}, changes=changes)
    assert play.paid()["pair_plus"] == 400


def test_a_line_that_pays_nothing_returns_the_bet():
    changes = {"pair_plus": {"pure": 40, "pair": 0}}
    play = against("Ks Kh 4d", "2c 7c 9d", bets={"pair_plus": 10}, changes=changes)
    assert play.paid()["pair_plus"] == 0


def test_pair_plus_may_be_lost_with_a_fold():
    changes = {"pair_plus_on_fold": "forfeit"}
    folded = against(TRIO, None, "fold", bets={"pair_plus": 10}, changes=changes)
    assert folded.paid() == {"ante": -10, "pair_plus": -10}
    raised = against(TRIO, "Js 9h 2d", bets={"pair_plus": 10}, changes=changes)
    assert raised.paid()["pair_plus"] == 300


def test_the_tie_bet_is_paid_after_a_fold_too():
    changes = {"tie_bet": 800}
    play = against(Q64, "Qd 6c 4h", "fold", bets={"tie_bet": 1}, changes=changes)
    assert play.paid() == {"ante": -10, "tie_bet": 800}


def test_the_dealer_may_win_ties():
    assert against(Q64, "Qd 6c 4h", changes={"tie": "dealer_wins"}).net() == -20


@for_each(
    ("qualifier", "dealer", "plays"),
    [
        ("always", "5d 3c 2h", True),
        ("jack_high", "Td 9c 7h", False),
        ("jack_high", "Jd 3c 2h", True),
        ("queen_high", "Jd Tc 8h", False),
        ("queen_high", "2d 2c 3h", True),
        ("king_high", "Qd Jc 9h", False),
        ("ace_high", "Kd Qc Th", False),
        ("ace_high", "Ad 3c 4h", True),
        ("pair", "Ad Kc Jh", False),
        ("pair", "3d 3c 4h", True),
        ("pair", "4d 3c 2h", True),
    ],
)
def test_the_dealer_plays_from_the_qualifying_hand(qualifier, dealer, plays):
    play = against("Ks Kh 9s", dealer, changes={"dealer_qualifies": qualifier})
    assert play.view()["dealer"]["qualifies"] == plays
    assert bool(play.paid()["raise"]) == plays


def test_fractions_of_a_chip_stay_with_the_house():
    play = against(AKJ, "Kd Qd 7c", changes={"win_ante": "0.95", "win_raise": "19/20"})
    assert play.paid() == {"ante": 9, "raise": 9}
    (line, _raise) = play.view()["seats"][0]["pays"]
    assert line == {
        "bet": "ante",
        "stake": 10,
        "pays": "19/20",
        "net": 9,
        "outcome": "wins",
        "rest": "1/2",
    }
    assert play.result.house == -18


def test_commission_is_taken_only_from_wins_of_ante_and_raise():
    changes = {"commission": "0.15", "dealer_qualifies": "queen_high"}
    assert against(RUN, "Ks Kh 2d", changes=changes).paid() == {"ante": 8, "raise": 8, "bonus": 10}
    assert against(RUN, "2s 4h 7c", changes=changes).paid() == {"ante": 8, "raise": 0, "bonus": 10}
    assert against(AKJ, "Kd Ks 7c", changes=changes).paid() == {"ante": -10, "raise": -10}


def test_without_a_raise_hands_are_just_compared():
    play = against(RUN, "Ks Kh 2d", changes={"raise_multiple": 0})
    assert play.paid() == {"ante": 10, "bonus": 10}
    assert play.view()["seats"][0]["status"] == "in"
    assert not play.hand_events("raise")


def test_a_raise_of_two_antes():
    play = Play(AKJ, dealer="Kd Qd 7c", stacks=(30,), design="double").ante(0)
    assert play.legal(0)["raise"].amount == 20
    assert play.up(0).paid() == {"ante": 10, "raise": 20}


def test_a_raise_of_a_fraction_is_rounded_up_and_reserved():
    changes = {"raise_multiple": "3/2"}
    play = Play(AKJ, dealer="Kd Qd 7c", stacks=(12,), changes=changes, ante_min=1)
    assert play.legal(0)["ante"].max == 4
    assert play.refused(0, "ante", 5).code == "INSUFFICIENT_CHIPS"
    play = Play(AKJ, dealer="Kd Qd 7c", stacks=(13,), changes=changes, ante_min=1)
    assert play.ante(0, amount=5).up(0).paid() == {"ante": 5, "raise": 8}


def test_five_seats_play_the_house_each_on_their_own():
    hands = (AKJ, Q63, "9c 9h 2d", "Kd Td 3d", "7s 4d 2h")
    play = Play(*hands, dealer="Qd Jd 9s", seats=(0, 1, 2, 3, 4)).ante(0, 1, 2, 3, amount=20)
    play.do(4, "pass").up(0).fold(1).up(2, 3)
    assert dict(play.result.net) == {0: 40, 1: -20, 2: 40, 3: 40, 4: 0}
    assert play.result.house == -100
    assert [shown.seat for shown in play.result.shown] == [0, 2, 3]
    assert sum(chips for _seat, chips in play.result.chips) + play.result.house == 5_000


def test_a_result_stores_the_houses_winnings():
    result = against(Q63, None, "fold").result
    assert result.to_json()["house"] == 10
    assert Result.from_json(result.to_json()) == result
    even = against(Q64, "Qd 6c 4h").result
    assert "house" not in even.to_json(), "as results of games without a house"
    assert Result.from_json(even.to_json()) == even


# -- rules -------------------------------------------------------------------------------------


def test_a_table_has_its_entry_price_unit_and_stakes():
    rules = rules_of("double", ante_min=20, ante_max=500)
    assert (GAME.entry_price(rules), GAME.unit(rules)) == (60, 20)
    assert GAME.stakes(rules) == {"least": 20, "most": 500}
    assert GAME.stakes(rules_of(ante_min=50, ante_max=50)) == {"least": 50, "most": None}
