"""The arena: repeatable, fair to both players, and legal for everybody who plays in it."""

from dataclasses import replace

import pytest

from benchmarks import arena
from tests.support.size import times

MATCH = arena.Match("teen_patti", "easy", "threshold", "standard", 3, 100, 1)


def test_a_run_repeats_and_another_seed_does_not():
    first = arena.run(MATCH, 6, 1).results
    assert arena.run(MATCH, 6, 1).results == first
    assert arena.run(replace(MATCH, seed=2), 6, 1).results != first


@pytest.mark.parametrize("game", ["teen_patti", "holdem"])
def test_a_player_without_dice_draws_even_with_itself(game):
    """Each deal is played from every seat, so what luck gives, it takes."""
    match = arena.Match(game, "caller", "caller", arena.PRESETS[game], 2, 100, 3)
    assert arena.run(match, 8, 1).results == pytest.approx([0] * 8)


@pytest.mark.parametrize(
    ("game", "name"),
    [(game, name) for game, players in arena.OPPONENTS.items() for name in [*players, "random"]],
)
def test_the_simple_players_are_legal(game, name):
    """An illegal choice raises."""
    for preset in list(arena.registry.get(game).presets)[: times(2, 9)]:
        match = arena.Match(game, name, "random", preset, 3, 40, 5)
        assert len(arena.run(match, times(2, 20), 1).results) == times(2, 20)


def test_the_row_has_the_interval_and_the_seed():
    tally = arena.Tally([100.0, 300.0], [0.001, 0.003])
    assert tally.interval() == (200.0, pytest.approx(196.0))
    row = arena.line_of(MATCH, tally)
    assert "+200.0 ±196.0" in row
    assert "seed 1" in row
