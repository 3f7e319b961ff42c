"""`manage.py player_stats`: say whether standings fit the stored hands, or compute them anew."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.stats.actions.player_stats import rebuild
from games.stats.audit import check_player_stats


class Command(BaseCommand):
    help = "Check standings, pairs and tallies against the stored hands; exit status 1 on a fault."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="compute them and the ratings anew; hands that end meanwhile wait for it",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            self.stdout.write(f"{rebuild()} hands counted")
            return
        found = list(check_player_stats())
        for finding in found:
            self.stdout.write(str(finding))
        if found:
            sys.exit(1)
        self.stdout.write("all standings fit the hands")
