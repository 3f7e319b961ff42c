"""`manage.py load_dump FILE`: fill an empty database from a dump, and migrate it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from config.database import dumps, roles
from config.database.client_programs import ProgramError


class Command(BaseCommand):
    help = "Fill the empty database from the dump FILE, migrate it and set the rights of all roles."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with roles.as_owner():
                dumps.load(options["file"])
        except ProgramError as error:
            raise CommandError(str(error)) from error
        call_command("migrate", interactive=False, verbosity=0, while_closed=True)
        self.stdout.write("Loaded. Now check it with: manage.py audit")
