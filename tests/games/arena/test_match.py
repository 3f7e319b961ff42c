"""The arena: repeatable, fair to both players, and legal for everybody who plays in it."""

from dataclasses import replace

import pytest

from games.arena import match as arena
from games.arena.players import opponents_of
from games.engines.core import registry
from tests.support.size import times

MATCH = arena.Match("teen_patti", "easy", "threshold", "standard", 3, 100, "1")


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.full)])
def test_a_run_repeats_on_any_number_of_workers_and_another_seed_does_not(workers):
    first = arena.run(MATCH, 6, 1).results
    assert arena.run(MATCH, 6, workers).results == first
    assert arena.run(replace(MATCH, seed="2"), 6, 1).results != first


@pytest.mark.parametrize(
    ("game", "name", "seats"),
    [("teen_patti", "hard", 3), ("holdem", "medium", 4), ("holdem", "random", 2)],
)
def test_two_equal_players_draw_even(game, name, seats):
    """Each deal is played from every seat, so what luck gives, it takes."""
    preset = {"holdem": "cash"}.get(game, "standard")
    match = arena.Match(game, name, name, preset, seats, 100, "3")
    assert arena.run(match, 8, 1).results == pytest.approx([0] * 8)


def test_where_seats_play_against_the_house_both_play_the_same_decks():
    match = arena.Match("dealer_teen_patti", "hard", "random", "standard", 1, 100, "3")
    assert arena.run(replace(match, other="hard"), 20).results == [0] * 20
    assert any(arena.run(match, 20).results)


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game in ("holdem", "teen_patti") for name in [*opponents_of(game), "random"]],
)
def test_the_simple_players_are_legal(game, name):
    """An illegal choice raises."""
    for preset in list(registry.get(game).presets)[: times(2, 9)]:
        match = arena.Match(game, name, "random", preset, 3, 40, "5")
        assert len(arena.run(match, times(2, 20), 1).results) == times(2, 20)


@pytest.mark.parametrize("game", [game.key for game in registry.all_games()])
def test_the_random_player_is_legal_in_every_game_under_every_preset(game):
    engine = registry.get(game)
    for preset in engine.presets:
        match = arena.Match(game, "random", "random", preset, engine.min_seats, 100, "6")
        deals = times(1, 10)
        assert len(arena.run(match, deals).results) == deals


def test_the_tally_has_the_interval_and_the_counters_of_the_game():
    assert arena.Tally([100.0, 300.0]).interval() == (200.0, pytest.approx(196.0))
    tally = arena.run(arena.Match("holdem", "caller", "caller", "cash", 2, 100, "1"), 3)
    assert tally.counters["hands"] == tally.counters["showdowns"] == 6
    assert tally.counters["pfr"] == 0
