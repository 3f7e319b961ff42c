"""Bots at tables: fill seats, rebuy chips and leave."""

import uuid
from collections.abc import Sequence

from django.db.models import Q

from accounts import ledger
from accounts.people.actions.users import create_bot
from accounts.people.models import User
from games import bots as policies
from lobby.tables import errors as refusal
from lobby.tables.actions import idempotency
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
    lock_tables,
)
from lobby.tables.bodies import BotsBody
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.stakes import stakes_of


@command("add_bots", BotsBody, address="bots")
def add_bots(
    *, table_id: uuid.UUID, user: User, count: int, level: str, key: uuid.UUID | None = None
) -> None:
    """Add bots of one level to up to `count` free seats; for the host and seated players.

    A repeated `key` changes nothing. Raises `Refused` (`NOT_SEATED`, `NO_FREE_SEAT`,
    `UNKNOWN_LEVEL`, `KEY_REUSED`).
    """
    with lock_tables([table_id]) as tx:
        asked = {"count": count, "level": level}
        if idempotency.is_repeated(user, "add_bots", key, table_id, asked):
            return
        locked, table, seats = _locked_for(tx, table_id, user)
        if level not in policies.LEVELS:
            raise TableRefused("UNKNOWN_LEVEL", "Choose one of the bot levels.")
        free = table.max_seats - len(seats)
        if count < 1 or free < 1:
            raise TableRefused("NO_FREE_SEAT", "There is no free seat for a bot.", max=free)
        table.bots_wanted = len(_bots_among(seats)) + min(count, free)
        table.bot_level = level
        table.save(update_fields=["bots_wanted", "bot_level"])
        fill(tx, locked)
        if not locked.head.live:
            locked.head.next_timer_at = tx.now
        tx.touch(locked)


@command("remove_bots", method="DELETE", address="bots")
def remove_bots(*, table_id: uuid.UUID, user: User) -> None:
    """Let the bots leave after the hand."""
    with lock_tables([table_id]) as tx:
        locked, table, _seats = _locked_for(tx, table_id, user)
        table.bots_wanted = 0
        table.save(update_fields=["bots_wanted"])
        if not locked.head.live:
            fill(tx, locked)
        tx.touch(locked)


def _locked_for(
    tx: TableTransaction, table_id: uuid.UUID, user: User
) -> tuple[LockedTable, Table, list[Seat]]:
    """A table with its seats, for a seated player or the host."""
    locked = tx.locked(table_id)
    table, seats = tx.rows(locked).table, tx.rows(locked).seats
    if table.is_house_table:
        raise TableRefused("HOUSE_TABLE", "This is a house table: the house manages its bots.")
    if table.host_id != user.pk and all(seat.user_id != user.pk for seat in seats):
        raise refusal.not_seated()
    if locked.head.frozen:
        raise refusal.frozen()
    return locked, table, seats


def fill(tx: TableTransaction, locked: LockedTable) -> bool:
    """Between hands, seat bots up to the number wanted and remove surplus bots.

    Returns whether a seat changed.
    """
    rows = tx.rows(locked)
    table = rows.table
    wanted = stakes_of(table).bots_wanted(table, len(rows.people))
    if wanted is None:
        return False
    changed = not locked.head.live and _part_with(table, rows.seats, wanted)
    changed |= _seat_bots(tx, table, rows.seats, wanted)
    if changed:
        tx.forget(locked)
    return changed


def fill_up(tx: TableTransaction, table: Table, seats: Sequence[Seat]) -> None:
    """Let bots take every free seat of a table that is started, where the stakes say so."""
    if stakes_of(table).fills_up(table):
        _seat_bots(tx, table, seats, table.max_seats)


def _part_with(table: Table, seats: Sequence[Seat], wanted: int) -> bool:
    """Free the seats of surplus bots, the others buy in again; returns whether a seat changed."""
    seated = _bots_among(seats)
    stakes_of(table).take_back(seated[wanted:], cause=str(uuid.uuid4()))
    rebuys = [_rebuy(table, seat) for seat in seated[:wanted]]
    return len(seated) > wanted or any(rebuys)


def _seat_bots(tx: TableTransaction, table: Table, seats: Sequence[Seat], wanted: int) -> bool:
    """Seat the bots that are missing, as far as seats are free; returns whether there was one."""
    missing = max(0, wanted - len(_bots_among(seats)))
    numbers = _free_numbers(table, seats)[:missing]
    stakes = stakes_of(table)
    for number in numbers:
        chips = stakes.bot_brings(table)
        bot = _bot_for(table, chips)
        stakes.take_seat(table, bot, number, chips=chips, key=uuid.uuid4(), now=tx.now)
    return bool(numbers)


def _bots_among(seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if seat.user.kind == User.Kind.BOT]


def _free_numbers(table: Table, seats: Sequence[Seat]) -> list[int]:
    """Free seats in the order in which bots take them: spread around, the first one last.

    A program that opens a table with bots and sits down at once asks for the first seat.
    """
    taken = {seat.number for seat in seats}
    free = [number for number in range(table.max_seats) if number not in taken]
    return sorted(free, key=lambda number: (number % 2 == 0, number == 0, number))


def _rebuy(table: Table, seat: Seat) -> bool:
    """Bring chips from the bot's own account if it has too few; returns whether it did."""
    stakes = stakes_of(table)
    more = stakes.bot_adds(table, seat.stack + seat.pending)
    if not more:
        return False
    ledger.fund_bot(user=seat.user, floor=more)
    stakes.top_up(table, seat.user, more, uid=f"top-up:{uuid.uuid4()}")
    seat.stack += more
    seat.save(update_fields=["stack"])
    return True


def _bot_for(table: Table, chips: int) -> User:
    """Return a bot of the table's level without a seat and with this many chips in its wallet.

    Its name begins with a different word than the names at the table, because a narrow seat shows
    only the first word.
    """
    names = Seat.objects.filter(table=table).values_list("user__name", flat=True)
    unlike = {name.split()[0] for name in names}
    alike = Q(name__in=unlike)
    for word in unlike:
        alike |= Q(name__startswith=f"{word} ")
    bot = (
        User.objects.filter(
            kind=User.Kind.BOT, bot_level=table.bot_level, is_active=True, seats__isnull=True
        )
        .exclude(alike)
        .order_by("date_joined")
        .select_for_update(skip_locked=True, of=("self",))
        .first()
    ) or create_bot(level=table.bot_level, unlike=unlike)
    ledger.fund_bot(user=bot, floor=chips)
    return bot
