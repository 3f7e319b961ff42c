"""Hand-written SQL beside the models: rows in as instances, rows out as one parameter.

The ORM compiles each statement anew, which costs more than PostgreSQL needs to run it. The few
statements that every hand runs are written by hand; their rows are still model instances.
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from operator import attrgetter
from typing import Any, Generic, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, connections, models, transaction
from django.db.models.base import ModelState

from core.runtime.prepared import Rows, Statement, run_prepared
from core.runtime.replica import reader

__all__ = [
    "Columns",
    "Statement",
    "as_json",
    "in_transaction",
    "run",
    "run_and_commit",
    "together",
    "values_of",
]

M = TypeVar("M", bound=models.Model)

_COMMIT: Statement = ("COMMIT", ())
_encode = msgspec.json.Encoder().encode


class Columns(Generic[M]):
    """Columns of a model (default: all) for a `SELECT` list; `alias` is its table's alias.

    Omitted fields are loaded on access, as with `only()`. A field that stores its values in another
    form has a method `unpack`.
    """

    def __init__(self, model: type[M], alias: str, *names: str) -> None:
        fields = [f for f in model._meta.concrete_fields if not names or f.attname in names]
        self._model = model
        self._names = tuple(field.attname for field in fields)
        self._values = attrgetter(*self._names)
        self._unpacks = [
            (at, field.unpack) for at, field in enumerate(fields) if hasattr(field, "unpack")
        ]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)

    def __len__(self) -> int:
        return len(self._names)

    def make(self, row: Sequence[Any]) -> M:
        """The instance of a row of `run` that has exactly these columns.

        It is what `Model.from_db` makes, whose signals and checks cost four times as much.
        """
        if self._unpacks:
            row = list(row)
            for at, unpack in self._unpacks:
                row[at] = unpack(row[at])
        made = self._model.__new__(self._model)
        state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        made.__dict__.update(zip(self._names, row, strict=True), _state=state)
        return made

    def row_of(self, instance: M) -> tuple[Any, ...]:
        """The values of an instance, as a row that `make` takes; there are at least two columns."""
        row: tuple[Any, ...] = self._values(instance)
        return row

    def changed(self, instance: M, row: Sequence[Any]) -> list[str]:
        """The names of the fields whose values are no longer those of the row."""
        now = self._values(instance)
        if now == row:
            return []
        pairs = zip(self._names, now, row, strict=True)
        # `!=` of a UUID is a call of Python.
        return [name for name, value, before in pairs if value is not before and value != before]


def as_json(rows: Any) -> str:
    """Rows as the text of one `jsonb_to_recordset` parameter; bytes become Base64.

    An array parameter for each column costs far more to escape.
    """
    return _encode(rows).decode()


def values_of(instances: Iterable[Any], *names: str) -> list[dict[str, Any]]:
    """Some fields of instances, at least two, as rows for `as_json`."""
    values = attrgetter(*names)
    return [dict(zip(names, values(one), strict=True)) for one in instances]


def run(*statements: Statement) -> list[Rows]:
    """Run statements in order in one round trip; returns the rows of each.

    PostgreSQL keeps their plans for the connection (`core.runtime.prepared`), so each text must be
    a constant. Raises what the ORM raises, for the first statement that fails.
    """
    if not statements:
        return []
    django = reader()
    django.ensure_connection()
    django.validate_no_broken_transaction()
    if django.queries_logged:
        django.queries_log.extend({"sql": sql, "time": ""} for sql, _values in statements)
    with django.wrap_database_errors:
        return run_prepared(django.connection, statements)


def run_and_commit(*statements: Statement) -> list[Rows]:
    """The last `run` of an `atomic()` block, which commits in the same round trip.

    An inner block only runs the statements: its outermost one commits.
    """
    django = connections[DEFAULT_DB_ALIAS]
    if django.in_atomic_block and not django.savepoint_ids and not django.needs_rollback:
        statements = (*statements, _COMMIT)
    return run(*statements)


def together(statements: Sequence[Statement]) -> list[Statement]:
    """Statements that change different rows, as one; none without statements.

    PostgreSQL runs them in any order and none sees what another changed. None may begin with
    `WITH`. One statement costs Python and PostgreSQL less than several in one round trip.
    """
    if not statements:
        return []
    values = [value for _sql, values in statements for value in values]
    return [(_as_one(tuple(sql for sql, _values in statements)), values)]


@lru_cache(maxsize=64)
def _as_one(texts: tuple[str, ...]) -> str:
    *others, last = texts
    parts = ", ".join(f"s{number} AS ({text})" for number, text in enumerate(others))
    return f"WITH {parts} {last}" if others else last


def in_transaction() -> AbstractContextManager[None]:
    """The current transaction, or one of its own: `atomic()` without a savepoint.

    For blocks that refuse before they write. A savepoint costs two round trips.
    """
    return nullcontext() if connection.in_atomic_block else transaction.atomic()
