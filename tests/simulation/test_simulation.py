"""The life of tables from a seed: nothing is lost, nothing counts twice, planted bugs are found.

`docs/simulation.md` tells what is simulated, and how a failure is played again.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from tests.simulation import world
from tests.simulation.planted import PLANTED, Plant, published_before_commit
from tests.support.size import FULL

pytestmark = [pytest.mark.slow, pytest.mark.timeout(0 if FULL else 300)]
HANDS = 2_000
SEEDS_MAX = 12
"""So many runs may miss a planted bug."""


@pytest.fixture(autouse=True)
def _database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Each run makes a database of its own."""
    with django_db_blocker.unblock():
        yield


def test_a_run_finds_nothing_and_its_seed_leads_to_the_same_run_again():
    first, again = (world.run(20261127, seconds=1.5) for _ in range(2))
    assert first.found == []
    assert first.hands
    assert first.trace == again.trace


def test_a_planted_bug_is_found_and_its_seed_finds_it_again():
    first, again = (world.run(1, seconds=6.0, plant=published_before_commit) for _ in range(2))
    assert first.found
    assert again.found == first.found


@pytest.mark.full
def test_two_thousand_hands_find_nothing():
    hands = 0
    for seed in count(1):
        run = world.run(seed, seconds=60.0)
        assert run.found == [], run.replayed_by
        hands += run.hands
        if hands >= HANDS:
            break


@pytest.mark.full
@pytest.mark.parametrize("plant", PLANTED)
def test_each_planted_bug_is_found(plant: Plant):
    assert any(world.run(seed, plant=plant).found for seed in range(1, SEEDS_MAX + 1))
