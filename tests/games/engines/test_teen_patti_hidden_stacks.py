"""Hidden stacks: only a seat's own player is told how many chips it has left (rule 2.10)."""

import json
import random
from dataclasses import replace

import pytest

from games import bots
from games.engines.core import registry
from games.engines.core.contract import ALL_STACKS, NO_STACKS, OPEN, SPECTATOR, Action, Viewer
from tests.games.engines.random_play import random_hand, random_opening, random_rules
from tests.games.engines.scripted import GAME, Play
from tests.support.leaks import assert_the_same_is_sent, played_again, sent
from tests.support.size import times

HANDS = times(60, 300)
STACKS = (500, 25, 700)


def stacks_of(view):
    return [seat["stack"] for seat in view["seats"]]


def hidden(stacks=STACKS, **options):
    return Play(stacks=stacks, boot=10, hidden_stacks=True, **options)


def test_tp_55_bets_are_public_and_stacks_are_not():
    play = hidden().bet(0, 20)
    for viewer, received in (
        (Viewer(0), [470, None, None]),
        (Viewer(1), [None, 15, None]),
        (Viewer(2), [None, None, 690]),
        (SPECTATOR, [None, None, None]),
        (OPEN, [None, None, None]),
    ):
        view = GAME.view(play.state, viewer)
        assert stacks_of(view) == received, viewer
        assert (view["pot"], view["stake"]) == (50, 20)
        assert [seat["paid"] for seat in view["seats"]] == [30, 10, 10]
        assert view["seats"][0]["last"] == {"kind": "bet", "amount": 20}
    assert stacks_of(play.view(stacks=ALL_STACKS)) == [470, 15, 690]
    assert stacks_of(play.view(0, stacks=NO_STACKS)) == [None, None, None]


def test_tp_56_the_result_is_public_and_the_chips_after_it_are_not():
    play = hidden().bet(0, 20).do(1, "fold").do(2, "fold")
    net = [[0, 20], [1, -10], [2, -10]]
    for viewer, chips in (
        (Viewer(0), [[0, 520]]),
        (Viewer(2), [[2, 690]]),
        (OPEN, []),
        (Viewer(stacks=ALL_STACKS), [[0, 520], [1, 15], [2, 690]]),
    ):
        result = GAME.view(play.state, viewer)["result"]
        assert (result["net"], result["chips"]) == (net, chips), viewer
        assert result["pots"][0]["shares"] == [[0, 50]]


def test_tp_57_a_player_who_covers_is_seen_to():
    play = hidden().bet(0, 20).do(1, "cover")
    seat = play.view(2)["seats"][1]
    assert (seat["status"], seat["stack"], seat["paid"]) == ("covered", None, 25)
    assert seat["last"] == {"kind": "cover", "amount": 15}
    assert play.step_events("cover") == [{"seat": 1, "amount": 15, "pot": 65}]


def test_stacks_are_shown_without_the_option():
    play = Play(stacks=STACKS, boot=10, hidden_stacks=False).bet(0, 20)
    for viewer in (SPECTATOR, Viewer(1), Viewer(1, stacks=NO_STACKS), OPEN):
        assert stacks_of(GAME.view(play.state, viewer)) == [470, 15, 690]


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_a_view_has_the_stacks_that_the_rules_show(game):
    """Also in games to come: the platform believes `hides_stacks`."""
    rng = random.Random(game.key)
    for number in range(12):
        rules = list(game.presets.values())[number] if number < len(game.presets) else None
        opening = random_opening(game, rules or random_rules(game, rng), rng)
        hides = game.hides_stacks(opening.rules)
        for _before, _action, step in random_hand(game, opening, rng):
            for viewer in (SPECTATOR, Viewer(opening.seats[0]), OPEN):
                view = game.view(step.state, viewer)
                received = {seat["seat"] for seat in view["seats"] if seat["stack"] is not None}
                sees = {seat for seat in opening.seats if not hides or viewer.sees_stack(seat)}
                assert received == sees
                if view["result"] is not None:
                    assert {seat for seat, _chips in view["result"]["chips"]} == sees


def played(rules, rng):
    """Return an opening with hidden stacks and its random play."""
    opening = random_opening(GAME, replace(rules, hidden_stacks=True), rng)
    return opening, list(random_hand(GAME, opening, rng))


def richer(opening, seat, rng):
    """Return the opening with more chips in one seat."""
    more = rng.randrange(1, 50) * 100
    stacks = [
        stack + more if one == seat else stack
        for one, stack in zip(opening.seats, opening.stacks, strict=True)
    ]
    return replace(opening, stacks=tuple(stacks))


def test_nothing_that_is_sent_depends_on_another_seats_stack():
    """Play the same in a world where one seat has more: the others are sent the same bytes."""
    compared = richest = 0
    rng = random.Random("another stack")
    for _ in range(HANDS):
        opening, steps = played(random_rules(GAME, rng), rng)
        seat = rng.choice(opening.seats)
        player = opening.seats.index(seat)
        # Until it is all-in, which everybody sees, the seat could have more and play the same.
        steps = [one for one in steps if one[2].state.paid[player] < opening.stacks[player]]
        if not steps:
            continue
        twins = list(played_again(GAME, richer(opening, seat, rng), steps))
        for viewer in (SPECTATOR, OPEN, *map(Viewer, opening.seats)):
            if viewer.seat != seat:
                compared += assert_the_same_is_sent(GAME, steps, twins, viewer)
        own = Viewer(seat)
        richest += sent(GAME, steps[0][2].state, (), own) != sent(GAME, twins[0].state, (), own)
    assert compared > 10 * HANDS
    assert richest > HANDS // 2, "a player sees their own"


def test_bots_play_the_same_whether_they_see_other_stacks_or_not():
    rng = random.Random("bots")
    for _ in range(HANDS):
        opening, steps = played(GAME.presets["standard"], rng)
        for _before, _action, step in steps:
            seat = GAME.turn(step.state)
            if seat is None:
                continue
            seed = rng.random()
            choices = {
                bots.decide("teen_patti", view, opening.rules, "hard", random.Random(seed))
                for stacks in ("own", "all")
                for view in [GAME.view(step.state, Viewer(seat, stacks=stacks))]
            }
            (choice,) = choices
            GAME.apply(
                step.state,
                Action(seat, choice.kind, choice.amount, choice.cards, choice.reading),
            )


def test_a_hidden_stack_is_no_number_in_any_text():
    play = hidden(stacks=(500, 4_321, 700)).bet(0, 20).bet(1, 20).do(2, "fold").do(0, "fold")
    received = json.dumps(
        [play.view(0), play.view(), [event.to_json() for event in play.all_events]]
    )
    for stack in (4_321, 4_311, 4_291, 4_361):
        assert str(stack) not in received
