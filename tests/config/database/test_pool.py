"""How soon the pool of database connections tries again."""

import pytest
from psycopg_pool.base import AttemptWithBackoff

from config.database import pool


def test_the_pool_tries_again_soon() -> None:
    pool.retry_soon()
    attempt, pauses = AttemptWithBackoff(timeout=60), []
    for _ in range(3):
        attempt.update_delay(now=0.0)
        pauses.append(attempt.delay)
    assert pauses == pytest.approx([0.1] * 3, rel=0.11)
