"""Bots at tables: fill seats, rebuy chips and leave."""

import uuid

from django.db.models import Q

from accounts import ledger
from accounts.people.actions.users import create_bot
from accounts.people.models import User
from games import bots as policies
from lobby.tables import errors as refusal
from lobby.tables.bodies import BotsBody
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction import idempotency
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables


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
        locked, rows = _locked_for(tx, table_id, user)
        if level not in policies.LEVELS:
            raise TableRefused("UNKNOWN_LEVEL", status=400)
        free = rows.table.max_seats - len(rows.seats)
        if count < 1 or free < 1:
            raise TableRefused("NO_FREE_SEAT", max=free)
        rows.table.bots_wanted = len(rows.bots) + min(count, free)
        rows.table.bot_level = level
        fill(tx, locked)
        if not locked.head.live:
            locked.head.next_timer_at = tx.now


@command("remove_bots", method="DELETE", address="bots")
def remove_bots(*, table_id: uuid.UUID, user: User) -> None:
    """Let the bots leave after the hand."""
    with lock_tables([table_id]) as tx:
        locked, rows = _locked_for(tx, table_id, user)
        rows.table.bots_wanted = 0
        if not locked.head.live:
            fill(tx, locked)


def _locked_for(
    tx: TableTransaction, table_id: uuid.UUID, user: User
) -> tuple[LockedTable, TableRows]:
    """A table with its rows, for a seated player or the host."""
    locked = tx.locked(table_id)
    rows = tx.rows(locked)
    table = rows.table
    if table.is_house_table:
        raise TableRefused("HOUSE_TABLE", status=403)
    if table.host_id != user.pk and rows.seat_of(user.pk) is None:
        raise refusal.not_seated()
    if locked.head.frozen:
        raise refusal.frozen()
    return locked, rows


def fill(tx: TableTransaction, locked: LockedTable) -> None:
    """Between hands, seat bots up to the number wanted and remove surplus bots."""
    rows = tx.rows(locked)
    wanted = stakes_of(rows.table).bots_wanted(rows)
    if wanted is None:
        return
    if not locked.head.live:
        _part_with(rows, wanted)
    _seat_bots(rows, wanted)


def fill_up(rows: TableRows) -> None:
    """Let bots take every free seat of a table that is started, where the stakes say so."""
    if stakes_of(rows.table).fills_up(rows):
        _seat_bots(rows, rows.table.max_seats)


def _part_with(rows: TableRows, wanted: int) -> None:
    """Free the seats of surplus bots; the others buy in again."""
    seated = rows.bots
    stakes_of(rows.table).take_back(rows, seated[wanted:], cause=str(uuid.uuid4()))
    for seat in seated[:wanted]:
        _rebuy(rows.table, seat)


def _seat_bots(rows: TableRows, wanted: int) -> None:
    """Seat the bots that are missing, as far as seats are free."""
    stakes = stakes_of(rows.table)
    for number in _free_numbers(rows)[: max(0, wanted - len(rows.bots))]:
        chips = stakes.bot_brings(rows.table)
        bot = _bot_for(rows, chips)
        stakes.take_seat(rows, bot, number, chips=chips, key=uuid.uuid4())


def _free_numbers(rows: TableRows) -> list[int]:
    """Free seats in the order in which bots take them: spread around, the first one last.

    A program that opens a table with bots and sits down at once asks for the first seat.
    """
    free = [number for number in range(rows.table.max_seats) if rows.seat_at(number) is None]
    return sorted(free, key=lambda number: (number % 2 == 0, number == 0, number))


def _rebuy(table: Table, seat: Seat) -> None:
    """Bring chips from the bot's own account if it has too few."""
    stakes = stakes_of(table)
    more = stakes.bot_adds(table, seat.stack + seat.pending)
    if not more:
        return
    ledger.fund_bot(user=seat.user, floor=more)
    stakes.top_up(table, seat.user, more, uid=f"top-up:{uuid.uuid4()}")
    seat.stack += more


def _bot_for(rows: TableRows, chips: int) -> User:
    """Return a bot of the table's level without a seat and with this many chips in its wallet.

    Its name begins with a different word than the names at the table, because a narrow seat shows
    only the first word.
    """
    level = rows.table.bot_level
    unlike = {seat.user.name.split()[0] for seat in rows.seats}
    alike = Q(name__in=unlike)
    for word in unlike:
        alike |= Q(name__startswith=f"{word} ")
    bot = (
        User.objects.filter(kind=User.Kind.BOT, bot_level=level, is_active=True, seats__isnull=True)
        .exclude(alike)
        .order_by("date_joined")
        .select_for_update(skip_locked=True, of=("self",))
        .first()
    ) or create_bot(level=level, unlike=unlike)
    ledger.fund_bot(user=bot, floor=chips)
    return bot
