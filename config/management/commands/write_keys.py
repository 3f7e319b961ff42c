"""`manage.py write_keys FILE`: the keys without which a backup is of little use."""

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

NAMES = ("SECRET_KEY", "DECK_KEY", "FAIR_KEY", "VAPID_KEY")
LISTS = ("SECRET_KEY_FALLBACKS", "DECK_KEY_FALLBACKS")


class Command(BaseCommand):
    help = "Write the keys to the new FILE, as lines of .env. Keep it apart from backups."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        lines = [f"{name}={getattr(settings, name)}" for name in NAMES]
        lines += [f"{name}={','.join(getattr(settings, name))}" for name in LISTS]
        try:
            opened = os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}.") from error
        with os.fdopen(opened, "w") as file:
            file.writelines(f"{line}\n" for line in lines)
        self.stdout.write(f"{options['file']}: whoever has it reads decks and signs as the house.")
