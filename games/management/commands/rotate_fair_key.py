"""`manage.py rotate_fair_key`: publish FAIR_KEY, signed with the key before it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.dealing.actions.fair_keys import RotationRefused, rotate_fair_key


class Command(BaseCommand):
    help = (
        "Publish the public half of FAIR_KEY, signed with FAIR_KEY_BEFORE, the newest published "
        "key. Restart every process with the new FAIR_KEY afterwards."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--lost",
            action="store_true",
            help="the key before is lost: publish without its signature; readers see the break",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            row = rotate_fair_key(before_is_lost=options["lost"])
        except RotationRefused as no:
            raise CommandError(str(no)) from no
        self.stdout.write(f"{row} is published: restart every process with this FAIR_KEY")
