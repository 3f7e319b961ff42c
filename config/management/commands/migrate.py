"""`manage.py migrate`: Django's, as the owner of the database, then sets the rights of roles."""

from typing import Any

from django.core.management import CommandError
from django.core.management.commands import migrate
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from config import roles
from core.discovery import APPS


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        with roles.as_owner():
            refuse_older_data()
            super().handle(*args, **options)
            if not options["plan"] and not options["check_unapplied"]:
                roles.grant()


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
