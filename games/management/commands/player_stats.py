"""`manage.py player_stats`: check player stats against the stored hands, or rebuild them."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RequestRefused
from games.ladder.actions import rate_all
from games.stats.actions.player_stats import rebuild
from games.stats.audit import check_player_stats


class Command(BaseCommand):
    help = "Check player stats, pairs and tallies against the hands; exit status 1 on a finding."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="recompute them, the ratings and the ladder; hands that end meanwhile wait",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["rebuild"]:
            try:
                self.stdout.write(f"{rebuild()} hands counted")
            except RequestRefused as no:
                raise CommandError(no.text) from None
            self.stdout.write(f"{rate_all()} matches of the ladder rated")
            return
        found = list(check_player_stats())
        for finding in found:
            self.stdout.write(str(finding))
        if found:
            sys.exit(1)
        self.stdout.write("all player stats match the hands")
