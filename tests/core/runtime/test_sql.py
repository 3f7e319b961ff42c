"""Hand-written statements."""

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.utils import DataError, IntegrityError
from psycopg.pq import TransactionStatus
from pytest_django import DjangoAssertNumQueries

from core.runtime.sql import Columns, Statement, in_transaction, run, run_and_commit, together

pytestmark = pytest.mark.django_db

ADD = ("SELECT 40 + %s::int", [2])


def test_a_statement_that_failed_is_prepared_later() -> None:
    divide = ("SELECT 1 / %s::int", [0])
    for statements in ((divide,), (ADD, divide, ("SELECT 60 + %s::int", [2]))):
        with pytest.raises(DataError), transaction.atomic():
            run(*statements)
    assert run(("SELECT 1 / %s::int", [1]), ("SELECT 60 + %s::int", [2])) == [[(1,)], [(62,)]]


def test_rows_come_from_statements_that_return_some() -> None:
    assert run(("SELECT 1 WHERE %s", [False]), ("SET LOCAL lock_timeout = 0", [])) == [[], []]


def test_several_changes_are_one_statement() -> None:
    insert = "INSERT INTO django_session VALUES (%s, %s, now())"
    run((insert, ["old", "cards"]))
    changes = [
        (insert, ["new", "chips"]),
        ("UPDATE django_session SET session_data = %s WHERE session_key = %s", ["dice", "old"]),
    ]
    (change,) = together(changes)
    run(change)
    assert dict(Session.objects.values_list("pk", "session_data")) == {
        "old": "dice",
        "new": "chips",
    }
    assert together(changes[:1]) == changes[:1]
    assert together([]) == []


def _keys() -> set[str]:
    return set(Session.objects.values_list("pk", flat=True))


def _insert(key: str) -> Statement:
    return "INSERT INTO django_session VALUES (%s, '', now())", [key]


def _is_open() -> bool:
    status = connection.connection.pgconn.transaction_status
    return bool(status != TransactionStatus.IDLE)


@pytest.mark.django_db(transaction=True)
def test_the_last_statements_of_a_block_commit_it() -> None:
    received: list[bool] = []
    with transaction.atomic():
        run(_insert("first"))
        transaction.on_commit(lambda: received.append(_is_open()))
        assert run_and_commit(ADD, _insert("last"))[0] == [(42,)]
        assert not _is_open()
        assert received == [], "the block has not ended"
    assert received == [False]
    assert _keys() == {"first", "last"}


@pytest.mark.django_db(transaction=True)
def test_an_inner_block_leaves_the_commit_to_its_outermost_one() -> None:
    def inner_and_error() -> None:
        for savepoint in (True, False):
            with transaction.atomic(savepoint=savepoint):
                run_and_commit(_insert(f"inner {savepoint}"))
            assert _is_open()
        raise ValueError("changed its mind")

    with pytest.raises(ValueError, match="changed its mind"), transaction.atomic():
        inner_and_error()
    assert _keys() == set()


@pytest.mark.django_db(transaction=True)
def test_if_one_of_the_last_statements_fails_nothing_is_committed() -> None:
    received: list[str] = []

    def block() -> None:
        with transaction.atomic():
            transaction.on_commit(lambda: received.append("committed"))
            run_and_commit(_insert("twice"), _insert("twice"), _insert("third"))

    with pytest.raises(IntegrityError):
        block()
    assert _keys() == set()
    assert received == []


def test_a_block_joins_the_current_transaction_without_a_savepoint(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with pytest.raises(ValueError, match="refused"), in_transaction():
        raise ValueError("refused")
    with django_assert_num_queries(1), in_transaction():  # the refusal has not ended ours
        assert run(ADD) == [[(42,)]]


@pytest.mark.django_db(transaction=True)
def test_a_block_has_a_transaction_of_its_own_outside_of_one() -> None:
    with in_transaction():
        assert connection.in_atomic_block
    assert not connection.in_atomic_block


def test_a_made_row_is_an_instance_that_saves_changes() -> None:
    store = SessionStore()
    store.create()
    columns = Columns(Session, "s")
    (rows,) = run((f"SELECT {columns.sql} FROM django_session s", []))
    (made,) = map(columns.make, rows)
    assert made == Session.objects.get()
    made.session_data = "changed"
    made.save()
    assert Session.objects.get().session_data == "changed"
