"""Hand-written statements."""

import pytest
from django.db import transaction
from django.db.utils import DataError

from core.sql import run

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
