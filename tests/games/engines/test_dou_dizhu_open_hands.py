"""Open hands by their moment, and the default actions of the clock (rules 5.2 and 5.7)."""

import pytest

from games.engines.core.contract import OPEN, SPECTATOR, Action, Viewer
from games.records.check import check
from games.records.record import About, Move, plain, record_of
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    WINS,
    Play,
    holding,
    led_by_landlord,
    opening,
)

OPENED = ((0, 5), (1, 4), (2, 3))
"""Rounds of three in which nobody opens, and the multiplier of opening then."""


def dealt(rounds: int, **table) -> Play:
    """Return a deal after this many moments in which all hands stayed closed."""
    play = Play((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], open_hand="moments", **table)
    for _ in range(rounds):
        play.decline(0, 1, 2)
    return play


@pytest.mark.parametrize(("rounds", "times"), OPENED)
def test_an_open_hand_multiplies_by_its_moment(rounds, times):
    play = dealt(rounds)
    cards = (0, 6, 12)[rounds]
    view = play.view()
    assert (view["phase"], view["offer"], view["multiplier"]) == ("dealing", times, 1)
    assert [seat["count"] for seat in view["seats"]] == [cards] * 3
    assert set(play.legal(0)) == {"open", "decline"}
    play.do(0, "open")
    (event,) = play.step_events("open")
    assert (len(event["cards"]), event["times"]) == (cards, times)
    assert (play.view()["phase"], play.view()["multiplier"]) == ("bidding", times)
    assert "??" not in play.view(1)["seats"][0]["cards"]
    assert len(play.view(1)["seats"][0]["cards"]) == 17
    assert play.view()["seats"][1]["cards"] == ["??"] * 17
    assert play.call(0).alone(0, *WINS[1]).net == (20 * times, -10 * times, -10 * times)


def test_the_landlord_may_still_open_for_two_if_nobody_did():
    play = dealt(3)
    assert (play.view()["phase"], play.view()["offer"]) == ("bidding", None)
    assert play.refused(0, "open") == "WRONG_PHASE"
    play.call(0)
    assert play.view()["offer"] == 2
    assert play.do(0, "open").alone(0, *WINS[1]).net == (40, -20, -20)


def test_only_one_hand_is_opened():
    play = dealt(0).decline(0).do(1, "open").call(0)
    assert play.view()["multiplier"] == 5
    assert play.view()["offer"] is None
    assert play.refused(0, "open") == "NOTHING_TO_OPEN"
    assert [seat["open"] for seat in play.view()["seats"]] == [False, True, False]


def test_a_peasants_open_hand_stays_open_and_counts():
    play = dealt(1).decline(0).do(1, "open").call(0)
    for viewer in (SPECTATOR, Viewer(seat=0), Viewer(seat=2)):
        assert "??" not in GAME.view(play.state, viewer)["seats"][1]["cards"]
    assert play.alone(0, *WINS[0]).net == (40, -20, -20)


def test_the_clock_does_not_open_a_hand():
    play = dealt(0)
    for seat in (0, 1, 2) * 3:
        assert play.turn == seat
        play.time_out()
        assert play.step_events("closed") == [{"seat": seat}]
    assert play.view()["phase"] == "bidding"


def test_during_the_deal_only_dealt_cards_are_anywhere():
    play = dealt(1)
    assert {seat["count"] for seat in play.view(all_cards=True)["seats"]} == {6}
    assert play.refused(1, "open") == "NOT_YOUR_TURN"
    assert play.refused(0, "call") == "WRONG_PHASE"
    assert play.refused(0, "double") == "WRONG_PHASE"
    assert len(play.view(0)["seats"][0]["cards"]) == 6
    assert play.leave(1).turn == 0
    assert play.result is None


def test_forfeiting_during_the_deal_ends_without_a_score():
    play = dealt(1, leaver="forfeits").leave(2)
    assert (play.result.ended_by, play.net) == ("left", (0, 0, 0))


@pytest.mark.parametrize("score_mode", ["points", "chips"])
def test_reserved_chips_cover_every_multiplier(score_mode):
    """Check rule 5.6: base x cap for each peasant, however the cap is reached."""
    rules = GAME.Rules(score_mode=score_mode, open_hand="moments", multiplier_cap=16, min_stack=1)
    price = GAME.entry_price(rules)
    assert price == (2 * 5 * 16 if score_mode == "chips" else 0)
    play = Play(
        (LANDLORD[:17], "", ""),
        (160, 160, 160),
        kitty=LANDLORD[17:],
        open_hand="moments",
        score_mode=score_mode,
        multiplier_cap=16,
        double_stage=True,
        min_stack=1,
    )
    play.do(0, "open").call(0).double(0, 1, 2).alone(0, *WINS[3])
    assert play.net == (160, -80, -80)
    assert min(play.chips) >= 0


def test_a_record_of_an_opened_hand_is_lossless():
    start = opening((LANDLORD[:17], "", ""), kitty=LANDLORD[17:], open_hand="moments")
    moves = [Action(0, "decline"), Action(1, "decline"), Action(2, "decline")]
    moves += [Action(0, "open"), Action(0, "call")]
    play = Play(deck=start.deck, rules=start.rules)
    for move in moves:
        play.act(move)
    while play.result is None:
        moves.append(GAME.timeout(play.state, play.turn))
        play.act(moves[-1])
    for viewer in (OPEN, SPECTATOR, Viewer(seat=2)):
        about = About(names={seat: f"P{seat}" for seat in range(3)})
        record = plain(record_of(GAME, start, [Move(move) for move in moves], viewer, about))
        assert {len(seat["cards"]) for seat in record["seats"]} == {17}
        assert check(record).ok


def test_hands_stored_with_a_boolean_open_hand_option_are_still_read():
    assert GAME.rules_from_json({"open_hand": True}).open_hand == "landlord"
    assert GAME.rules_from_json({"open_hand": False}).open_hand == "off"


def facing(last: str, **table) -> Play:
    hands = ("3333TTTJJJQQQKKK5", "44566678892222AAT", "")
    return led_by_landlord(hands, kitty="557", **table).play(0, last)


def test_timeout_auto_passes_when_following():
    assert facing("3", timeout="auto").time_out().step_events("pass") == [{"seat": 1}]


def test_timeout_lowest_plays_the_lowest_that_beats():
    play = facing("3", timeout="lowest").time_out()
    (event,) = play.step_events("play")
    assert [card[0] for card in event["cards"]] == ["4"]
    assert facing("33", timeout="lowest").time_out().step_events("play")[0]["reading"] == "pair@4"


def test_timeout_lowest_plays_no_bomb_and_not_on_a_partner():
    play = facing("333", timeout="lowest")
    assert play.time_out().step_events("play")[0]["reading"] == "trio@6"
    assert facing("3333", timeout="lowest").time_out().step_events("pass") == [{"seat": 1}]
    play = facing("3", timeout="lowest").play(1, "5")
    assert play.time_out().step_events("pass") == [{"seat": 2}]


@pytest.mark.parametrize("timeout", ["auto", "lowest"])
def test_a_leader_timing_out_plays_the_lowest_card_or_the_whole_hand(timeout):
    """DZ-50."""
    play = holding(LANDLORD, timeout=timeout)
    play.time_out()
    assert [card[0] for card in play.step_events("play")[0]["cards"]] == ["3"]
