"""Bots: legal in every situation, better with each level, and blind to hidden cards."""

import random
import time

import pytest

from games import bots
from games.bots.teen_patti_percentiles import percentile
from games.engines.core import registry
from games.engines.core.cards import parse_cards
from games.engines.core.contract import Action, Opening, Viewer
from tests.games.engines.random_play import random_action, random_opening, random_rules
from tests.support.size import times

GAME = registry.get("teen_patti")


def play(opening, levels, rng):
    """Play one hand among bots; an illegal choice makes `apply` raise."""
    state, decisions = GAME.deal(opening).state, 0
    while (seat := GAME.turn(state)) is not None:
        level = levels[opening.seats.index(seat) % len(levels)]
        view = GAME.view(state, Viewer(seat=seat))
        choice = bots.decide("teen_patti", view, opening.rules, level, rng)
        action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
        state = GAME.apply(state, action).state
        decisions += 1
        assert decisions < 1_500, "the hand does not end"
    return state, decisions


@pytest.mark.parametrize("preset", GAME.presets)
def test_bots_are_legal_under_every_preset(preset):
    rng = random.Random(preset)
    for _ in range(times(20, 60)):
        play(random_opening(GAME, GAME.presets[preset], rng), bots.LEVELS, rng)


@pytest.mark.parametrize("seed", range(times(2, 12)))
def test_bots_are_legal_under_any_rules(seed):
    rng = random.Random(seed)
    rules = random_rules(GAME, rng)
    for _ in range(25):
        play(random_opening(GAME, rules, rng), bots.LEVELS, rng)


@pytest.mark.parametrize("seed", range(times(2, 8)))
def test_bots_are_legal_among_random_players(seed):
    """Let every second seat act at random, and leave now and then."""
    rng = random.Random(f"people {seed}")
    rules = random_rules(GAME, rng)
    for _ in range(25):
        opening = random_opening(GAME, rules, rng)
        state = GAME.deal(opening).state
        while (seat := GAME.turn(state)) is not None:
            if opening.seats.index(seat) % 2 == 0:
                view = GAME.view(state, Viewer(seat=seat))
                choice = bots.decide("teen_patti", view, rules, rng.choice(bots.LEVELS), rng)
                action = Action(seat, choice.kind, choice.amount, choice.cards)
                assert choice.kind in {option.kind for option in GAME.legal(state, seat)}
            elif rng.random() < 0.05:
                action = Action(seat, "leave")
            else:
                action = random_action(GAME, state, seat, rng)
            state = GAME.apply(state, action).state


def hands_of(levels, hands, seed):
    """Return net results in boots, and the number of actions, of hands with 100 boots per seat."""
    rng, rules, count = random.Random(seed), GAME.presets["standard"], len(levels)
    seats = tuple(range(count))
    for number in range(hands):
        deck = tuple(rng.sample(range(52), 52))
        stacks = (100 * rules.boot,) * count
        opening = Opening("teen_patti", rules, seats, stacks, number % count, deck)
        state, actions = play(opening, levels, rng)
        yield [net / rules.boot for _seat, net in GAME.result(state).net], actions


def boots_a_hand(levels, hands, seed):
    """Return the winnings of every second seat, from the first one on."""
    return sum(sum(net[::2]) for net, _actions in hands_of(levels, hands, seed)) / hands


@pytest.mark.slow
def test_each_level_beats_the_one_below():
    """Play few hands with fixed seeds; `manage.py arena` plays enough to be sure."""
    assert boots_a_hand(("medium", "easy") * 2, times(250, 1_600), 11) > 1.5
    assert boots_a_hand(("hard", "easy") * 2, times(250, 1_600), 12) > 2
    assert boots_a_hand(("hard", "medium") * 2, times(250, 1_600), 13) > 0


@pytest.mark.slow
def test_each_level_beats_the_one_below_heads_up():
    assert boots_a_hand(("medium", "easy"), times(250, 4_000), 21) > 0
    assert boots_a_hand(("hard", "medium"), times(250, 4_000), 22) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "usual", "longest"),
    [pytest.param("easy", 35, 60, marks=pytest.mark.full), ("hard", 16, 30)],
)
def test_hands_of_bots_are_short(level, usual, longest):
    """Players who have packed have to wait."""
    lengths = sorted(actions for _net, actions in hands_of((level,) * 4, 400, 31))
    assert lengths[380] <= usual
    assert lengths[-1] <= longest


def test_percentiles_are_exact():
    rules = GAME.presets["standard"]
    best = percentile(parse_cards("As Ah Ad"), rules)
    worst = percentile(parse_cards("5s 3h 2d"), rules)
    assert best == 1 - 4 / 2 / 22_100
    assert worst == 60 / 2 / 22_100
    assert percentile(parse_cards("5s 3h 2d"), GAME.presets["muflis"]) == 1 - 60 / 2 / 22_100


def test_a_decision_is_cheap():
    rng = random.Random(5)
    play(random_opening(GAME, GAME.presets["standard"], rng), bots.LEVELS, rng)
    start, decisions = time.process_time(), 0
    for _ in range(30):
        decisions += play(random_opening(GAME, GAME.presets["standard"], rng), bots.LEVELS, rng)[1]
    assert (time.process_time() - start) / decisions < 0.005


def test_an_unknown_level_plays_medium():
    opening = random_opening(GAME, GAME.presets["standard"], random.Random(3))
    assert play(opening, ("medium",), random.Random(4)) == play(opening, ("?",), random.Random(4))
