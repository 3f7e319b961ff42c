"""Tables for the audit of a running platform."""

import datetime
import random

from django.utils import timezone

from accounts.ledger.models import Entry
from games.hands.models import HandSeat
from lobby.tables.models import (
    TableHead,
)
from lobby.tables.play.timers import run_timer
from tests.core.admin.conftest import act_once, seated
from tests.support.owner import no_triggers
from tests.support.seated_table import SeatedTable

SETTLED = datetime.timedelta(seconds=6)
FOLDING = "hands fold to their results"
NAMES = ("Asha", "Binod", "Chitra")


def room_of(game: str = "teen_patti", number: int = 1) -> SeatedTable:
    """A table with one finished hand and, if its players have chips, another in progress."""
    room = seated(game, tuple(f"{name} {number}" for name in NAMES), f"Table {number}")
    play(room)
    run_timer(room.table.pk)
    return room


def play(room: SeatedTable) -> None:
    """End the hand in progress, or else play one."""
    rng = random.Random(3)
    if not room.head.live:
        run_timer(room.table.pk)
    while room.head.live:
        act_once(room, rng)


def let_settle(ago: datetime.timedelta = SETTLED):
    """Make everything written so far old enough to be read for the last time."""
    with no_triggers():
        HandSeat.objects.update(finished_at=timezone.now() - ago)
        Entry.objects.update(at=timezone.now() - ago)


def frozen():
    return set(TableHead.objects.filter(frozen=True).values_list("pk", flat=True))
