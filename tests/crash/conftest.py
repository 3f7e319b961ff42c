"""A running platform on data of an earlier start, for all tests of a file that kill parts of it."""

from collections.abc import Iterator

import psycopg
import pytest

from config.embedded.servers import NAME, USER
from tests.conftest import new_state_folder
from tests.crash.running import NO_POOLS, Running
from tests.support.ports import free_port
from tests.support.prepared import fill


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    """Every test leaves it running."""
    with new_state_folder() as folder:
        fill(folder)
        platform = Running(folder, free_port(), settings=NO_POOLS)
        platform.start()
        _slow_clocks(platform)
        yield platform
        platform.stop()


CLOCK_MS = 3_600_000
"""However slowly a killed process starts again, no player's time runs out meanwhile."""
_SLOW_CLOCKS = f"""
CREATE FUNCTION slow_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.clock_ms = {CLOCK_MS}; RETURN NEW; END $$;
CREATE TRIGGER slow_clock BEFORE INSERT OR UPDATE ON lobby_table
FOR EACH ROW EXECUTE FUNCTION slow_clock();
UPDATE lobby_table SET clock_ms = 0;
"""


def _slow_clocks(platform: Running) -> None:
    """Give every table, also each that is opened later, a long clock."""
    run = str(platform.folder / "run")
    with psycopg.connect(host=run, dbname=NAME, user=USER, autocommit=True) as line:
        line.execute(_SLOW_CLOCKS)
