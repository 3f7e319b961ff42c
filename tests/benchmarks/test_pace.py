"""Times do not tell house bots from people; `make full` asks more of them."""

import random

import pytest

from benchmarks import pace
from benchmarks.timing import CLOCK_MS
from lobby.moderation.detection.bots import suspicion
from tests.support.size import FULL, times

PLAYERS, HANDS = times(30, 400), times(60, 200)
BEHIND_MAX = times(0.75, 0.6)
"""How often a bot may be less like people than a person is; few players say little."""


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "teen_patti" else [pytest.mark.full])
             for game in pace.SEATS],
)  # fmt: skip
def test_a_detector_trained_on_people_does_no_better_than_chance(game):
    found = pace.judged(game, PLAYERS, HANDS, samples=times(4, 20))
    assert found.flagged <= 0.01 * PLAYERS
    assert found.behind <= BEHIND_MAX
    assert not FULL or found.suspected <= max(found.suspected_people, 2 * pace.FALSE_ALARMS_SHARE)


def test_the_detectors_find_a_program_that_waits_for_a_constant_time():
    """So that the test above can fail."""
    made = pace.spots("teen_patti", 0, HANDS)
    rng = random.Random(5)
    stored = pace.decisions("teen_patti", made, lambda _spot: 1_500 + rng.random() * 40, rng)
    assert suspicion(0, stored) is not None
    people = []
    for number in range(20):
        draw = pace.by_person("teen_patti", random.Random(number))
        people.append(pace.figures(pace.decisions("teen_patti", made, draw, rng)))
    known, program = pace.np.array(people), pace.np.array([pace.figures(stored)])
    far, near = pace.distances(known, program), pace.distances(known, known)
    assert far[0] > near.max()
    assert max(one.took_ms for one in stored) < CLOCK_MS
