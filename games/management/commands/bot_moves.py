"""`manage.py bot_moves HAND`: compute the moves of bots again; exit 1 where they differ."""

import sys
import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.fair.bots import MasterDestroyed
from games.hands.models import Hand
from games.hands.queries.bot_moves import computed_again


class Command(BaseCommand):
    help = "Compute the moves of bots in finished hands again and compare them with the record."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("hands", nargs="+", type=uuid.UUID, metavar="HAND", help="ids of hands")

    def handle(self, *args: Any, **options: Any) -> None:
        differ = 0
        for hand_id in options["hands"]:
            # Of a live hand even the comparison would tell something.
            hand = Hand.objects.exclude(status=Hand.Status.LIVE).filter(pk=hand_id).first()
            if hand is None:
                raise CommandError(f"there is no finished hand {hand_id}")
            try:
                moves = list(computed_again(hand))
            except MasterDestroyed as gone:
                raise CommandError(f"{gone}: its bots cannot be computed again") from None
            others = [str(move.seq) for move in moves if move.stored != move.computed]
            differ += len(others)
            verdict = f"other moves at {', '.join(others)}" if others else "all as stored"
            self.stdout.write(f"{hand_id}: {len(moves)} moves of bots, {verdict}")
        if differ:
            sys.exit(1)
