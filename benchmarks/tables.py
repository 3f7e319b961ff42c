"""Tables full of people, of bots or without players, in a benchmark's own database."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.utils import timezone

from benchmarks.bench_games import TEEN_PATTI, BenchGame

if TYPE_CHECKING:
    from accounts.people.models import User

BUY_IN = 8_000
"""Of the 10,000 chips that each player begins with: enough for over a hundred hands."""
UNTIL_THEY_COME = timedelta(minutes=15)
"""Opening a thousand tables takes minutes."""


@dataclass(frozen=True, slots=True)
class BenchTable:
    """A table and the guests who sit at it, in the order of their seats."""

    id: uuid.UUID
    slug: str
    people: "tuple[User, ...]"


def open_tables(
    count: int,
    seats: int,
    people: int,
    *,
    bots: int = 0,
    pause_ms: int = 0,
    name: str = "Bench",
    game: BenchGame = TEEN_PATTI,
) -> list[BenchTable]:
    """Open tables that wait for `let_start`, with this many guests seated at each."""
    from accounts.people.actions.users import create_guest
    from lobby.tables.hosting.tables import TablePlan, open_table
    from lobby.tables.models import Seat, Table
    from lobby.tables.seats.seats import sit

    made = []
    for number in range(count):
        plan = TablePlan(
            name=f"{name} {number}",
            game=game.key,
            preset=game.preset,
            seats=seats,
            min_buy_in=5_000,
            max_buy_in=10_000,
            clock_s=60,
            bot_level="easy",
        )
        table = open_table(plan=plan, host=None, is_house_table=True)
        Table.objects.filter(pk=table.pk).update(
            pause_ms=pause_ms, autostart=False, bots_wanted=bots
        )
        letters = name.partition(" ")[0]
        guests = tuple(create_guest(name=f"{letters}{number}x{seat}") for seat in range(people))
        for seat, guest in enumerate(guests):
            sit(table_id=table.pk, user=guest, number=seat, buy_in=BUY_IN, key=uuid.uuid4())
        # Until their sockets are open, nobody may take them for gone and free their seats.
        Seat.objects.filter(table=table).update(seen_at=timezone.now() + UNTIL_THEY_COME)
        made.append(BenchTable(table.pk, table.slug, guests))
    return made


def let_start(table_ids: Iterable[uuid.UUID]) -> None:
    """Let these tables deal from now on."""
    from lobby.tables.models import Table

    ids = list(table_ids)
    Table.objects.filter(pk__in=ids).update(autostart=True)
    make_due(ids)


def make_due(table_ids: Iterable[uuid.UUID]) -> None:
    """Let the dealer look at these tables now; pauses between hands are over."""
    from lobby.tables.play import cuts
    from lobby.tables.transaction.transaction import lock_tables

    with lock_tables(table_ids) as tx:
        for locked in tx.tables.values():
            cuts.end_waits(tx, locked)
            locked.head.next_timer_at = tx.now


def rest(tables: Iterable[BenchTable]) -> None:
    """Stop all timers of these tables."""
    from lobby.tables.transaction.transaction import lock_tables

    with lock_tables([table.id for table in tables]) as tx:
        for locked in tx.tables.values():
            locked.head.next_timer_at = None
