"""`manage.py dump FILE`: dump the whole database into one file, while play continues."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config.database import roles
from config.database.client_programs import ProgramError
from config.database.dumps import dump


class Command(BaseCommand):
    help = "Write a consistent dump of the database to FILE, without DECK_KEY and SECRET_KEY."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with roles.as_owner():
                size = dump(options["file"])
        except ProgramError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{options['file']}: {size:,} bytes. Save DECK_KEY and SECRET_KEY too.")
