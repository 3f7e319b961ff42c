"""Policies that call themselves quick may choose while tables are locked."""

import itertools
import random
import time

import pytest

from games import bots
from games.bots.teen_patti_percentiles import is_prepared, percentile, prepare
from games.engines.core import registry
from games.engines.core.contract import Action, Viewer
from games.engines.teen_patti.rules import DEALERS_CHOICE, PRESETS, TeenPattiRules
from tests.games.engines.random_play import random_opening

QUICK = [
    (game, preset, level)
    for game in registry.all_games()
    for preset, rules in game.presets.items()
    for level in bots.LEVELS
    if bots.is_quick(game.key, rules, level)
]


def test_teen_patti_is_quick_and_long_thought_is_not():
    assert {(game.key, level) for game, _preset, level in QUICK} == {
        *(("teen_patti", level) for level in bots.LEVELS),
        ("dealer_teen_patti", "easy"),
        ("dealer_teen_patti", "medium"),
        ("dealer_teen_patti", "hard"),
    }


@pytest.mark.parametrize(("game", "preset", "level"), QUICK)
def test_a_quick_policy_takes_next_to_no_time(game, preset, level):
    bots.warm_up()
    rng, rules, took = random.Random(preset), game.presets[preset], []
    for _ in range(20):
        state = game.deal(random_opening(game, rules, rng)).state
        while (seat := game.turn(state)) is not None:
            view = game.view(state, Viewer(seat=seat))
            start = time.thread_time()
            choice = bots.decide(game.key, view, rules, level, rng)
            took.append(time.thread_time() - start)
            action = Action(seat, choice.kind, choice.amount, choice.cards, choice.reading)
            state = game.apply(state, action).state
    took.sort()
    assert took[len(took) * 9 // 10] < 0.001, "a fifth of that on a quiet machine"


def test_percentiles_of_unusual_rankings_are_not_prepared():
    """A host could otherwise stop a dealer with one ranking after the other."""
    assert is_prepared(TeenPattiRules(boot=50, max_players=4))
    assert not is_prepared(TeenPattiRules(suit_tiebreak=("c", "d", "h", "s")))
    assert not bots.is_quick("teen_patti", TeenPattiRules(run_order="no_a23"), "easy")


def test_unusual_rankings_do_not_push_out_those_of_presets():
    """Otherwise a quick policy would compute its table again, while a table is locked."""
    prepare()
    orders = itertools.permutations("cdhs")
    unusual = itertools.product(("ak47", "muflis"), orders)
    for variant, suits in itertools.islice(unusual, 33):
        percentile((49, 50, 51), TeenPattiRules(variant=variant, suit_tiebreak=suits))
    start = time.thread_time()
    for rules in PRESETS.values():
        if rules.variant != DEALERS_CHOICE:
            percentile((49, 50, 51), rules)
    assert time.thread_time() - start < 0.03, "one ranking takes twice as long to prepare"
