"""Reads from a replica: fresh or not at all, and never a reason for a view to fail."""

import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, connections, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from accounts.people.actions.users import create_guest
from accounts.people.models import User
from config.settings.base import database as entry_of
from core.runtime import replica, sql
from core.runtime.replica import REPLICA, from_replica, reader
from tests.support import database
from tests.support.cluster import Cluster
from tests.support.waiting import slowly, wait_until

pytestmark = pytest.mark.services
WHERE = "SELECT pg_is_in_recovery()"


@pytest.fixture(scope="module")
def pair(django_db_blocker: DjangoDbBlocker) -> Iterator[Cluster]:
    """Django's two databases are the nodes of this cluster."""
    cluster = Cluster()
    there = entry_of(cluster.url())
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        leave(connection)
        for key in ("NAME", "USER", "PASSWORD", "HOST", "PORT", "OPTIONS"):
            patch.setitem(connection.settings_dict, key, there[key])
        entry = entry_of(cluster.url(), is_replica=True)
        known = connections.configure_settings({"default": there, REPLICA: entry})
        patch.setitem(connections.settings, REPLICA, known[REPLICA])
        yield cluster
        leave(connections[REPLICA])
        del connections[REPLICA]
        leave(connection)
    cluster.close()


def leave(line: Any) -> None:
    line.close()
    line.close_pool()


@pytest.fixture
def replica_here(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """The test's database is its own replica, which is never late."""
    monkeypatch.setitem(connections.settings, REPLICA, connection.settings_dict)
    monkeypatch.setattr(replica, "_REPLAYED", "SELECT %s::pg_lsn IS NOT NULL")
    monkeypatch.setattr(replica, "_rests_until", 0.0)
    with django_db_blocker.unblock():
        yield
        leave(connections[REPLICA])
        del connections[REPLICA]
        database.restore()


@pytest.fixture
def cluster(pair: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    """Both nodes, neither paused nor frozen, and the replica in use."""
    monkeypatch.setattr(replica, "_rests_until", 0.0)
    yield pair
    pair.standby.signal(signal.SIGCONT)
    pair.standby.query("SELECT pg_wal_replay_resume()")


def is_replica() -> bool:
    """Whether what reads now reads from the replica."""
    return reader().alias == REPLICA


reads = from_replica(is_replica)


@from_replica
def known(name: str) -> tuple[bool, bool]:
    """Whether a user of this name is found, and whether the replica was asked."""
    found = User.objects.filter(name=name).first()
    return found is not None, found is not None and found._state.db == REPLICA


def test_a_view_reads_from_the_replica_only_if_it_says_so(replica_here: None) -> None:
    assert reads()
    assert not is_replica()
    with transaction.atomic():
        assert not reads()


def test_rows_of_the_replica_are_written_to_the_primary(replica_here: None) -> None:
    user = create_guest()
    found = from_replica(lambda: User.objects.get(pk=user.pk))()
    assert found._state.db == REPLICA
    found.avatar = 7
    found.save()
    user.refresh_from_db()
    assert user.avatar == 7


def test_a_replica_that_fails_meanwhile_costs_a_second_try(replica_here: None) -> None:
    tries = []

    @from_replica
    def page() -> str:
        tries.append(is_replica())
        if tries[-1]:
            raise OperationalError("lost")
        return "shown"

    assert page() == "shown"
    assert tries == [True, False]
    assert not reads(), "it is left out for some seconds"


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/leaderboards/",
        "/statistics/",
        "/me/hands/",
        "/me/statement/",
        "/api/v1/leaderboards?game=holdem",
        "/api/v1/hands",
        "/api/v1/me/statistics",
        "/api/v1/tables",
    ],
)
def test_pages_and_the_api_read_from_it(replica_here: None, path: str) -> None:
    visitor = Client()
    visitor.force_login(create_guest())
    cache.clear()
    with CaptureQueriesContext(connections[REPLICA]) as there:
        assert visitor.get(path).status_code == 200
    said = [query["sql"] for query in there.captured_queries]
    assert [sql for sql in said if "pg_" not in sql], said


@pytest.mark.full
def test_marked_views_ask_the_standby(cluster: Cluster) -> None:
    @from_replica
    def page() -> tuple[bool, bool]:
        with reader().cursor() as cursor:
            cursor.execute(WHERE)
            (found,) = cursor.fetchone()
        return found, sql.run((WHERE, []))[0][0][0]

    wait_until(lambda: page() == (True, True), "the standby to come as far as its primary")


@pytest.mark.full
def test_everybody_reads_their_own_writes(cluster: Cluster) -> None:
    assert [known(create_guest().name) for _ in range(20)] == [(True, True)] * 20


@pytest.mark.full
def test_a_late_replica_is_not_read(cluster: Cluster) -> None:
    assert reads()
    cluster.standby.query("SELECT pg_wal_replay_pause()")
    began = time.monotonic()
    assert known(create_guest().name) == (True, False)
    assert time.monotonic() - began < slowly(1)
    cluster.standby.query("SELECT pg_wal_replay_resume()")
    wait_until(reads, "the replica to be read again")


@pytest.mark.full
def test_a_replica_that_is_frozen_or_down_is_left_out(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.DB_ANSWER_S = 0.3
    monkeypatch.setattr(replica, "REST_S", 0.5)
    assert reads()
    cluster.standby.signal(signal.SIGSTOP)
    assert not reads()
    began = time.monotonic()
    assert not reads()
    assert time.monotonic() - began < slowly(0.2), "left out, it is waited for"
    cluster.standby.signal(signal.SIGCONT)
    wait_until(reads, "the replica to be read again")
    cluster.standby.stop()
    assert not reads()
    cluster.standby.start()
    wait_until(reads, "the replica to be read again")
