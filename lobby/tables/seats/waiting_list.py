"""The waiting list of a table without a free seat: joining and leaving it.

`lobby.tables.play.seat_offers` offers seats to those who wait.
"""

import uuid

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.access import permissions, table_limits
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import Table, WaitingEntry
from lobby.tables.play import seat_offers
from lobby.tables.play.cuts import pause_is_over
from lobby.tables.seats.seat_requests import needs_approval
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.transaction import lock_tables

ADDRESS = "waiting_list"


@command("join_waiting_list", address=ADDRESS, chapter="Tables")
def join_waiting_list(*, table_id: uuid.UUID, user: User) -> WaitingEntry:
    """Wait for a seat at a full table; `you.waiting` has your place in line.

    A free seat is held for the first in line for `SEAT_OFFER_S` seconds, then for the next. Bots
    leave after the hand for those who wait. Repeated, it changes nothing.

    Raises `Refused` ALREADY_SEATED, NOT_FULL, NO_WAITING_LIST (sit and gos, and tables where the
    host approves the user), LIST_FULL, TABLE_CLOSING, and those of `permissions`.
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        rows = tx.rows(locked)
        table = rows.table
        if rows.seat_of(user.pk) is not None:
            raise TableRefused("ALREADY_SEATED")
        known = next((entry for entry in rows.waiting if entry.user_id == user.pk), None)
        if known is not None:
            return known
        if not stakes_of(table).drop_in or needs_approval(user, table):
            raise TableRefused("NO_WAITING_LIST")
        if locked.head.frozen:
            raise refusal.frozen()
        if table.state not in (Table.State.OPEN, Table.State.PAUSED):
            raise TableRefused("TABLE_CLOSING", case="no_new")
        if table.max_seats - len(rows.seats) > len(rows.waiting):
            raise TableRefused("NOT_FULL")
        permissions.check_may_sit(user, table_id, brings=0)
        permissions.check_welcome(user, table)
        permissions.check_newcomer(user, table)
        table_limits.check_waiting(user, len(rows.waiting))
        entry = WaitingEntry(table=table, user=user, joined_at=tx.now)
        tx.save(locked, entry)
        rows.waiting.append(entry)
        if not locked.head.live and pause_is_over(tx, locked):
            locked.head.next_timer_at = tx.now  # bots may leave
    return entry


@command("leave_waiting_list", method="DELETE", address=ADDRESS, chapter="Tables")
def leave_waiting_list(*, table_id: uuid.UUID, user: User) -> None:
    """Wait for a seat no more; one that is held for you goes to the next in line."""
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        seat_offers.remove_of(locked, tx.rows(locked), user.pk)
