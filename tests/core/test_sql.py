"""Hand-written statements."""

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.utils import DataError
from pytest_django import DjangoAssertNumQueries

from core.sql import in_transaction, run, together

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
