"""The game before the first lead (rules 5.2 and 5.4): first bidder, deal and bidding."""

from dataclasses import replace

import pytest

from games.engines.core.cards import parse_card
from games.engines.core.contract import Viewer
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    Play,
    Table,
    opening,
    peasants_win,
    spoken,
)
from tests.support.cases import for_each

# -- bidding ---------------------------------------------------------------------------------


CALLED = [("C", 0), ("PC", 1), ("PPC", 2), ("PPP", None)]
BIDS = [
    ("3", 0, 3),
    ("P3", 1, 3),
    ("PP3", 2, 3),
    ("PPP", None, 0),
    ("1PP", 0, 1),
    ("2PP", 0, 2),
    ("P1P", 1, 1),
    ("P2P", 1, 2),
    ("PP1", 2, 1),
    ("PP2", 2, 2),
    ("12P", 1, 2),
    ("13", 1, 3),
    ("23", 1, 3),
    ("1P2", 2, 2),
    ("1P3", 2, 3),
    ("2P3", 2, 3),
    ("123", 2, 3),
    ("P12", 2, 2),
    ("P13", 2, 3),
    ("P23", 2, 3),
]
ROBBED = [  # calls, landlord, how often the stake is doubled
    ("PPP", None, 0),
    ("CPP", 0, 0),
    ("PCP", 1, 0),
    ("PPC", 2, 0),
    ("CRPP", 1, 1),
    ("CRPR", 0, 2),
    ("CPRP", 2, 1),
    ("CPRR", 0, 2),
    ("CRRP", 2, 2),
    ("CRRR", 0, 3),
    ("PCRP", 2, 1),
    ("PCRR", 1, 2),
]


def check_landlord(play, first, place):
    if place is None:
        assert play.result.ended_by == "all_pass"
        return
    landlord = (first + place) % 3
    assert play.landlord == landlord
    assert (play.turn, play.state.phase) == (landlord, "play")
    seats = play.view(landlord)["seats"]
    assert [seat["count"] for seat in seats] == [20 if s == landlord else 17 for s in range(3)]
    assert seats[landlord]["role"] == "landlord"
    assert play.step_events("landlord") == [{"seat": landlord}]
    assert set(play.view()["kitty"]) <= set(seats[landlord]["cards"])


@for_each("first", range(3))
@for_each(("words", "place"), CALLED)
def test_the_first_caller_is_the_landlord(words, place, first):
    check_landlord(spoken("first_call", first, words), first, place)


@for_each("first", range(3))
@for_each(("words", "place", "bid"), BIDS)
def test_the_highest_bid_wins_and_three_ends_it(words, place, bid, first):
    play = spoken("bid_123", first, words)
    check_landlord(play, first, place)
    assert play.view()["bid"] == bid
    assert play.view()["multiplier"] == max(1, bid)


@for_each("first", range(3))
@for_each(("words", "place", "robs"), ROBBED)
def test_after_a_call_the_others_and_then_the_caller_may_rob_once(words, place, robs, first):
    play = spoken("call_rob", first, words)
    check_landlord(play, first, place)
    assert play.view()["multiplier"] == 2**robs


@pytest.mark.parametrize(
    ("bidding", "wanted"),
    [
        ("first_call", {words for words, _place in CALLED}),
        ("bid_123", {words for words, _place, _bid in BIDS}),
        ("call_rob", {words for words, _place, _robs in ROBBED}),
    ],
)
def test_the_tree_of_calls_has_no_other_leaves(bidding, wanted):
    """Check that the tree of all legal calls has exactly these leaves."""
    found = set()

    def walk(play, words):
        if play.state.phase != "bidding":
            found.add(words)
            return
        for option in GAME.legal(play.state, play.turn):
            letters = [option.kind[0].upper()]
            if option.kind == "bid":
                letters = [str(amount) for amount in range(option.min, option.max + 1)]
            for letter in letters:
                walk(spoken(bidding, 0, words + letter), words + letter)

    walk(spoken(bidding, 0, ""), "")
    assert found == wanted


def test_calls_are_shown():
    play = spoken("bid_123", 0, "1P")
    assert [seat["said"] for seat in play.view()["seats"]] == ["1", "pass", None]
    play = spoken("call_rob", 0, "CR")
    assert [seat["said"] for seat in play.view()["seats"]] == ["call", "rob", None]


def test_bidding_has_its_refusal_codes():
    play = spoken("bid_123", 0, "2")
    assert play.refused(1, "bid", 2) == "BID_TOO_LOW"
    assert play.refused(1, "bid", 1) == "BID_TOO_LOW"
    assert play.refused(1, "bid", 4) == "BID_OUT_OF_RANGE"
    for amount in (None, 0, -1, True, 1.5, "3"):
        assert play.refused(1, "bid", amount) == "BAD_AMOUNT"
    assert play.refused(2, "bid", 3) == "NOT_YOUR_TURN"
    assert play.refused(0, "bid", 3) == "NOT_YOUR_TURN"
    assert play.refused(1, "call") == "UNKNOWN_ACTION"
    assert play.refused(1, "rob") == "UNKNOWN_ACTION"
    assert play.refused(1, "play") == "WRONG_PHASE"
    assert play.refused(1, "double") == "WRONG_PHASE"
    play.pass_(1)
    assert play.refused(1, "bid", 3) == "ALREADY_PASSED"
    assert play.refused(1, "pass") == "ALREADY_PASSED"
    play.bid(2, 3)
    assert play.refused(1, "bid", 3) == "WRONG_PHASE"
    play = spoken("call_rob", 0, "")
    assert play.refused(0, "rob") == "NOTHING_TO_ROB"
    assert play.refused(0, "bid", 1) == "UNKNOWN_ACTION"
    assert play.call(0).refused(1, "call") == "ALREADY_CALLED"
    assert spoken("first_call", 0, "").refused(0, "rob") == "UNKNOWN_ACTION"


def test_a_player_obliged_to_call_may_not_pass():
    for bidding in ("first_call", "call_rob", "bid_123"):
        play = Play(bidding=bidding, must=True, first=2)
        assert play.refused(2, "pass") == "MUST_CALL"
        kind = "bid" if bidding == "bid_123" else "call"
        assert set(play.legal(2)) == {kind}
        play.time_out()
        assert play.step_events(kind)[0]["seat"] == 2
    play.pass_(0)
    assert play.bid(1, 2).landlord == 1  # the other players may still bid higher
    play = Play(bidding="call_rob", must=True).call(0).rob(1).pass_(2)
    assert set(play.legal(0)) == {"rob", "pass"}


# -- who begins ------------------------------------------------------------------------------


def test_a_random_player_begins_the_first_game_and_winners_the_next():
    for chance in range(3):
        assert Table(1, 3, 7).next(chance).button == (1, 3, 7)[chance]
    table = Table()
    table.next(0)
    assert table.ended("landlord", 2).next(1).button == 2
    assert table.ended("peasants", 1, 0).next(2).button == 1
    assert table.ended("left").next(2).button == 2  # nobody won, so the choice is random


def test_the_peasant_who_went_out_begins_or_a_random_one():
    play = peasants_win(2)
    winners = play.result.pots[0].winners
    assert Table().ended("peasants", *winners).next(0).button == 2
    one_of_two = Table(last_winner_if_peasants="random_of_two")
    begin = {one_of_two.ended("peasants", *winners).next(chance).button for chance in range(4)}
    assert begin == {1, 2}
    assert {one_of_two.ended("landlord", 0).next(chance).button for chance in range(3)} == {0}


def test_the_first_bidder_at_random_or_in_turn():
    table = Table(first_bidder="random")
    assert [table.ended("landlord", 0).next(chance).button for chance in (2, 0, 1)] == [2, 0, 1]
    table = Table(0, 4, 5, first_bidder="rotate")
    assert [table.ended("landlord", 4).next(1).button for _ in range(5)] == [4, 5, 0, 4, 5]


def test_a_winner_who_has_gone_does_not_begin():
    table = Table(0, 1, 2, 3).out(3)
    table.ended("landlord", 3)
    assert table.next(1).button == 1


def test_after_a_redeal_the_same_or_the_next_player_begins():
    for first_bidder in ("last_winner", "random", "rotate"):
        table = Table(first_bidder=first_bidder)
        first = table.next(1).button
        assert [table.redeal().next(2).button for _ in range(3)] == [first] * 3
        assert table.redeal().next().terms == {"redeals": 4, "must": False}
        table = Table(0, 2, 5, first_bidder=first_bidder, all_pass="redeal_rotate")
        table.next(1)
        assert [table.redeal().next(2).button for _ in range(4)] == [5, 0, 2, 5]


@pytest.mark.parametrize("most", [0, 1, 3])
def test_after_enough_redeals_the_first_bidder_must_call(most):
    table = Table(all_pass="first_bidder_must", max_redeals=most)
    first = table.next(1)
    assert not first.terms["must"]
    musts = [table.redeal().next().terms["must"] for _ in range(most + 1)]
    assert musts == [False] * most + [True]
    table.ended("landlord", 1)
    assert table.next().terms == {"redeals": 0, "must": False}


def test_without_a_limit_of_redeals_nobody_must_call():
    """Check that without a limit the redeals never end."""
    table = Table(all_pass="first_bidder_must", max_redeals=None)
    table.next()
    assert not any(table.redeal().next().terms["must"] for _ in range(30))


def test_redeals_do_not_oblige_anyone_under_other_rules():
    for all_pass in ("redeal", "redeal_rotate"):
        table = Table(all_pass=all_pass, max_redeals=0)
        table.next()
        assert not any(table.redeal().next().terms["must"] for _ in range(5))


# -- the deal --------------------------------------------------------------------------------


def test_17_cards_each_one_at_a_time_from_the_first_bidder():
    deck = tuple((7 * n + 3) % 54 for n in range(54))
    play = Play(deck=deck, first=4, seats=(1, 4, 6))
    for place, seat in ((1, 4), (2, 6), (0, 1)):
        n = (4, 6, 1).index(seat)
        assert sorted(play.state.hands[place]) == sorted(deck[n:51:3])
        own = GAME.view(play.state, Viewer(seat=seat))["seats"][place]["cards"]
        assert sorted(map(parse_card, own)) == sorted(deck[n:51:3])
    assert sorted(play.state.kitty) == sorted(deck[51:])
    assert [dict(e.data).get("seat") for e in play.events if e.kind == "deal"] == [4, 6, 1]
    assert play.turn == 4


def test_an_invalid_opening_is_refused():
    good = opening()
    GAME.deal(good)
    bad = [
        {"seats": (0, 1)},
        {"seats": (0, 0, 1)},
        {"seats": (2, 1, 0)},
        {"seats": (0, 1, 2, 3)},
        {"stacks": (1, 1)},
        {"button": 5},
        {"deck": good.deck[:53]},
        {"deck": (*good.deck[:53], good.deck[0])},
        {"rules": GAME.Rules(score_mode="chips"), "stacks": (1, -1, 1)},
    ]
    for change in bad:
        with pytest.raises(ValueError, match="not an opening"):
            GAME.deal(replace(good, **change))


def test_turns_go_up_by_seats_with_gaps():
    play = Play(seats=(1, 4, 6), first=6)
    turns = [play.turn]
    for _ in range(2):
        turns.append(play.pass_(play.turn).turn)
    assert turns == [6, 1, 4]
    assert play.call(4).landlord == 4
