"""`manage.py backup FILE`: the whole database in one file, while play goes on."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import roles
from config.backup import BackupError, dump


class Command(BaseCommand):
    help = "Write the database to FILE, as of one moment. DECK_KEY and SECRET_KEY are not in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with roles.as_owner():
                size = dump(options["file"])
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {size:,} bytes. Keep DECK_KEY and SECRET_KEY too.")
