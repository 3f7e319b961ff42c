"""Hand-written SQL beside the models: rows in as instances, rows out as one parameter.

The ORM compiles each statement anew, which costs more than PostgreSQL needs to run it. The few
statements that each hand runs are written by hand; their rows still are the models' instances.
"""

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection, models

M = TypeVar("M", bound=models.Model)

_encode = msgspec.json.Encoder().encode


class Columns(Generic[M]):
    """The columns of a model, or some of them, for a `SELECT` list; `alias` is its table's there.

    Fields that are left out are read when somebody asks for them, as `only()` has it.
    """

    def __init__(self, model: type[M], alias: str, *names: str) -> None:
        fields = [f for f in model._meta.concrete_fields if not names or f.attname in names]
        self._model = model
        self._names = [field.attname for field in fields]
        self._from_db = [
            (index, field) for index, field in enumerate(fields) if hasattr(field, "from_db_value")
        ]
        self.sql = ", ".join(f"{alias}.{field.column}" for field in fields)

    def __len__(self) -> int:
        return len(self._names)

    def make(self, row: Sequence[Any]) -> M:
        """The instance of a row that has these columns and no others."""
        values = list(row)
        for index, field in self._from_db:
            values[index] = field.from_db_value(values[index], None, connection)
        return self._model.from_db(DEFAULT_DB_ALIAS, self._names, values)


def as_json(rows: Sequence[Any]) -> str:
    """Rows as the text of one `jsonb_to_recordset` parameter; bytes become Base64.

    An array parameter for each column costs far more to escape.
    """
    return _encode(rows).decode()
