"""Opening tables and finding a seat."""

import uuid

from django.db import IntegrityError, transaction

from accounts import ledger
from accounts.people.models import User
from games.engines.core import registry
from lobby.tables import errors as refusal
from lobby.tables.actions import bots, cuts, idempotency, permissions, table_limits
from lobby.tables.actions.seats import sit
from lobby.tables.actions.transaction import lock_tables
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
    TableHead,
)
from lobby.tables.plans import (
    PlanErrors,
    check_plan,
    clean_table_name,
    columns_of,
    name_in_use,
)
from lobby.tables.wire import TablePlan

__all__ = [
    "PlanErrors",
    "TablePlan",
    "check_plan",
    "clean_table_name",
    "close_table",
    "find_open",
    "free_name",
    "open_table",
    "quick_seat",
    "vacant_seats",
]

_TRY_ANOTHER = {
    "TABLE_CLOSING",
    "NO_SUCH_TABLE",
    "TABLE_FROZEN",
    "ONE_HOUSEHOLD",
    "FOR_NEWCOMERS",
    "SENT_AWAY",
}
"""Refusals that concern one table only, so that the next one is tried."""


def open_table(*, plan: TablePlan, host: User | None, is_house_table: bool = False) -> Table:
    """Open a table and seat its bots; the host takes a seat with a second command.

    Raises `PlanErrors` with every invalid field, including a name in use, and `Refused`
    TOO_MANY_TABLES. A house table (`is_house_table`) counts towards nobody's limit.
    """
    columns = columns_of(plan)
    try:
        with transaction.atomic():
            if host is not None and not is_house_table:
                table_limits.check_tables(host)
            table = Table.objects.create(**columns, is_house_table=is_house_table, host=host)
            TableHead.objects.create(table=table)
            cuts.publish_first(table, registry.get(table.game).deck_size)
            ledger.open_escrow(table.pk)
    except IntegrityError as error:
        if "open_table_name_once" not in str(error):
            raise
        raise name_in_use() from None
    with lock_tables([table.pk]) as tx:
        # Not left to the dealer: whoever opens tables full of bots waits for them, nobody else.
        for locked in tx.tables.values():
            bots.fill(tx, locked)
            locked.head.next_timer_at = tx.now
            tx.touch(locked)
    return table


def close_table(*, table_id: uuid.UUID, user: User) -> None:
    """Deal no new hand at the host's table; it closes when its last person has left.

    Raises `Refused` (`NO_SUCH_TABLE`, `NOT_THE_HOST`).
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        table = Table.objects.get(pk=table_id)
        if table.host_id != user.pk:
            raise TableRefused("NOT_THE_HOST", "Only the host can close this table.")
        if table.state in (Table.State.OPEN, Table.State.PAUSED):
            Table.objects.filter(pk=table_id).update(state=Table.State.DRAINING)
        if not locked.head.live:
            locked.head.next_timer_at = tx.now
        tx.touch(locked)


def free_name(host: User) -> str:
    """A free name for a table whose host gave none."""
    plain = f"{host.name}'s table"
    return plain if find_open(plain) is None else f"{plain} {uuid.uuid4().hex[:4]}"


def find_open(name: str) -> Table | None:
    """The open table with that name (case-insensitive), None if there is none."""
    return (
        Table.objects.exclude(state=Table.State.CLOSED)
        .filter(name__iexact=clean_table_name(name))
        .first()
    )


def quick_seat(*, game: str, user: User, key: uuid.UUID) -> Table:
    """Seat a user at the best public table of a game, or at a new one with three bots.

    Tables are ranked by these criteria in turn: for newcomers (others are refused there); more
    people; for guests and newcomers, no hard bots; not in spectator mode `open`; lower minimum
    buy-in; more bots. The wallet must cover the buy-in. A user who already has a seat in this game
    is sent back to it. A repeated `key` returns the table found the first time. Raises `Refused`
    (TOO_MANY_SEATS, TOO_MANY_TABLES and those of `sit`).
    """
    first = idempotency.find(user, "sit", key)
    if first is not None:
        if first.table.game != game:
            raise refusal.key_reused()
        return first.table
    seated = (
        Seat.objects.filter(user=user, table__game=game)
        .exclude(table__plays_for=Table.PlaysFor.SIT_AND_GO)
        .exclude(table__state=Table.State.CLOSED)
        .select_related("table")
        .first()
    )
    if seated is not None:
        return seated.table
    wallet = ledger.balance(ledger.wallet(user))
    for table in _candidates(game, wallet, learns=user.is_guest or permissions.is_newcomer(user)):
        for number in vacant_seats(table):
            try:
                sit(
                    table_id=table.pk,
                    user=user,
                    number=number,
                    buy_in=_comfortable(table, wallet),
                    key=key,
                )
            except TableRefused as no:
                if no.code == "SEAT_TAKEN":
                    continue
                if no.code in _TRY_ANOTHER:
                    break
                raise
            return table
    with transaction.atomic():
        table_limits.check_seats(user)  # otherwise the new table would be left without its host
    table = open_table(plan=_private_company(game, user, wallet), host=user)
    sit(
        table_id=table.pk,
        user=user,
        number=vacant_seats(table)[0],
        buy_in=_comfortable(table, wallet),
        key=key,
    )
    return table


def _candidates(game: str, wallet: int, *, learns: bool) -> list[Table]:
    tables = list(
        Table.objects.filter(
            game=game,
            private=False,
            approval=False,
            state=Table.State.OPEN,
            min_buy_in__lte=wallet,
        )
        .exclude(plays_for=Table.PlaysFor.SIT_AND_GO)
        .prefetch_related("seats__user")
    )
    free = [table for table in tables if len(table.seats.all()) < table.max_seats]

    def company(table: Table) -> tuple[bool, int, bool, bool, int, int]:
        sitters = [seat.user for seat in table.seats.all()]
        people = sum(not user.is_bot for user in sitters)
        too_hard = learns and any(user.bot_level == "hard" for user in sitters)
        shown = table.spectators == Table.Spectators.OPEN
        return (
            not table.newcomers,
            -people,
            too_hard,
            shown,
            table.min_buy_in,
            -len(sitters),
        )

    return sorted((table for table in free if table.seats.all()), key=company)


def vacant_seats(table: Table) -> list[int]:
    """The numbers of the seats that nobody has, lowest first."""
    taken = {seat.number for seat in table.seats.all()}
    return [number for number in range(table.max_seats) if number not in taken]


def _comfortable(table: Table, wallet: int) -> int:
    """The buy-in of a quick seat: midway in the range, or a quarter of a small wallet."""
    middle = (table.min_buy_in + table.max_buy_in) // 2
    return max(table.min_buy_in, min(middle, wallet // 4))


def _private_company(key: str, user: User, wallet: int) -> TablePlan:
    game = registry.get(key)
    quick = game.manifest.quick
    rules = game.presets[quick.preset]
    name = free_name(user)
    if game.scores(rules):
        seats = min(6, game.max_players(rules))
        return TablePlan(
            name=name, game=key, preset=quick.preset, seats=seats, bots=min(3, seats - 1)
        )
    if wallet < 40:
        raise TableRefused(
            "INSUFFICIENT_CHIPS",
            f"You have only {wallet:,} chips. Take your free refill on your profile.",
        )
    least = 20 * game.unit(rules)
    lower = {quick.stakes: max(1, wallet // (20 * quick.units))} if quick.stakes else {}
    return TablePlan(
        name=name,
        game=key,
        preset=quick.preset,
        min_buy_in=min(least, wallet),
        max_buy_in=10 * least,
        seats=min(6, game.max_seats),
        options={} if wallet >= least else lower,
        bots=3,
    )
