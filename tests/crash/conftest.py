"""A running platform for each test, stopped after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crash.running import Running, free_port


@pytest.fixture
def running(state_folder: Path) -> Iterator[Running]:
    platform = Running(state_folder, free_port())
    platform.start()
    yield platform
    platform.stop()
