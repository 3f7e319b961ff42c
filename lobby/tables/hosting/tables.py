"""Opening tables and finding a seat."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from django.db import IntegrityError, transaction
from django.utils.translation import gettext
from msgspec import structs

from accounts import ledger
from accounts.people.models import User
from core import graphemes
from games.dealing.actions import decks
from games.engines.core import registry
from lobby.tables import errors as refusal
from lobby.tables.access import permissions, table_limits
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Table,
    TableHead,
)
from lobby.tables.models.table import NAME_CHARS
from lobby.tables.plans import (
    PlanErrors,
    check_plan,
    clean_table_name,
    columns_of,
    name_in_use,
    plan_like,
)
from lobby.tables.play import bots
from lobby.tables.seats import quick_stakes
from lobby.tables.seats.quick_stakes import QuickOffer
from lobby.tables.seats.seats import sit
from lobby.tables.transaction import idempotency
from lobby.tables.transaction.transaction import lock_tables
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
    "PLAY_PUBLIC_FIRST",
    "FREE_CHIPS_HERE",
    "SENT_AWAY",
    "SEAT_HELD",
}
"""Refusals that concern one table only, so that the next one is tried."""
SISTERS_MAX = 100
"""The highest number after a house table's name."""


def open_table(
    *,
    plan: TablePlan,
    host: User | None,
    is_house_table: bool = False,
    sister_of: Table | None = None,
    practice: bool = False,
) -> Table:
    """Open a table and seat its bots; the host takes a seat with a second command.

    Raises `PlanErrors` with every invalid field, including a name in use, and `Refused`
    TOO_MANY_TABLES. A house table (`is_house_table`) counts towards nobody's limit; one that is the
    sister of another closes when it is empty.
    `practice`: it has no clock, and only its host sits there (`lobby.tables.hosting.practice`).
    """
    columns = columns_of(plan) | ({"clock_ms": 0, "bank_ms": 0} if practice else {})
    with named_once(), transaction.atomic():
        if host is not None and not is_house_table:
            table_limits.check_tables(host)
        table = Table.objects.create(
            **columns, is_house_table=is_house_table, host=host, sister_of=sister_of
        )
        TableHead.objects.create(table=table)
        if not table.teaching:  # which has no deck that anybody could have sealed
            decks.publish_first(
                table_id=table.pk, game=table.game, n=registry.get(table.game).deck_size
            )
        ledger.open_escrow(table.pk)
    with lock_tables([table.pk]) as tx:
        # Not left to the dealer: whoever opens tables full of bots waits for them, nobody else.
        for locked in tx.tables.values():
            bots.fill(tx, locked)
            locked.head.next_timer_at = tx.now
    return table


@contextmanager
def named_once() -> Iterator[None]:
    """Raises `PlanErrors` where the database refuses a name that another open table has."""
    try:
        yield
    except IntegrityError as error:
        if "open_table_name_once" not in str(error):
            raise
        raise name_in_use() from None


def close_table(*, table_id: uuid.UUID, user: User) -> None:
    """Deal no new hand at the host's table; it closes when its last person has left.

    Raises `Refused` (`NO_SUCH_TABLE`, `NOT_THE_HOST`).
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        table = tx.rows(locked).table
        if table.host_id != user.pk:
            raise TableRefused("NOT_THE_HOST", case="close", status=403)
        if table.state in (Table.State.OPEN, Table.State.PAUSED):
            table.state = Table.State.DRAINING
            tx.restart_turn(locked)
        if not locked.head.live:
            locked.head.next_timer_at = tx.now


def free_name(host: User, *, practice: bool = False) -> str:
    """A free name for a table whose host gave none, in the language of their request."""
    words = gettext("Practice: %(name)s") if practice else gettext("%(name)s's table")
    plain = words % {"name": host.name}
    return plain if find_open(plain) is None else f"{plain} {uuid.uuid4().hex[:4]}"


def find_open(name: str) -> Table | None:
    """The open table with that name (case-insensitive), None if there is none."""
    return (
        Table.objects.exclude(state=Table.State.CLOSED)
        .filter(name__iexact=clean_table_name(name))
        .first()
    )


def quick_seat(
    *, game: str, user: User, key: uuid.UUID, unit: int | None = None, buy_in: int | None = None
) -> Table:
    """Seat a user at the best public table of a game for them.

    `unit` and `buy_in` are the stakes (0: points) and the chips that the user wants. They are
    remembered for this game; without them those of the last time count, or else stakes that suit
    the wallet and a modest buy-in (`seats.quick_stakes`). A user who already has a seat in this
    game, at these stakes, is sent back to it.

    At a full table a bot gives way between two hands. If all tables are full, the house opens a
    sister of the best one, or a table of the user's own with three bots where the house has none. A
    repeated `key` returns the table found the first time. Raises `Refused` (NO_SUCH_STAKES,
    TOO_MANY_SEATS, TOO_MANY_TABLES and those of `sit`).
    """
    first = idempotency.find(user, "sit", key)
    if first is not None:
        if first.table.game != game:
            raise refusal.key_reused()
        return first.table
    for seated in quick_stakes.seated_at(user, game):
        if unit in (None, quick_stakes.unit_of(seated)):
            return seated
    offer = quick_stakes.offer_to(user, game, is_new=permissions.is_newcomer(user))
    if unit is not None:
        if unit not in {level.unit for level in offer.levels}:
            raise TableRefused("NO_SUCH_STAKES")
        offer = quick_stakes.remember(offer, user, unit, buy_in)
    elif buy_in is not None and offer.recommended is not None:
        offer = quick_stakes.remember(offer, user, offer.recommended, buy_in)
    ranked = quick_stakes.ranked(offer)
    for table in ranked:
        if _sit_at(table, user, key, offer):
            return table
    with transaction.atomic():
        table_limits.check_seats(user)  # otherwise the new table would be left without its host
    table = _sister_of_best(ranked) or open_table(
        plan=_private_company(game, user, offer.wallet), host=user
    )
    if not _sit_at(table, user, key, offer):
        raise TableRefused("SEAT_TAKEN")
    return table


def _sit_at(table: Table, user: User, key: uuid.UUID, offer: QuickOffer) -> bool:
    """Sit down at a table if it has a seat, or a bot that gives way; False to try the next one."""
    buy_in = quick_stakes.buy_in_at(table, offer)
    free = vacant_seats(table)
    bots_at = [seat.number for seat in table.seats.all() if seat.user.kind == User.Kind.BOT]
    for number in free or bots_at:
        try:
            sit(
                table_id=table.pk,
                user=user,
                number=number,
                buy_in=buy_in,
                key=key,
                from_bot=not free,
            )
        except TableRefused as no:
            if no.code == "SEAT_TAKEN":
                continue
            if no.code in _TRY_ANOTHER:
                return False
            raise
        return True
    return False


def _sister_of_best(ranked: Sequence[Table]) -> Table | None:
    """A new table like the best house table, "Riverside 2" beside "Riverside"; None without one."""
    best = next((table for table in ranked if table.is_house_table), None)
    if best is None:
        return None
    first = best.sister_of or best
    for number in range(2, SISTERS_MAX):
        name = f"{graphemes.cut(first.name, NAME_CHARS[1] - 4)} {number}"
        if find_open(name) is None:
            with suppress(PlanErrors):  # another process was quicker
                return open_table(
                    plan=structs.replace(plan_like(first), name=name),
                    host=None,
                    is_house_table=True,
                    sister_of=first,
                )
    return None


def vacant_seats(table: Table) -> list[int]:
    """The numbers of the seats that nobody has, lowest first."""
    taken = {seat.number for seat in table.seats.all()}
    return [number for number in range(table.max_seats) if number not in taken]


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
        raise TableRefused("INSUFFICIENT_CHIPS", case="refill", have=wallet)
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
