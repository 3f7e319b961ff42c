"""Bots at tables: fill seats, rebuy chips and leave."""

import uuid

from django.db.models import Q

from accounts import ledger
from accounts.people.actions.users import create_bot
from accounts.people.models import User
from games import bots as policies
from lobby.tables import errors as refusal
from lobby.tables.actions import idempotency
from lobby.tables.actions.table_rows import TableRows
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
    lock_tables,
)
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    SitAndGo,
    Table,
)
from lobby.tables.seating import entry_price, players_needed
from lobby.tables.stakes import sit_and_go_games, stakes_of


def add_bots(
    *, table_id: uuid.UUID, user: User, count: int, level: str, key: uuid.UUID | None = None
) -> None:
    """Seat bots of one level on up to `count` free seats, for a seated player or the host.

    A repeated `key` changes nothing. Raises `Refused` (`NOT_SEATED`, `NO_FREE_SEAT`,
    `UNKNOWN_LEVEL`, `KEY_REUSED`).
    """
    with lock_tables([table_id]) as tx:
        asked = {"count": count, "level": level}
        if idempotency.is_repeated(user, "add_bots", key, table_id, asked):
            return
        locked, table = _table_of(tx, table_id, user)
        if level not in policies.LEVELS:
            raise TableRefused("UNKNOWN_LEVEL", "Choose one of the bot levels.")
        seated = _bots_at(table)
        free = table.max_seats - Seat.objects.filter(table=table).count()
        if count < 1 or free < 1:
            raise TableRefused("NO_FREE_SEAT", "There is no free seat for a bot.", max=free)
        table.bots_wanted = len(seated) + min(count, free)
        table.bot_level = level
        table.save(update_fields=["bots_wanted", "bot_level"])
        fill(tx, locked)
        if not locked.head.live:
            locked.head.next_timer_at = tx.now
        tx.touch(locked)


def remove_bots(*, table_id: uuid.UUID, user: User) -> None:
    """Let all bots leave the table after the hand."""
    with lock_tables([table_id]) as tx:
        locked, table = _table_of(tx, table_id, user)
        table.bots_wanted = 0
        table.save(update_fields=["bots_wanted"])
        if not locked.head.live:
            fill(tx, locked)
        tx.touch(locked)


def _table_of(tx: TableTransaction, table_id: uuid.UUID, user: User) -> tuple[LockedTable, Table]:
    locked = tx.locked(table_id)
    table = Table.objects.get(pk=table_id)
    if table.is_house_table:
        raise TableRefused("HOUSE_TABLE", "This is a house table: the house manages its bots.")
    if table.host_id != user.pk and not Seat.objects.filter(table=table, user=user).exists():
        raise refusal.not_seated()
    if locked.head.frozen:
        raise refusal.frozen()
    return locked, table


def _bots_at(table: Table) -> list[Seat]:
    return list(
        Seat.objects.filter(table=table, user__kind=User.Kind.BOT)
        .select_related("user")
        .order_by("number")
    )


def fill(tx: TableTransaction, locked: LockedTable) -> bool:
    """Between hands, seat bots up to the number wanted and remove surplus bots.

    Once two people are seated, bots leave one seat free. Returns whether a seat changed.
    """
    rows = tx.rows(locked)
    table = rows.table
    if table.sit_and_go:
        changed = _fill_sit_and_go(tx, table, table.bots_wanted)
    else:
        changed = _fill_table(tx, locked, rows)
    if changed:
        tx.forget(locked)
    return changed


def _fill_table(tx: TableTransaction, locked: LockedTable, rows: TableRows) -> bool:
    table, people = rows.table, len(rows.people)
    seated = [seat for seat in rows.seats if seat.user.kind == User.Kind.BOT]
    keeps_one = people >= 2 and table.max_seats > players_needed(table)
    room = table.max_seats - people - (1 if keeps_one else 0)
    wanted = max(0, min(table.bots_wanted, room))
    changed = False
    if not locked.head.live:
        too_many = seated[wanted:]
        stakes_of(table).take_back(too_many, cause=str(uuid.uuid4()))
        changed = bool(too_many)
        for seat in seated[:wanted]:
            changed |= _rebuy(table, seat)
    missing = wanted - len(seated)
    if missing > 0:
        for number in _free_numbers(table)[:missing]:
            _seat_bot(tx, table, number)
            changed = True
    return changed


def _free_numbers(table: Table) -> list[int]:
    """Free seats in the order in which bots take them: spread around, the first one last.

    A program that opens a table with bots and sits down at once asks for the first seat.
    """
    taken = set(Seat.objects.filter(table=table).values_list("number", flat=True))
    free = [number for number in range(table.max_seats) if number not in taken]
    return sorted(free, key=lambda number: (number % 2 == 0, number == 0, number))


def fill_up(tx: TableTransaction, table: Table) -> None:
    """Let bots take every free seat of a sit and go that is open for registration."""
    _fill_sit_and_go(tx, table, table.max_seats)


def _fill_sit_and_go(tx: TableTransaction, table: Table, wanted: int) -> bool:
    """Before the start, enter bots up to the number wanted; returns whether a seat changed.

    A finished sit and go stays on the table until somebody plays again. A house table opens a new
    one by itself once nobody is left to see the result.
    """
    sit_and_go = sit_and_go_games.current(table)
    if sit_and_go is None:
        had_one = SitAndGo.objects.filter(table=table).exists()
        if had_one and not (table.is_house_table and not table.seats.exists()):
            return False
        sit_and_go = sit_and_go_games.open_sit_and_go(table)
    if sit_and_go.state != SitAndGo.State.REGISTERING:
        return False
    seated = _bots_at(table)
    missing = wanted - len(seated)
    stakes_of(table).take_back(seated[wanted:], cause=str(uuid.uuid4()))
    for number in _free_numbers(table)[: max(0, missing)]:
        bot = _bot_for(table, sit_and_go.entry)
        sit_and_go_games.enter(sit_and_go, bot, number, key=uuid.uuid4())
        Seat.objects.create(
            table=table, number=number, user=bot, stack=sit_and_go.points, seen_at=tx.now
        )
    return missing != 0


def _stake(table: Table) -> int:
    return max(entry_price(table), (table.min_buy_in + table.max_buy_in) // 2)


def rebuy_of(table: Table, chips: int) -> int:
    """The chips that a bot with this many adds between two hands; 0 if it plays on.

    It rebuys if it has too few to be dealt in, or less than a quarter of the minimum buy-in.
    """
    if table.for_points or chips >= max(entry_price(table), table.min_buy_in // 4 + 1):
        return 0
    return _stake(table) - chips


def _rebuy(table: Table, seat: Seat) -> bool:
    """Bring chips from the bot's own account if it has too few; returns whether it did."""
    more = rebuy_of(table, seat.stack + seat.pending)
    if not more:
        return False
    ledger.fund_bot(user=seat.user, floor=more)
    ledger.buy_in(user=seat.user, table_id=table.pk, amount=more, uid=f"top-up:{uuid.uuid4()}")
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


def _seat_bot(tx: TableTransaction, table: Table, number: int) -> None:
    amount = 0 if table.for_points else _stake(table)
    bot = _bot_for(table, amount)
    if amount:
        ledger.buy_in(user=bot, table_id=table.pk, amount=amount, uid=f"buy-in:{uuid.uuid4()}")
    Seat.objects.create(
        table=table,
        number=number,
        user=bot,
        stack=amount,
        for_points=table.for_points,
        missed_blinds="new",
        seen_at=tx.now,
    )
