"""`manage.py migrate`: Django's, as the owner and in short waits, then sets the rights of roles."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config.database import roles
from config.database.migrations import patiently
from core.discovery import APPS


class Command(migrate.Command):
    _current: Migration | None = None

    def handle(self, *args: Any, **options: Any) -> None:
        def work() -> None:
            super(Command, self).handle(*args, **options)
            self._current = None
            if not options["plan"] and not options["check_unapplied"]:
                roles.grant()

        with roles.as_owner():
            refuse_older_data()
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
