"""`manage.py backup FOLDER`: a base backup of the database server, while play continues."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.database import base_backup, roles
from config.database.client_programs import ProgramError

BACKUPS_KEPT_COUNT = 7


class Command(BaseCommand):
    help = "Make a base backup in FOLDER/base and check it. It contains no keys: see write_keys."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument(
            "--keep",
            type=int,
            default=BACKUPS_KEPT_COUNT,
            help=f"base backups that are left (usually {BACKUPS_KEPT_COUNT})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["keep"] < 1:
            raise CommandError("--keep must be 1 or more.")
        try:
            with roles.as_owner():
                made = base_backup.back_up(options["folder"].absolute(), keep=options["keep"])
                archiving = base_backup.is_archiving()
        except ProgramError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{made.path}: complete and verified.")
        if not archiving:
            self.stderr.write(
                "The server does not archive its write-ahead log, or cannot: only the moment of "
                "this backup can be restored from it (docs/operations.md)."
            )
