"""`manage.py purge_decks`: destroy the masters of old hands, as the dealer does once a day."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.dealing.actions.retention import purge_decks


class Command(BaseCommand):
    help = "Delete all but the dealt cards from the decks of old hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--limit", type=int, default=100_000, help="most hands (100000)")

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{purge_decks(options['limit'])} decks purged")
