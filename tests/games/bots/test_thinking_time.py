"""How long bots seem to think: by what everybody sees, never by the cards."""

import random
import uuid
from dataclasses import replace
from math import log
from statistics import median, stdev

import pytest

from games import bots
from games.bots.thinking_time import SHORTEST_THINKING_MS
from games.engines.core import registry
from games.engines.core.errors import IllegalAction
from games.hands.live_hand import LiveHand, Player
from lobby.tables.turn_clock import bot_delay_ms
from tests.games.engines.random_play import random_action, random_opening


def thinking(weight, count=2_000):
    return [bots.thinking_ms(random.Random(seed), weight=weight) for seed in range(count)]


def test_a_large_pot_takes_longer_and_times_spread_as_people_s_do():
    small, large = thinking(bots.weight_of(2, 1)), thinking(bots.weight_of(150, 1))
    assert 1.3 < median(large) / median(small) < 2.3
    for times in (small, large):
        assert min(times) >= SHORTEST_THINKING_MS
        assert max(times) < bots.LONGEST_THINKING_MS
        assert stdev(map(log, times)) == pytest.approx(0.49, abs=0.04)
        # A lognormal time has a long tail to one side only.
        low, high = sorted(times)[200], sorted(times)[1_800]
        assert high - median(times) > 1.3 * (median(times) - low)


def test_each_bot_has_its_own_pace_and_each_hand_its_mood():
    def times(bot, hand=0, after="bet"):
        manner = bots.manner_of(bot, after)
        return [
            bots.thinking_ms(random.Random(n), mood=random.Random(f"{hand}"), manner=manner)
            for n in range(200)
        ]

    assert times("a") == times("a")
    assert stdev(log(median(times(f"bot {n}"))) for n in range(40)) > 0.15
    assert stdev(log(median(times("a", hand))) for hand in range(40)) > 0.12
    assert stdev(log(median(times("a", after=f"{n}"))) for n in range(40)) > 0.05


def test_the_weight_of_a_choice_grows_with_the_pot_up_to_1():
    weights = [bots.weight_of(pot, 10) for pot in (0, 20, 200, 10**9)]
    assert weights == sorted(set(weights))
    assert (weights[0], weights[-1]) == (0, 1)


@pytest.mark.parametrize("game", registry.all_games(), ids=lambda game: game.key)
def test_other_cards_give_the_same_times(game):
    """The same actions over another deck have the same delay at every turn of a bot."""
    rng, compared = random.Random(game.key), 0
    rules = next(iter(game.presets.values()))
    for number in range(12):
        opening = random_opening(game, rules, rng)
        other = replace(opening, deck=tuple(rng.sample(opening.deck, len(opening.deck))))
        states = game.deal(opening).state, game.deal(other).state
        while (seat := game.turn(states[0])) is not None:
            delays = [delay(game, opening, state, seat, number) for state in states]
            assert delays[0] == delays[1]
            compared += 1
            action = random_action(game, states[0], seat, rng)
            try:
                states = tuple(game.apply(state, action).state for state in states)
            except IllegalAction:
                break  # a hand that lacks these cards
            if game.turn(states[1]) != game.turn(states[0]):
                break
    assert compared >= 12


def delay(game, opening, state, seat, number):
    players = {
        one: Player(one, None, f"Bot {one}", "bot", stack, bank_ms=0)
        for one, stack in zip(opening.seats, opening.stacks, strict=True)
    }
    hand = LiveHand(
        id=uuid.UUID(int=number),
        table_id=uuid.UUID(int=0),
        number=1,
        game=game,
        opening=opening,
        players=players,
        seat_of={},
        clock_ms=20_000,
        spectators="public",
        private=False,
        plays_for="chips",
        started_at=None,
        state=state,
        records=(),
        bot_key=bytes(32),
        banked=False,
    )
    return bot_delay_ms(hand, seat)
