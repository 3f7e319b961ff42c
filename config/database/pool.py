"""How soon the database pool reconnects after PostgreSQL was down.

psycopg_pool waits 1, 2, 4 ... seconds between attempts and has no setting for it. PostgreSQL is
back within a second after a crash, but the pool kept players waiting for 3.5 s (measured).
"""

from psycopg_pool.base import AttemptWithBackoff

FIRST_PAUSE_S = 0.1
PAUSE_FACTOR = 1.5


def retry_soon() -> None:
    """Make every pool of this process retry after 0.1, 0.15, 0.22 ... seconds.

    The pool's `reconnect_timeout` (config.settings.base) ends such a series of attempts, so that a
    long outage does not lead to long waits; the next request begins a new series.
    """
    for name in ("INITIAL_DELAY", "DELAY_BACKOFF"):
        if not hasattr(AttemptWithBackoff, name):
            raise AttributeError(f"psycopg_pool has changed: AttemptWithBackoff has no {name}")
    AttemptWithBackoff.INITIAL_DELAY = FIRST_PAUSE_S
    AttemptWithBackoff.DELAY_BACKOFF = PAUSE_FACTOR
