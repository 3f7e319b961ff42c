"""The connection to the database that the hub's transactions' thread keeps between batches."""

import asyncio

import psycopg
import pytest
from django.conf import settings
from django.db import OperationalError, connection

from core.runtime.sql import run
from lobby.tables.ws import hub

pytestmark = pytest.mark.django_db(transaction=True)


async def _new() -> hub.Hub:
    return hub.Hub()


def test_a_batch_uses_the_connection_of_the_last_one_unless_that_broke(monkeypatch):
    backends = []

    def play(_commands, _pausing):
        backends.append(run(("SELECT pg_backend_pid()", []))[0][0][0])
        return []

    monkeypatch.setattr(hub, "play", play)
    here = asyncio.run(_new())
    here._play([], set())
    kept = connection.connection
    here._play([], set())
    assert connection.connection is kept
    assert backends[0] == backends[1]
    with psycopg.connect(settings.OWNER_DATABASE_URL) as owner:
        owner.execute("SELECT pg_terminate_backend(%s, 5000)", [backends[0]])
    with pytest.raises(OperationalError):
        here._play([], set())
    assert connection.connection is None, "it goes back to the pool, which replaces it"
    here._play([], set())
    assert backends[-1] != backends[0]
