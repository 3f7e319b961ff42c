"""The stake of a seat in each game, which time banks and lost connections depend on."""

import random

import pytest

from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Stake
from tests.games.engines.random_play import random_action


def opening(key, preset, seats, **options):
    game = registry.get(key)
    rules = game.rules_from_json(game.presets[preset].to_json() | options)
    deck = list(range(game.deck_size))
    random.Random(3).shuffle(deck)
    return game, game.deal(
        Opening(key, rules, tuple(range(seats)), (1_000,) * seats, 0, tuple(deck))
    ).state


def test_blinds_are_at_stake_and_waiting_to_act_is_not():
    game, state = opening("holdem", "cash", 4)
    assert [game.stake(state, seat).own for seat in range(4)] == [0, 5, 10, 0]
    state = game.apply(state, Action(3, "call")).state
    assert game.stake(state, 3) == Stake(10, 25)


def test_in_teen_patti_everyone_has_the_boot_at_stake():
    game, state = opening("teen_patti", "standard", 3)
    boot = state.rules.boot
    assert [game.stake(state, seat) for seat in range(3)] == [Stake(boot, 3 * boot)] * 3


def test_against_the_dealer_nothing_is_at_stake_before_the_ante():
    game, state = opening("dealer_teen_patti", "standard", 2)
    assert game.stake(state, state.turn).own == 0
    ante = next(one for one in game.legal(state, 0) if one.kind == "ante").min
    state = game.apply(state, Action(0, "ante", ante)).state
    assert game.stake(state, 0) == Stake(ante, ante)


def test_during_bidding_the_bid_is_at_stake_and_then_the_landlord_has_twice_the_base():
    game, state = opening("dou_dizhu", "default", 3, base_score=5)
    assert [game.stake(state, seat).own for seat in range(3)] == [0, 0, 0]
    while state.landlord < 0:
        kinds = {one.kind for one in game.legal(state, state.turn)}
        state = game.apply(state, Action(state.turn, "call" if "call" in kinds else "pass")).state
    stakes = [game.stake(state, seat) for seat in range(3)]
    assert stakes[state.landlord] == Stake(10, 10)
    assert sorted(stake.own for stake in stakes) == [5, 5, 10]


@pytest.mark.parametrize("key", ["teen_patti", "holdem", "dou_dizhu", "dealer_teen_patti"])
def test_no_stake_exceeds_the_chips_played_for(key):
    rng = random.Random(9)
    game, state = opening(key, "standard", registry.get(key).min_seats)
    while game.result(state) is None:
        for seat in state.seats:
            stake = game.stake(state, seat)
            assert 0 <= stake.own <= stake.pot
        state = game.apply(state, random_action(game, state, game.turn(state), rng)).state
