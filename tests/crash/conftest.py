"""A running platform on data of an earlier start, for all tests of a file that kill parts of it."""

from collections.abc import Iterator

import pytest

from tests.conftest import new_state_folder
from tests.crash.running import Running, free_port
from tests.support.prepared import fill


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """Every test leaves it running."""
    with new_state_folder() as folder:
        fill(folder)
        platform = Running(folder, free_port())
        platform.start()
        yield platform
        platform.stop()
