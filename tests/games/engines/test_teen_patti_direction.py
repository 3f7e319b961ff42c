"""The direction of play, and tables of seventeen (rules 1.3, 2.1 and 2.2)."""

import random

import pytest

from games.engines.core.contract import OPEN, RulesError, SeatSnapshot, TableHistory, Viewer
from games.records.check import check
from games.records.record import About, Move, plain, record_of
from tests.games.engines.random_play import random_hand, random_opening
from tests.games.engines.scripted import GAME, Play

BACK = {"direction": "counter_clockwise"}


def test_turns_and_the_deal_go_round_in_the_direction_of_play():
    assert Play(button=2, direction="clockwise").turn == 0
    play = Play(stacks=(100,) * 4, button=2, **BACK)
    assert [event["seat"] for event in play.step_events("deal")] == [1, 0, 3, 2]
    turns = []
    for _ in range(5):
        turns.append(play.turn)
        play.bet(play.turn, 1)
    assert turns == [1, 0, 3, 2, 1]


def test_the_first_card_goes_to_the_next_in_the_direction_of_play():
    play = Play(stacks=(100,) * 3, button=2, **BACK)
    deck = play.opening.deck
    assert play.state.hands[1][0] == deck[0]
    assert play.state.hands[0][0] == deck[1]
    assert play.state.hands[2][0] == deck[2]


def test_a_folded_player_is_passed_over_backwards_too():
    play = Play(stacks=(100,) * 4, button=3, **BACK)
    play.do(2, "fold").bet(1, 1).bet(0, 1).bet(3, 1)
    assert play.turn == 1


def test_an_odd_chip_goes_to_the_first_in_the_direction_of_play():
    hands = ("Kh Qd 9c", "Kd Qc 9h", "2c 4d 7h")
    for direction, first in (("clockwise", 0), ("counter_clockwise", 1)):
        play = Play(hands, (100,) * 3, button=2, show_tie="split", direction=direction)
        play.bet(first, 1)
        while play.turn != 2:
            play.bet(play.turn, 1)
        play.do(2, "fold").bet(play.turn, 2).do(play.turn, "show")
        (pot,) = play.result.pots
        assert pot.amount % 2 == 1
        shares = dict(pot.shares)
        assert shares[first] == shares[1 - first] + 1


@pytest.mark.parametrize("seats", [(0, 1, 2), (1, 4, 6)])
@pytest.mark.parametrize("direction", ["clockwise", "counter_clockwise"])
def test_the_button_moves_in_the_direction_of_play(direction, seats):
    rules = GAME.Rules(direction=direction)
    taken = tuple(SeatSnapshot(seat, 100) for seat in seats)
    past, buttons = TableHistory(), []
    for _ in range(4):
        line = GAME.next_hand(rules, taken, past)
        buttons.append(line.button)
        past = TableHistory(button=line.button)
    a, b, c = seats
    assert buttons == ([c, a, b, c] if direction == "clockwise" else [b, a, c, b])
    first = Play(stacks=(100,) * 3, seats=seats, button=buttons[0], direction=direction)
    assert first.turn == a  # in the first hand the first seat begins, in either direction


@pytest.mark.parametrize(("direction", "dealer"), [("clockwise", 4), ("counter_clockwise", 0)])
def test_the_deal_passes_over_an_empty_seat(direction, dealer):
    taken = tuple(SeatSnapshot(seat, 100) for seat in (0, 4, 6))
    line = GAME.next_hand(GAME.Rules(direction=direction), taken, TableHistory(button=2))
    assert line.button == dealer


def test_an_unknown_direction_is_refused():
    with pytest.raises(RulesError) as no:
        GAME.rules_from_json({"direction": "across"})
    assert no.value.field == "direction"


@pytest.mark.parametrize("direction", ["clockwise", "counter_clockwise"])
def test_seventeen_players_share_one_pack(direction):
    """Check that no chip is lost, no card repeats, and the record is lossless."""
    rng = random.Random(f"seventeen {direction}")
    rules = GAME.Rules(max_players=17, boot=10, direction=direction, min_players_to_start=17)
    taken = tuple(SeatSnapshot(seat, 1_000) for seat in range(17))
    assert GAME.next_hand(rules, taken[:16], TableHistory()) is None
    assert len(GAME.next_hand(rules, taken, TableHistory()).seats) == 17
    for _ in range(5):
        start = random_opening(GAME, rules, rng)
        deck = start.deck
        start = Play(stacks=(1_000,) * 17, boot=10, direction=direction).opening
        start = type(start)(GAME.key, rules, start.seats, start.stacks, 16, deck)
        moves, last = [], None
        for _before, action, step in random_hand(GAME, start, rng):
            moves += [Move(action)] if action is not None else []
            last = step
        cards = [card for seat in GAME.view(last.state, OPEN)["seats"] for card in seat["cards"]]
        assert len(set(cards)) == 51
        result = GAME.result(last.state)
        assert sum(chips for _seat, chips in result.chips) == 17_000
        about = About(names={seat: f"P{seat}" for seat in range(17)})
        assert check(plain(record_of(GAME, start, moves, Viewer(all_cards=True), about))).ok


def test_an_eighteenth_is_refused():
    with pytest.raises(RulesError) as no:
        GAME.rules_from_json({"max_players": 18})
    assert no.value.field == "max_players"
    with pytest.raises(ValueError, match="seats"):
        GAME.deal(
            Play().opening.__class__(
                "teen_patti", GAME.Rules(), tuple(range(18)), (100,) * 18, 0, tuple(range(52))
            )
        )
