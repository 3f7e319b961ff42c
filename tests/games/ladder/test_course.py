"""The course of a match: repeatable, blind, and even for a bot that plays as its double."""

import json
import random
from collections import Counter
from dataclasses import replace

import pytest

from games import bots
from games.arena.match import preset_of
from games.engines.core import registry
from games.engines.core.contract import Action, Viewer
from games.engines.core.errors import IllegalAction
from games.ladder import course
from games.ladder.course import LadderHand, Move, Terms
from tests.support.size import times

GAMES = [game.key for game in registry.all_games()]


DUELS = [game.key for game in registry.all_games() if game.min_seats > 1]


def terms(game, level="easy", deals=6, seed="s", bots_count=1):
    return Terms(game, preset_of(registry.get(game)), level, deals, seed, bots_count)


def waiting(hands):
    return [(number, hand) for number, hand in enumerate(hands) if hand.net is None]


def as_the_double(match, number, hand):
    """Return the move of the house bot with these cards."""
    view, seq = course.view_of(match, number, hand, hand.side), len(hand.actions)
    rng = random.Random(f"{match.seed} {number} {view['you']['seat']} {seq}")
    choice = bots.decide(match.game, view, match.rules, match.level, rng)
    action = Action(-1, choice.kind, choice.amount, choice.cards, choice.reading)
    return Move(number, seq, action, hand.side)


def played(match, choose):
    hands = course.advance(match, (), ())
    while open_hands := waiting(hands):
        assert len(open_hands) <= course.OPEN_HANDS_MAX
        hands = course.advance(match, hands, [choose(match, *one) for one in open_hands])
    assert len(hands) == match.deals
    return hands


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_that_plays_as_its_double_wins_exactly_nothing(game):
    deals = times(4, 40)
    hands = played(terms(game, deals=deals), as_the_double)
    assert [hand.net for hand in hands] == [0] * deals


@pytest.mark.parametrize("game", DUELS)
def test_a_duel_of_two_that_play_as_their_doubles_is_a_draw(game):
    deals = times(2, 40)
    hands = played(terms(game, deals=deals, bots_count=2), as_the_double)
    assert [hand.net for hand in hands] == [0] * deals


def test_a_duel_counts_what_both_win_more_than_house_bots_with_their_cards():
    """The second bot passes whenever it may, the first plays as its double."""

    def choose(match, number, hand):
        legal = course.view_of(match, number, hand, hand.side)["you"]["legal"]
        if hand.side and any(option["kind"] == "pass" for option in legal):
            return Move(number, len(hand.actions), Action(-1, "pass"), 1)
        return as_the_double(match, number, hand)

    match = terms("dou_dizhu", deals=4, bots_count=2)
    hands = played(match, choose)
    assert any(hand.net for hand in hands)
    for number, hand in enumerate(hands):
        won = _nets(match, course.state_of(match, number, hand.actions))
        doubles = _nets(match, _house_game(match, number))
        own, rival = (won[seat] - doubles[seat] for seat in course.seats_of(match, number))
        assert hand.net == own - rival


def _nets(match, state):
    return dict(match.engine.result(state).net)


def _house_game(match, number):
    """Return the end of the hand as house bots play it."""
    state, count = course.state_of(match, number, ()), 0
    while (seat := match.engine.turn(state)) is not None:
        view = match.engine.view(state, Viewer(seat=seat, course=True))
        rng = random.Random(f"{match.seed} {number} {seat} {count}")
        choice = bots.decide(match.game, view, match.rules, match.level, rng)
        action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
        state, count = match.engine.apply(state, action).state, count + 1
    return state


def test_nobody_moves_for_the_rival_of_a_duel():
    match = terms("holdem", bots_count=2)
    hands = course.advance(match, (), ())
    assert {hand.side for hand in hands} == {0, 1}
    for number, hand in enumerate(hands):
        move = fold(match, number, hand)._replace(side=1 - hand.side)
        with pytest.raises(IllegalAction, match="NOT_YOUR_TURN"):
            course.advance(match, hands, [move])


@pytest.mark.parametrize("game", DUELS)
def test_both_bots_of_a_duel_have_all_seats_with_all_buttons_equally_often(game):
    match, seats = terms(game, bots_count=2), registry.get(game).min_seats
    orders = seats * (seats - 1)
    count = Counter(
        (course.seats_of(match, number), number % seats) for number in range(seats * orders)
    )
    assert set(count.values()) == {1}
    assert len(count) == seats * orders
    assert all(len(set(both)) == 2 for both, _button in count)


def fold(match, number, hand):
    legal = course.view_of(match, number, hand, hand.side)["you"]["legal"]
    kinds = {option["kind"]: option for option in legal}
    one = kinds.get("fold") or kinds.get("check") or legal[0]
    return Move(number, len(hand.actions), Action(-1, one["kind"], one.get("min")), hand.side)


def test_the_same_seed_and_moves_give_the_same_match_and_another_seed_does_not():
    first = played(terms("holdem"), fold)
    assert played(terms("holdem"), fold) == first
    assert played(terms("holdem", seed="t"), fold) != first
    assert any(hand.net for hand in first)


@pytest.mark.parametrize("game", GAMES)
def test_the_bot_has_each_seat_with_each_button_equally_often(game):
    match, seats = terms(game), registry.get(game).min_seats
    count = Counter(
        (course.seats_of(match, number), number % seats) for number in range(seats * seats)
    )
    assert set(count.values()) == {1}
    assert len(count) == seats * seats


def test_a_view_has_neither_the_seed_nor_a_card_of_others():
    match = terms("holdem", seed="qqsecretqq")
    for number, hand in waiting(course.advance(match, (), ())):
        view = course.view_of(match, number, hand)
        assert "qqsecretqq" not in json.dumps(view)
        others = [entry for entry in view["seats"] if entry["seat"] != view["you"]["seat"]]
        assert {card for entry in others for card in entry["cards"]} == {"??"}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move(5, 0, Action(-1, "fold")), "NO_HAND_IN_PROGRESS"),
        (Move(0, 9, Action(-1, "fold")), "STALE_ACTION"),
        (Move(0, 0, Action(-1, "dance")), "UNKNOWN_ACTION"),
        (Move(0, 0, Action(-1, "raise_to", 1)), "RAISE_TOO_SMALL"),
    ],
)
def test_an_impossible_move_says_in_which_hand(move, code):
    match = terms("holdem", deals=1)
    hands = course.advance(match, (), ())
    move = move._replace(seq=len(hands[0].actions)) if move.seq == 0 and move.number == 0 else move
    with pytest.raises(IllegalAction) as refused:
        course.advance(match, hands, [move])
    assert (refused.value.code, refused.value.limits["hand"]) == (code, move.number)


def test_a_hand_that_is_over_takes_no_move():
    match = replace(terms("holdem"), deals=1)
    with pytest.raises(IllegalAction, match="NO_HAND_IN_PROGRESS"):
        course.advance(match, [LadderHand((), 5)], [Move(0, 0, Action(-1, "fold"))])
