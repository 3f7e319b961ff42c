"""Solved positions of heads-up Teen Patti: close to equilibrium, found again, played legally."""

import json
import random

import numpy as np
import pytest

from benchmarks import solve_teen_patti as solving
from games import bots
from games.bots import teen_patti_table as solved
from games.engines.core import registry
from games.engines.core.contract import Action, Opening, Viewer

GAME = registry.get("teen_patti")
RULES = GAME.presets["standard"]


def even_odds(buckets):
    """Return the odds of buckets that are dealt independently and tie only with themselves."""
    dealt = np.full((buckets, buckets), buckets**-2.0)
    wins = np.tril(dealt, -1) + np.diag(np.diag(dealt)) / 2
    return dealt, wins, np.zeros_like(dealt)


def test_a_small_game_is_solved():
    """Every iteration count has less to win for a best response; the value is the first loss."""
    _solver, curve = solving.solve(2, 120, even_odds(12), points=3)
    gains = [gain for _number, gain, _value in curve]
    assert gains == sorted(gains, reverse=True)
    assert gains[-1] < 0.005
    assert -0.5 < curve[-1][2] < 0


def test_the_table_is_within_half_a_percent_of_equilibrium():
    """Check what is stored, in whole 255ths, not what the solver had."""
    tree = solving.Tree(5)
    solver = solving.Solver(tree, even_odds(solved.BUCKETS))
    with np.load(solved.PATH) as stored:
        solver.sums[solver.blind] = stored["blind"][:, :, None]
        solver.sums[~solver.blind] = stored["seen"].transpose(0, 2, 1)
    gain, value = solver.exploitability()
    assert 0 < gain / solving.POT_BOOTS < 0.005
    assert value == pytest.approx(-0.25, abs=0.02)


@pytest.mark.full
def test_the_table_is_made_again():
    origin = json.loads(solved.table().origin)
    _name, _of, _module, _bets, bets, _iterations, iterations = origin["command"].split()
    solver, curve = solving.solve(int(bets), int(iterations), solving.odds_of_buckets())
    assert [list(point) for point in curve] == origin["curve"]
    plan = np.rint(solver.strategy().transpose(0, 2, 1) * 255)
    with np.load(solved.PATH) as stored:
        assert np.abs(plan[solver.blind, 0] - stored["blind"]).max() <= 1
        assert np.abs(plan[~solver.blind] - stored["seen"]).max() <= 1


def test_each_solved_position_is_found():
    """A hand that follows the tree reads the chances of its own position."""
    tree, table = solving.Tree(5), solved.table()
    with np.load(solved.PATH) as stored:
        plans = {False: stored["seen"], True: stored["blind"]}
    counts = {False: 0, True: 0}
    for spot in tree.spots:
        me, blind = spot.player, not spot.seen[spot.player]
        plan = plans[blind][counts[blind]] / 255
        counts[blind] += 1
        if spot.bets > 4:
            continue  # one of them looks like a course of three bets
        mine, other = spot.paid[me], spot.paid[1 - me]
        bets = spot.blind_bets[me], spot.blind_bets[1 - me]
        position = (spot.stake, mine, other, *bets)
        chances = table.chances(me, spot.seen, position, None if blind else 0.75)
        expected = plan if blind else plan[75]
        assert np.array_equal(chances, np.where(expected < solved.RARE, 0, expected))


def hand(deck, stack=100):
    opening = Opening("teen_patti", RULES, (0, 1), (stack * RULES.boot,) * 2, 1, deck)
    return GAME.deal(opening).state


def answer(state, level, seed):
    seat = GAME.turn(state)
    view = GAME.view(state, Viewer(seat=seat))
    choice = bots.decide("teen_patti", view, RULES, level, random.Random(seed))
    return Action(seat, choice.kind, choice.amount)


def deck_with(*cards):
    return (*cards, *(card for card in range(52) if card not in cards))


def test_the_expert_stays_blind_at_first_and_packs_the_worst_hand_once_it_has_looked():
    worst = deck_with(12, 50, 5, 49, 0, 48)  # 5-3-2 against aces, dealt in turn
    start = hand(worst)
    kinds = {answer(start, "expert", seed).kind for seed in range(20)}
    assert kinds == {"bet"}
    looked = GAME.apply(start, Action(0, "see")).state
    assert {answer(looked, "expert", seed).kind for seed in range(20)} == {"fold"}


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_bot_does_not_depend_on_the_other_hand(level):
    rng = random.Random(level)
    for _ in range(10):
        deck = list(rng.sample(range(52), 52))
        state = hand(tuple(deck))
        for at in (1, 3, 5):
            deck[at], deck[at + 10] = deck[at + 10], deck[at]
        other = hand(tuple(deck))
        for turn in range(4):
            if (seat := GAME.turn(state)) is None:
                break
            action = Action(seat, "bet", GAME.view(state, Viewer(seat=seat))["stake"])
            if seat == 0:
                action = answer(state, level, turn)
                assert action == answer(other, level, turn)
            state, other = GAME.apply(state, action).state, GAME.apply(other, action).state


def test_short_stacks_and_other_prices_are_not_the_solved_game():
    def is_solved(rules, stack):
        opening = Opening(
            "teen_patti", rules, (0, 1), (stack * rules.boot,) * 2, 1, tuple(range(52))
        )
        state = GAME.deal(opening).state
        return solved.is_solved(GAME.view(state, Viewer(seat=0)), rules)

    assert is_solved(RULES, 100)
    assert not is_solved(RULES, 20)
    for options in ({"raise_limit": 4}, {"show_price": 2}, {"pot_limit": 50}):
        assert not is_solved(GAME.rules_from_json({"boot": 10, **options}), 100)
