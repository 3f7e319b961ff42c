"""A server that has stopped to answer anybody, such as a frozen primary.

The kernel acknowledges what is sent to it, so no time-out of TCP ends the wait.
"""

from typing import Any

import psycopg
from django.conf import settings
from psycopg.errors import ConnectionTimeout

PROBE_S = 2


def silence_s() -> float:
    """Seconds of silence after which `find_server` is to be called, again and again."""
    return float(settings.DB_ANSWER_S)


def find_server(connection: psycopg.Connection[Any]) -> None:
    """See by another connection whether the server of this one answers anybody.

    If it does, a slow statement or a lock goes on. If not, the connection is closed. Raises
    `ConnectionTimeout` then.
    """
    try:
        psycopg.connect(connection.info.dsn, connect_timeout=PROBE_S).close()
    except ConnectionTimeout:
        connection.close()
        raise
    except psycopg.Error:
        pass  # an answer, if only to refuse
