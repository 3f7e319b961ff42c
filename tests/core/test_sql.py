"""Hand-written statements and their plans."""

import pytest
from django.db import connection, transaction
from django.db.utils import DataError

from core.sql import run

pytestmark = pytest.mark.django_db

ADD = ("SELECT 40 + %s::int", [2])
PLANS = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE 'SELECT 40 + $1%%'"


def plans() -> int:
    with connection.cursor() as cursor:
        cursor.execute(PLANS)
        (count,) = cursor.fetchone()
    return int(count)


def test_statements_stay_prepared_after_a_rollback() -> None:
    assert run(ADD) == [[(42,)]]
    with transaction.atomic():
        transaction.set_rollback(True)
    assert plans() == 1
    with transaction.atomic():  # prepared within what is rolled back
        run(("SELECT 50 + %s::int", [2]))
        transaction.set_rollback(True)
    assert run(ADD, ("SELECT 50 + %s::int", [2])) == [[(42,)], [(52,)]]


def test_a_statement_that_failed_is_prepared_later() -> None:
    divide = ("SELECT 1 / %s::int", [0])
    for statements in ((divide,), (ADD, divide, ("SELECT 60 + %s::int", [2]))):
        with pytest.raises(DataError), transaction.atomic():
            run(*statements)
    assert run(("SELECT 1 / %s::int", [1]), ("SELECT 60 + %s::int", [2])) == [[(1,)], [(62,)]]


def test_statements_discarded_by_hand_are_prepared_again() -> None:
    run(ADD)
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    assert plans() == 0
    assert run(ADD) == [[(42,)]]


def test_rows_come_from_statements_that_return_some() -> None:
    assert run(("SELECT 1 WHERE %s", [False]), ("SET LOCAL lock_timeout = 0", [])) == [[], []]
