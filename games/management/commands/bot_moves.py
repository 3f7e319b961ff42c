"""`manage.py bot_moves HAND`: recompute the moves of bots; exit with 1 if they differ."""

import sys
import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.fair.bots import MasterDestroyed
from games.hands.models import Hand
from games.hands.queries.bot_moves import computed_again


class Command(BaseCommand):
    help = "Recompute the moves of bots in finished hands and compare them with the record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hands", nargs="+", type=uuid.UUID, metavar="HAND", help="ids of hands")

    def handle(self, *args: Any, **options: Any) -> None:
        differ = 0
        for hand_id in options["hands"]:
            # For a live hand even the comparison would reveal something.
            hand = Hand.objects.exclude(status=Hand.Status.LIVE).filter(pk=hand_id).first()
            if hand is None:
                raise CommandError(f"there is no finished hand {hand_id}")
            try:
                moves = list(computed_again(hand))
            except MasterDestroyed as gone:
                raise CommandError(f"{gone}: the moves of its bots cannot be recomputed") from None
            others = [str(move.seq) for move in moves if move.stored != move.computed]
            differ += len(others)
            verdict = f"different moves at {', '.join(others)}" if others else "all as stored"
            if lower := sum(move.is_lower for move in moves):
                verdict += f", {lower} by a lower level than the bot's"
            self.stdout.write(f"{hand_id}: {len(moves)} moves of bots, {verdict}")
        if differ:
            sys.exit(1)
