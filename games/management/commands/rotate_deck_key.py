"""`manage.py rotate_deck_key`: encrypt all decks under DECK_KEY; exit 1 if any is left."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.dealing.actions.rotate_deck_key import encrypt_anew, left_before


class Command(BaseCommand):
    help = "Re-encrypt decks of older keys; may be interrupted. Exit status 1 while some are left."

    def handle(self, *args: Any, **options: Any) -> None:
        total = 0
        for done in encrypt_anew():
            total += done
            self.stdout.write(f"{total} re-encrypted")
        left = left_before()
        self.stdout.write(f"{left} left with older keys")
        if left:
            sys.exit(1)
