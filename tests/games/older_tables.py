"""The tables of hands as they were before some migrations, and back again."""

from importlib import import_module

from django.db import connection
from django.db.migrations.operations import RunPython, RunSQL, SeparateDatabaseAndState
from django.db.migrations.state import ProjectState

from tests.support.owner import as_owner

PACKING = ("0012_packed_columns", "0013_pack_hands", "0014_packed_hands", "0022_short_openings")
MONTHS = ("0018_months", "0021_fewer_bytes")


def _steps(names):
    """The changes of stored hands by the migrations; the new table of rules stays."""
    for name in names:
        migration = import_module(f"games.migrations.{name}").Migration(name, "games")
        for operation in migration.operations:
            if isinstance(operation, SeparateDatabaseAndState):
                yield from operation.database_operations
            elif isinstance(operation, RunPython | RunSQL):
                yield operation


def as_before():
    """Turn the stored hands into those of before, with JSON in `opening`, `result` and `rules`."""
    _migrate(PACKING, back=True)


def as_now():
    """Run the migrations that pack hands."""
    _migrate(PACKING, back=False)


def without_months():
    """Turn partitions by month into the plain tables of before."""
    _migrate(MONTHS, back=True)


def with_months():
    """Run the migration that makes partitions by month."""
    _migrate(MONTHS, back=False)


def _migrate(names, *, back):
    state = ProjectState()
    with as_owner(), connection.schema_editor(atomic=False) as editor:
        for step in reversed(list(_steps(names))) if back else _steps(names):
            run = step.database_backwards if back else step.database_forwards
            run("games", editor, state, state)
