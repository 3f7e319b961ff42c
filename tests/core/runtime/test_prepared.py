"""Prepared statements sent through libpq."""

import gc
import threading
import weakref

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DataError, InterfaceError, OperationalError, ProgrammingError

from core.runtime.prepared import run_prepared
from core.runtime.sql import Statement, as_json, run

ECHO = "SELECT %s::text, %s::int"


@pytest.mark.django_db
def test_parameters_and_rows_are_those_of_psycopg() -> None:
    asked = (
        "SELECT %s::text, %s::int[], %s::text[], %s::uuid[], %s::timestamptz, %s::bool, %s::bytea,"
        " %s::uuid"
    )
    cursor = connection.cursor()
    cursor.execute("SELECT clock_timestamp(), gen_random_uuid()")
    now, key = cursor.fetchone()
    texts = ["a 'quoted' \\ $1 ♠", "", "NULL", None, '{"a, b"}', "\\"]
    values = [texts[0], [1, None, -3], texts, [key, None], now, True, b"\0\xff", key]
    cursor.execute(asked, values)
    assert run((asked, values)) == [[cursor.fetchone()]]
    assert run((ECHO, [None, 7])) == [[(None, 7)]]
    value = {"a": [1, None, "♠"]}
    assert run(("SELECT %s::jsonb, null::jsonb", [as_json(value)])) == [[(value, None)]]


@pytest.mark.django_db
def test_bytes_arrive_as_they_were_sent() -> None:
    every = bytes(range(256))
    assert run(("SELECT %s = decode(%s, 'hex'), %s::bytea", [every, every.hex(), every])) == [
        [(True, every)]
    ]


@pytest.mark.django_db
def test_more_than_the_socket_holds_is_sent_and_received() -> None:
    long = "x" * 3_000_000
    answers = run(*[(ECHO, [long, number]) for number in range(6)])
    assert answers == [[(long, number)] for number in range(6)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "error"),
    [("SELECT nonsense", ProgrammingError), ("SELECT '1x'::int", DataError)],
)
def test_statements_before_and_after_a_wrong_one_can_be_sent_again(
    wrong: str, error: type[Exception]
) -> None:
    texts = [f"SELECT {number} + %s::int AS {error.__name__}" for number in (1, 2)]
    with pytest.raises(error), transaction.atomic():
        run((texts[0], [1]), (wrong, []), (texts[1], [1]))
    assert run((texts[0], [1]), (texts[1], [1])) == [[(2,)], [(3,)]]


def _run_and_raise(statement: Statement) -> None:
    run(statement)
    raise ValueError("changed its mind")


@pytest.mark.django_db(transaction=True)
def test_an_unfinished_transaction_is_rolled_back() -> None:
    insert = ("INSERT INTO django_session VALUES (%s, '', now())", ["lost"])
    with pytest.raises(ValueError, match="changed its mind"), transaction.atomic():
        _run_and_raise(insert)
    count = ("SELECT count(*) FROM django_session WHERE session_key = 'lost'", ())
    assert run(count) == [[(0,)]]
    with transaction.atomic():
        run(insert)
    assert run(count) == [[(1,)]]


@pytest.mark.django_db(transaction=True)
def test_the_end_of_the_server_process_is_an_error_and_not_a_wait() -> None:
    [[(pid,)]] = run(("SELECT pg_backend_pid()", ()))

    def end() -> None:
        with psycopg.connect(settings.OWNER_DATABASE_URL) as owner:
            owner.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])

    ending = threading.Timer(0.2, end)
    ending.start()
    with pytest.raises((OperationalError, InterfaceError)):
        run((ECHO, ["a", 1]), ("SELECT pg_sleep(20)", ()), (ECHO, ["b", 2]))
    ending.join()
    connection.close()
    assert run((ECHO, ["c", 3])) == [[("c", 3)]]


@pytest.mark.services
def test_a_connection_that_the_pool_has_replaced_is_not_kept() -> None:
    replaced = psycopg.connect(settings.OWNER_DATABASE_URL)
    assert run_prepared(replaced, [(ECHO, ["a", 1])]) == [[("a", 1)]]
    replaced.close()
    known = weakref.ref(replaced)
    del replaced
    gc.collect()
    assert known() is None
