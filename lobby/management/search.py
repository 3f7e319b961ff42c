"""What the commands share that search some days and open cases."""

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.moderation.models import Report


class Search(BaseCommand):
    """Runs a search over so many days and prints what it opened."""

    search: Callable[..., list[Report]]

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="how far back (30)")

    def handle(self, *args: Any, **options: Any) -> None:
        cases = self.search(days=options["days"])
        for case in cases:
            self.stdout.write(f"{case.about}: {case.text}")
        self.stdout.write(f"{len(cases)} cases opened")
