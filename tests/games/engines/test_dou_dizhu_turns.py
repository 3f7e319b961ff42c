"""Card play (rule 5.5) and absent players (rule 5.7): codes, readings, the clock, leaving.

Seat 0 is the landlord and leads unless a test says otherwise.
"""

import pytest

from games.engines.core.contract import Action
from games.engines.core.errors import IllegalAction
from games.engines.dou_dizhu.ranks import RANKS
from tests.games.engines.scripted_dou_dizhu import (
    GAME,
    LANDLORD,
    Play,
    holding,
    landlord_wins,
    led_by_landlord,
    ranks_in,
)
from tests.games.words import said
from tests.support.cases import for_each


def chips(*stacks, **options):
    return {"score_mode": "chips", "stacks": stacks, **options}


# -- card play and its codes -----------------------------------------------------------------


def test_the_codes_when_following_are_chosen_as_5_5_says():
    play = holding("3445566778899TTTJQKA").facing("3334")
    assert play.refused_play(0, "3456") == "NOT_A_COMBINATION"
    assert play.refused_play(0, "44") == "WRONG_CATEGORY"
    play.facing("34567")
    assert play.refused_play(0, "456789") == "WRONG_LENGTH"
    assert play.refused_play(0, "34567") == "RANK_TOO_LOW"
    play.facing("AAAJ")
    assert play.refused_play(0, "TTTJ") == "RANK_TOO_LOW"
    play.facing("TJQKA")
    assert play.refused_play(0, "56789") == "RANK_TOO_LOW"


@pytest.mark.parametrize(
    ("last", "text"),
    [
        ("AAAJ", "Only a higher trio with a solo or a bomb beats this."),
        ("JJQQKK", "Only a higher chain of pairs or a bomb beats this."),
        ("3333", "Only a higher bomb beats this."),
        ("BR", "Nothing beats this."),
    ],
)
def test_a_combination_of_another_kind_hears_what_beats_the_last_play(last, text):
    play = holding("3445566778899TTTJQKA").facing(last)
    with pytest.raises(IllegalAction) as no:
        GAME.apply(play.state, play.playing(0, "44"))
    assert no.value.code == "WRONG_CATEGORY"
    assert said(GAME, play.state, no.value) == text


def test_one_reading_of_the_right_kind_decides_the_code():
    """Read 333444555666 also as an airplane with solos; of the wrong length, or too low."""
    play = holding("333444555666").facing("44455567")
    assert play.refused_play(0, "333444555666") == "WRONG_LENGTH"
    play.facing("555666777TJQ")
    assert play.refused_play(0, "333444555666") == "RANK_TOO_LOW"
    play.facing("333444")
    assert play.refused_play(0, "333444555666") == "WRONG_LENGTH"
    play.facing("33")
    assert play.refused_play(0, "333444555666") == "WRONG_CATEGORY"


def own(play, seat, ranks):
    return play.playing(seat, ranks).cards


def test_the_checks_of_a_play_come_in_the_order_of_5_5():
    play = holding(LANDLORD)
    three = own(play, 0, "3")[0]
    foreign = own(play, 0, "A")[0]

    def code(cards, reading="", seat=0):
        return play.code(Action(seat, "play", cards=cards, reading=reading))

    assert code(()) == "EMPTY_PLAY"
    assert code((), "solo@3") == "EMPTY_PLAY"
    assert code((foreign,)) == "CARD_NOT_IN_HAND"
    assert code((foreign, foreign)) == "CARD_NOT_IN_HAND"
    assert code((three, three, foreign)) == "CARD_NOT_IN_HAND"
    assert code((99,)) == "CARD_NOT_IN_HAND"
    assert code((-1,)) == "CARD_NOT_IN_HAND"
    assert code((three, three)) == "DUPLICATE_CARD"
    assert code((three, three), "pair@3") == "DUPLICATE_CARD"
    assert code(own(play, 0, "34")) == "NOT_A_COMBINATION"
    assert code(own(play, 0, "34"), "pair@3") == "NOT_A_COMBINATION"
    assert code(own(play, 0, "33"), "solo@3") == "READING_NOT_POSSIBLE"
    assert code(own(play, 0, "33"), "nonsense") == "READING_NOT_POSSIBLE"
    assert code((), seat=1) == "NOT_YOUR_TURN"
    assert code((), seat=7) == "NOT_IN_HAND"
    assert play.refused(1, "dance") == "NOT_YOUR_TURN"
    assert play.refused(0, "dance") == "UNKNOWN_ACTION"
    assert play.refused(1, "call") == "WRONG_PHASE"
    assert play.refused(7, "call") == "NOT_IN_HAND"


def test_no_action_is_possible_after_the_end():
    play = landlord_wins()
    for kind in (*sorted(GAME.action_kinds), "leave", "dance"):
        for seat in (0, 1, 9):
            assert play.refused(seat, kind) == "NO_HAND_IN_PROGRESS"
    assert GAME.legal(play.state, 0) == ()


THREE_WAYS = {
    "": ("airplane", 4, "3"),
    "airplane@3": ("airplane", 4, "3"),
    "airplane_with_solos@4": ("airplane_with_solos", 3, "4"),
    "airplane_with_solos@3": ("airplane_with_solos", 3, "3"),
}


@pytest.mark.parametrize(("name", "wanted"), THREE_WAYS.items())
def test_a_leader_may_name_the_reading_of_333444555666(name, wanted):
    play = holding("3334445556667789TTJJ").play(0, "333444555666", name)
    reading = play.state.last.reading
    assert (reading.category, reading.n, RANKS[reading.rank]) == wanted
    (event,) = play.step_events("play")
    assert (event["category"], event["n"]) == wanted[:2]
    assert event["reading"] == f"{wanted[0]}@{wanted[2]}"
    assert play.view()["last"]["category"] == wanted[0]
    assert play.view()["last"]["n"] == wanted[1]


@pytest.mark.parametrize(
    ("name", "plain", "with_solos"),
    [
        ("airplane@3", "airplane@7", "WRONG_CATEGORY"),
        ("airplane_with_solos@3", "airplane_with_solos@8", "airplane_with_solos@7"),
        ("airplane_with_solos@4", "airplane_with_solos@8", "airplane_with_solos@7"),
    ],
)
def test_the_chosen_reading_must_be_beaten(name, plain, with_solos):
    hands = ("3334445556663QQKK", "777888999TTT46J22", "")
    for ranks, wanted in (("777888999TTT", plain), ("77788899946J", with_solos)):
        play = led_by_landlord(hands, kitty="KAA").play(0, "333444555666", name)
        if wanted.isupper():
            assert play.refused_play(1, ranks) == wanted
        else:
            assert play.play(1, ranks).step_events("play")[0]["reading"] == wanted


def test_an_impossible_reading_is_refused():
    play = holding("3334445556667789TTJJ")
    for name in ("airplane@4", "airplane_with_solos@5", "airplane_with_solos", "bomb@3"):
        assert play.refused_play(0, "333444555666", name) == "READING_NOT_POSSIBLE"
    pagat = holding("3334445556667789TTJJ", rules=GAME.presets["pagat"])
    refused = pagat.refused_play(0, "333444555666", "airplane_with_solos@3")
    assert refused == "READING_NOT_POSSIBLE"


def test_a_follower_gets_the_highest_reading_that_beats():
    play = holding("444555666777").facing("333444555TJQ").play(0, "444555666777")
    assert play.step_events("play")[0]["reading"] == "airplane_with_solos@5"
    play = holding("444555666777").facing("333444555666", "airplane@3").play(0, "444555666777")
    assert play.step_events("play")[0]["reading"] == "airplane@4"


def test_playable_sets_are_listed_once():
    """Check that a set that beats the last play in two readings is listed once."""
    play = holding("444555666777").facing("333444555TJQ")
    legal = GAME.legal(play.state, 0)
    assert len(set(legal)) == len(legal)
    sets = [ranks_in(option.cards) for option in legal if option.kind == "play"]
    assert len(set(sets)) == len(sets)
    hints = play.view(0)["you"]["hints"]
    assert len({tuple(hint) for hint in hints}) == len(hints)


def test_leading_each_reading_is_listed_by_its_name():
    play = holding("333444555666")
    names = {
        option.reading
        for option in GAME.legal(play.state, 0)
        if ranks_in(option.cards) == "333444555666"
    }
    assert names == {"airplane@3", "airplane_with_solos@4", "airplane_with_solos@3"}
    hints = play.view(0)["you"]["hints"]
    assert len({tuple(hint) for hint in hints}) == len(hints)


# -- the clock and leaving -------------------------------------------------------------------


def test_the_clock_passes_in_the_bidding():
    for bidding in ("first_call", "bid_123", "call_rob"):
        play = Play(bidding=bidding).time_out().time_out().time_out()
        assert play.result.ended_by == "all_pass"
    play = Play(bidding="call_rob").call(0).time_out().time_out()
    assert play.landlord == 0


def test_following_the_clock_passes_even_if_something_beats():
    play = holding(LANDLORD).play(0, "3").time_out()
    assert play.step_events("pass") == [{"seat": 1}]


@for_each(
    ("left", "played"),
    [
        ("355", "solo@3"),
        ("55", "pair@5"),
        ("3555", "trio_with_solo@5"),
        ("9TJQK", "chain@9"),
        ("BR", "rocket@B"),
        ("3BR", "solo@3"),
        ("7777", "bomb@7"),
        ("2R", "solo@2"),
    ],
)
def test_the_clock_leads_the_whole_hand_or_the_lowest_card(left, played):
    others = "444466668888AAAAQQQQ"[: 20 - len(left)]
    play = holding(others + left)
    play.alone(0, *(others[n : n + 4] for n in range(0, len(others), 4)))
    assert play.hand(0) == left
    play.time_out()
    event = play.hand_events("play")[-1]
    assert event["reading"] == played
    assert (play.result is not None) == (event["left"] == 0)


def test_whole_ambiguous_hand_is_played_in_its_usual_reading():
    play = holding("33344455566677778888").alone(0, "7777", "8888").time_out()
    assert play.hand_events("play")[-1]["reading"] == "airplane@3"
    assert play.net == (40, -20, -20)


def test_the_clock_plays_for_a_leaver_on_their_turn():
    play = holding(LANDLORD)
    before = play.state
    assert play.leave(1).state == before
    assert play.events == []
    play.leave(0)
    assert play.step_events("play")[0]["cards"][0][0] == "3"
    assert play.leave(1).step_events("pass") == [{"seat": 1}]
    assert play.code(Action(5, "leave")) == "NOT_IN_HAND"
    assert Play().leave(0).step_events("pass") == [{"seat": 0}]


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_a_forfeiting_player_loses_at_the_current_multiplier_and_pays_alone(leaver):
    play = holding(LANDLORD, leaver="forfeits", spring=3).alone(0, "3333", "4444").leave(leaver)
    wanted = {0: (-40, 20, 20), 1: (40, -40, 0), 2: (40, 0, -40)}
    assert play.net == wanted[leaver]
    assert play.step_events("left") == [{"seat": leaver}]
    assert play.result.ended_by == "forfeit"
    assert play.result.pots[0].winners == ((1, 2) if leaver == 0 else (0,))
    assert play.turn is None


def test_forfeits_in_chips_are_limited_as_other_payments():
    def left(leaver, stacks, **options):
        play = holding(LANDLORD, leaver="forfeits", **chips(*stacks, **options))
        return play.alone(0, "3333", "4444", "5555").leave(leaver).net

    assert left(1, (500, 70, 500)) == (70, -70, 0)
    assert left(1, (500, 90, 500)) == (80, -80, 0)
    assert left(1, (30, 90, 500), win_cap=True) == (30, -30, 0)
    assert sum(left(0, (51, 500, 500))) == 0
    assert sorted(left(0, (51, 500, 500))[1:]) == [25, 26]


def test_forfeiting_before_there_is_a_landlord_ends_without_a_score():
    for bidding in ("first_call", "bid_123", "call_rob"):
        play = Play(leaver="forfeits", bidding=bidding)
        play.pass_(0).leave(2)
        assert (play.result.ended_by, play.net) == ("left", (0, 0, 0))


def test_forfeit_while_doubling():
    play = Play(leaver="forfeits", double_stage=True).call(0).double(0).leave(2)
    assert play.net == (20, 0, -20)
