"""The table of hands as it was before hands were packed, and back again."""

from importlib import import_module

from django.db import connection
from django.db.migrations.operations import RunPython, RunSQL, SeparateDatabaseAndState
from django.db.migrations.state import ProjectState

from tests.support.owner import as_owner

MIGRATIONS = [
    import_module(f"games.migrations.{name}").Migration(name, "games")
    for name in ("0012_packed_columns", "0013_pack_hands", "0014_packed_hands")
]


def _steps():
    """The changes of stored hands by the migrations; the new table of rules stays."""
    for migration in MIGRATIONS:
        for operation in migration.operations:
            if isinstance(operation, SeparateDatabaseAndState):
                yield from operation.database_operations
            elif isinstance(operation, RunPython | RunSQL):
                yield operation


def as_before():
    """Turn the stored hands into those of before, with JSON in `opening`, `result` and `rules`."""
    _migrate(back=True)


def as_now():
    """Run the migrations that pack hands."""
    _migrate(back=False)


def _migrate(*, back):
    state = ProjectState()
    with as_owner(), connection.schema_editor(atomic=False) as editor:
        for step in reversed(list(_steps())) if back else _steps():
            run = step.database_backwards if back else step.database_forwards
            run("games", editor, state, state)
