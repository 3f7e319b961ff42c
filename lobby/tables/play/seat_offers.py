"""Offer the free seats of a table to its waiting list.

A free seat is held for the first in line who may sit down now; a seat that is not taken in time
goes to the next. The offers are rows that change with the table locked, and `check_not_held` reads
them under the same lock: there are never more offers than free seats, and nobody else takes one.
"""

import datetime
import uuid

from django.conf import settings

from accounts.ledger import wallet_balance
from accounts.people.models import User
from core.errors import RequestRefused
from core.runtime.sql import run
from lobby.tables.access import permissions, table_limits
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table, WaitingEntry
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables

PASSED_OVER_LIFETIME = datetime.timedelta(seconds=15)
"""How soon a person who was passed over is asked again."""
TABLES_PER_RUN_MAX = 20

_DUE = """
SELECT DISTINCT w.table_id FROM lobby_waitingentry w
JOIN lobby_tablehead p ON p.table_id = w.table_id JOIN lobby_table t ON t.id = w.table_id
WHERE NOT p.frozen AND (w.offered_until <= clock_timestamp()
    OR (w.offered_until IS NULL AND w.joined_at < clock_timestamp() - make_interval(hours => %s))
    OR (w.offered_until IS NULL AND coalesce(w.passed_until, '-infinity') <= clock_timestamp()
        AND t.state IN ('open', 'paused') AND t.max_seats >
            (SELECT count(*) FROM lobby_seat s WHERE s.table_id = t.id) +
            (SELECT count(o.offered_until) FROM lobby_waitingentry o WHERE o.table_id = t.id)))
LIMIT %s
"""


def run_due() -> int:
    """Offer the free seats of all tables with a waiting list; returns the number of tables.

    A dealer calls it each second; whatever frees a seat needs not know of it.
    """
    (rows,) = run((_DUE, [settings.WAITING_HOURS, TABLES_PER_RUN_MAX]))
    for (table_id,) in rows:
        with lock_tables([table_id]) as tx:
            for locked in tx.tables.values():
                offer_seats(tx, locked)
    return len(rows)


def offer_seats(tx: TableTransaction, locked: LockedTable) -> None:
    """Let the entries end whose time is over, and offer each free seat to the next in line."""
    rows, now = tx.rows(locked), tx.now
    oldest = now - datetime.timedelta(hours=settings.WAITING_HOURS)
    remove(locked, rows, [entry for entry in rows.waiting if _is_over(entry, now, oldest)])
    if locked.head.frozen or rows.table.state not in (Table.State.OPEN, Table.State.PAUSED):
        return
    free = _free(rows) - sum(entry.offered_until is not None for entry in rows.waiting)
    for entry in rows.waiting:
        if free <= 0:
            break
        if entry.offered_until is not None or _is_passed_over(entry, now):
            continue
        if _may_sit(entry.user, rows):
            entry.offered_until = now + datetime.timedelta(seconds=settings.SEAT_OFFER_S)
            tx.save(locked, entry, "offered_until")
            free -= 1
        else:
            entry.passed_until = now + PASSED_OVER_LIFETIME
            entry.save(update_fields=["passed_until"])


def check_not_held(rows: TableRows, user: User, *, from_bot: bool = False) -> None:
    """Raises `Refused` SEAT_HELD if the free seats are for others in the waiting list.

    Those ahead of a user in line come first, and before a user without an entry all of them.
    `from_bot`: a bot gives its seat up for the user.
    """
    free, is_ahead = _free(rows) + from_bot, True
    for entry in rows.waiting:
        is_offered = entry.offered_until is not None and entry.offered_until > rows.now
        if entry.user_id == user.pk:
            if is_offered:
                return
            is_ahead = is_ahead and entry.offered_until is not None  # they let their offer pass
        elif is_offered or (is_ahead and _is_next(entry, rows)):
            free -= 1
    if free <= 0:
        raise TableRefused("SEAT_HELD")


def remove(locked: LockedTable, rows: TableRows, entries: list[WaitingEntry]) -> None:
    """Delete entries of a locked table's waiting list."""
    if entries:
        WaitingEntry.objects.filter(pk__in=[entry.pk for entry in entries]).delete()
        rows.waiting = [entry for entry in rows.waiting if entry not in entries]
        locked.shows_more = True


def remove_of(locked: LockedTable, rows: TableRows, user_id: uuid.UUID) -> None:
    """Delete a user's entry if they have one."""
    remove(locked, rows, [entry for entry in rows.waiting if entry.user_id == user_id])


def _is_over(entry: WaitingEntry, now: datetime.datetime, oldest: datetime.datetime) -> bool:
    if entry.offered_until is not None:
        return entry.offered_until <= now
    return entry.joined_at < oldest


def _is_passed_over(entry: WaitingEntry, now: datetime.datetime) -> bool:
    return entry.passed_until is not None and entry.passed_until > now


def _is_next(entry: WaitingEntry, rows: TableRows) -> bool:
    """Whether a free seat would be offered to this entry now."""
    if entry.offered_until is not None or _is_passed_over(entry, rows.now):
        return False
    return _may_sit(entry.user, rows)


def _free(rows: TableRows) -> int:
    return rows.table.max_seats - len(rows.seats)


def _may_sit(user: User, rows: TableRows) -> bool:
    """Whether a user could take a seat now: neither they nor the table forbid it."""
    table, stakes = rows.table, stakes_of(rows.table)
    brings = table.min_buy_in if stakes.risk_chips else 0
    try:
        permissions.check_may_sit(user, table.pk, brings=brings)
        permissions.check_welcome(user, table)
        permissions.check_newcomer(user, table)
        permissions.check_free_chips(user, table, rows.seats)
        permissions.check_household(user, table, rows.seats)
    except RequestRefused:
        return False
    return table_limits.has_room(user) and wallet_balance(user.pk) >= brings
