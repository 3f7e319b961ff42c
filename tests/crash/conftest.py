"""A running platform on data of an earlier start, for all tests of a file that kill parts of it."""

from collections.abc import Iterator

import pytest

from tests.conftest import new_state_folder
from tests.crash.running import Running, free_port
from tests.support.prepared import fill

PATIENT = {"DISCONNECT_LEAST_S": "300", "DISCONNECT_MOST_S": "300", "DISCONNECT_AGAIN_S": "0"}
"""However slowly a killed process starts again, the hand waits for the player who was cut off."""


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """Every test leaves it running."""
    with new_state_folder() as folder:
        fill(folder)
        platform = Running(folder, free_port(), settings=PATIENT)
        platform.start()
        yield platform
        platform.stop()
