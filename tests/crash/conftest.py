"""A running platform for each test, on data of an earlier start, stopped after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.running import Running, free_port
from tests.prepared import fill


@pytest.fixture
def running(state_folder: Path) -> Iterator[Running]:
    fill(state_folder)
    platform = Running(state_folder, free_port())
    platform.start()
    yield platform
    platform.stop()
