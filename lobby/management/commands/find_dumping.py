"""`manage.py find_dumping`: open a case for each pair or ring whose chips go one way."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from lobby.actions.dumping import open_dumping_cases


class Command(BaseCommand):
    help = "Search the last days for chip dumping and open cases for staff; run it once a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=30, help="how far back (30)")

    def handle(self, *args: Any, **options: Any) -> None:
        cases = open_dumping_cases(days=options["days"])
        for case in cases:
            self.stdout.write(f"{case.about}: {case.text}")
        self.stdout.write(f"{len(cases)} cases opened")
