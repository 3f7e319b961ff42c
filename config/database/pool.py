"""How soon the database pool reconnects after PostgreSQL was down.

psycopg_pool waits 1, 2, 4 ... seconds between attempts and has no setting for it. PostgreSQL is
back within a second after a crash, and players wait for it.
"""

from psycopg_pool.base import AttemptWithBackoff

PAUSE_S = 0.1


def retry_soon() -> None:
    """Make every pool of this process retry each 0.1 seconds.

    The pool's `reconnect_timeout` (config.settings.base) ends such a series of attempts; the next
    request begins a new one. It is longer than any request waits for a connection: a request that
    waits after the last attempt of a series would wait in vain.
    """
    for name in ("INITIAL_DELAY", "DELAY_BACKOFF"):
        if not hasattr(AttemptWithBackoff, name):
            raise AttributeError(f"psycopg_pool has changed: AttemptWithBackoff has no {name}")
    AttemptWithBackoff.INITIAL_DELAY = PAUSE_S
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
