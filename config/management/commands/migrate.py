"""`manage.py migrate`: Django's, as the owner and in short waits, then sets the rights of roles."""

from collections.abc import Mapping
from typing import Any

from django.core.management import CommandError
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from typing_extensions import override

from config.database import roles
from config.database.blocking import refusals
from config.database.migrations import patiently
from core.discovery import APPS


class Command(migrate.Command):
    _current: Migration | None = None

    def add_arguments(self, parser: CommandParser) -> None:
        """Add ours to Django's."""
        super().add_arguments(parser)
        parser.add_argument(
            "--while-closed",
            action="store_true",
            help="nobody plays: run also migrations that would block play",
        )

    @override
    def execute(self, *args: Any, **options: Any) -> str | None:
        """Run the command as the owner, and its system checks, of which some ask PostgreSQL.

        The program's role does not exist in an empty database.
        """
        with roles.as_owner():
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        def work() -> None:
            super(Command, self).handle(*args, **options)
            self._current = None
            if not options["plan"] and not options["check_unapplied"]:
                roles.grant()

        refuse_older_data()
        if not (options["while_closed"] or options["plan"] or options["check_unapplied"]):
            refuse_blocking(options)
        patiently(work, current=lambda: self._current, say=self._say)

    def migration_progress_callback(
        self, action: str, migration: Any | None = None, fake: bool = False
    ) -> None:
        """Note the migration that begins, besides printing it."""
        super().migration_progress_callback(action, migration, fake)
        self._current = migration

    def _say(self, text: str) -> None:
        self.stdout.write(f"\n  {text}")
        self.stdout.flush()


def refuse_blocking(options: Mapping[str, Any]) -> None:
    """Raise `CommandError` if a migration of the plan would block play."""
    if options["fake"]:
        return
    executor = MigrationExecutor(connection)
    app, name = options["app_label"], options["migration_name"]
    if app is None:
        targets = executor.loader.graph.leaf_nodes()
    elif name is None:
        targets = [key for key in executor.loader.graph.leaf_nodes() if key[0] == app]
    elif name == "zero":
        targets = [(app, None)]
    else:
        targets = [(app, executor.loader.get_migration_by_prefix(app, name).name)]
    if found := refusals(executor, executor.migration_plan(targets)):
        raise CommandError(
            "Play would stop for longer than a moment:\n  "
            + "\n  ".join(found)
            + "\nStop web processes and dealers, and run migrate --while-closed; or change the "
            "migration (docs/operations.md)."
        )


def refuse_older_data() -> None:
    """Raise `CommandError` if the database has migrations of ours that this version lacks."""
    applied = {key for key in MigrationRecorder(connection).applied_migrations() if key[0] in APPS}
    unknown = sorted(applied - MigrationLoader(None).disk_migrations.keys())
    if unknown:
        raise CommandError(
            "This database was made by another version, whose data cannot be taken over "
            f"({'.'.join(unknown[0])}): move the folder .data away and start again, or set "
            "DATABASE_URL to an empty database."
        )
