"""The base of the commands that search past days and open cases."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.moderation.models import Report


class Search(BaseCommand):
    """Runs a search over some days and prints the cases it opened."""

    search: Callable[..., list[Report]]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="days to search (default: 30)")

    def handle(self, *args: Any, **options: Any) -> None:
        cases = self.search(days=options["days"])
        for case in cases:
            self.stdout.write(f"{case.about}: {case.text}")
        self.stdout.write(f"{len(cases)} cases opened")
