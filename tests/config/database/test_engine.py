"""Errors of the database engine: a lost connection is closed and told in one way."""

import json

import pytest
from django.contrib.auth.models import Group
from django.db import OperationalError, close_old_connections, connection, transaction
from django.test import Client

from core.runtime.sql import run

pytestmark = pytest.mark.django_db(transaction=True)

INSERT = ("INSERT INTO django_session VALUES (%s, '', now())", ["one"])


def lose_primary() -> None:
    """As if this connection now led to a standby: it takes no writes."""
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")


@pytest.mark.parametrize("by_orm", [True, False])
def test_a_connection_to_a_standby_is_closed_and_replaced(by_orm: bool) -> None:
    lose_primary()
    lost = connection.connection
    with pytest.raises(OperationalError, match="read-only"), transaction.atomic():
        Group.objects.create(name="x") if by_orm else run(INSERT)
    assert lost.closed
    assert connection.connection is None, "the block does not wait for another connection"
    Group.objects.create(name="y")
    assert run(INSERT) == [[]]


def test_after_an_error_a_standby_is_not_given_back_to_the_pool(monkeypatch) -> None:
    run(INSERT)
    kept = connection.connection
    with pytest.raises(OperationalError), connection.wrap_database_errors:
        raise connection.Database.OperationalError("something else")
    monkeypatch.setattr("config.database.engine.base.RECOVERS", "SELECT true")
    close_old_connections()
    assert kept.closed


def test_rest_says_try_again() -> None:
    client = Client(raise_request_exception=False)
    lose_primary()
    answer = client.post("/api/v1/guest", {}, content_type="application/json")
    close_old_connections()
    assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "TRY_AGAIN")
    assert answer["Retry-After"] == "1"


def test_a_slow_statement_of_a_server_that_answers_others_goes_on(settings) -> None:
    settings.DB_ANSWER_S = 0.1
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.4), 7")
        assert cursor.fetchone()[1] == 7
    assert run(("SELECT pg_sleep(0.4)::text, 7", ()))[0][0][1] == 7
