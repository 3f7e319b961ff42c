"""Staff actions at tables: drain, freeze, resume, close, remove a player.

Voiding a hand is `lobby.moderation.actions.void`. Each action locks the table, posts a house
message and adds a row to the staff log. At a frozen table nothing happens: no player's action, no
timer, no movement of chips. The house, too, freezes a table after an audit finding.
"""

import datetime
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from accounts.people.models import User
from accounts.people.queries import users
from core.bidi import isolated
from core.staff import actions as staff_actions
from core.staff.actions import RunningAction
from lobby.tables.chat.chat import announce
from lobby.tables.errors import TableRefused
from lobby.tables.models import (
    Seat,
    Table,
)
from lobby.tables.play.timers import close as close_table
from lobby.tables.rows.table_rows import TableRows
from lobby.tables.seats.seats import send_away
from lobby.tables.stakes import stakes_of
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction, lock_tables
from lobby.tables.turn_clock import turn_after_pause


@dataclass(frozen=True, slots=True)
class TargetTable:
    """A locked table and the staff action in progress."""

    acting: RunningAction
    tx: TableTransaction
    locked: LockedTable
    rows: TableRows

    def tell(self, code: str, **args: Any) -> None:
        """Post the message `house.<code>`."""
        announce(self.locked, code, **args)


@contextmanager
def _at(by: User, action: str, table_id: uuid.UUID, reason: str) -> Iterator[TargetTable]:
    with (
        staff_actions.staff_action(
            by=by, action=action, kind="table", target=table_id, reason=reason
        ) as acting,
        lock_tables([table_id]) as tx,
    ):
        locked = tx.locked(table_id)
        yield TargetTable(acting, tx, locked, tx.rows(locked))


def drain(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Deal no new hand: the table closes after this one, a sit and go after its last."""
    with _at(by, "table.drain", table_id, reason) as target:
        table, head = target.rows.table, target.locked.head
        if table.state == Table.State.DRAINING:
            target.acting.nothing()
            return
        target.acting.before = {"state": table.state}
        table.state = Table.State.DRAINING
        target.acting.after = {"state": Table.State.DRAINING}
        if not head.live and not head.frozen:
            head.next_timer_at = target.tx.now
        target.tell("closes")


def freeze(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Freeze the table and its turn clock."""
    with _at(by, "table.freeze", table_id, reason) as target:
        head = target.locked.head
        if not _stop(target.tx, target.locked, "frozen"):
            target.acting.nothing()
            return
        target.acting.after = {"hand": str(head.hand_id), "seq": head.seq, "live": head.live}


def freeze_for_the_house(*, table_id: uuid.UUID) -> None:
    """Freeze a table because of an audit finding; a closed or frozen one stays as it is."""
    with lock_tables([table_id]) as tx:
        for locked in tx.tables.values():
            _stop(tx, locked, "frozen_by_house")


def _stop(tx: TableTransaction, locked: LockedTable, code: str) -> bool:
    """Freeze a table and post a message; returns False if it is frozen already."""
    if locked.head.frozen:
        return False
    locked.head.frozen, locked.head.frozen_at = True, tx.now
    announce(locked, code)
    return True


def thaw(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Resume a frozen table; every clock has exactly as much time left as before."""
    with _at(by, "table.thaw", table_id, reason) as target:
        tx, locked, head = target.tx, target.locked, target.locked.head
        if not head.frozen:
            target.acting.nothing()
            return
        since = head.frozen_at or tx.now
        pause = tx.now - since
        hand = tx.hand(locked)
        if hand is not None and head.turn_seat is not None and head.turn_at is not None:
            head.turn_at = turn_after_pause(hand, head.turn_seat, head.turn_at, pause)
        if head.held_until is not None:
            head.held_until += pause
        if head.next_timer_at is not None:
            head.next_timer_at += pause
        if head.deal_at is not None:
            head.deal_at += pause
        deck = target.rows.deck
        if deck is not None and deck.locked_at is not None:
            deck.locked_at += pause
        stakes_of(target.rows.table).stood_still(target.rows.table, pause)
        head.frozen, head.frozen_at = False, None
        target.acting.before = {"frozen_at": since.isoformat()}
        target.acting.after = {"paused_ms": pause // datetime.timedelta(milliseconds=1)}
        target.tell("thawed")


def close(*, by: User, table_id: uuid.UUID, reason: str) -> None:
    """Close a table between two hands; a running sit and go is cancelled and its entries refunded.

    Raises `Refused` HAND_IN_PROGRESS: void the hand first, or drain the table.
    """
    with _at(by, "table.close", table_id, reason) as target:
        tx, locked, table = target.tx, target.locked, target.rows.table
        if locked.head.live:
            raise TableRefused("HAND_IN_PROGRESS", case="close")
        stakes_of(table).cancel(table, at=tx.now)
        target.acting.before = {"state": table.state, "seats": chips_of(target.rows.seats)}
        close_table(tx, locked)
        target.acting.after = {"state": Table.State.CLOSED}


def kick(*, by: User, table_id: uuid.UUID, user_id: uuid.UUID, reason: str) -> None:
    """Remove a player after the hand; their chips return to the wallet. Raises `Refused`."""
    user = users.person(user_id)
    with _at(by, "table.kick", table_id, reason) as target:
        seat = send_away(target.tx, target.locked, user)
        target.acting.before = {"user": str(user.pk), "seat": seat.number, "stack": seat.stack}
        target.acting.after = {"at_once": target.rows.seat_of(user.pk) is None}
        target.tell("removed_by_staff", name=isolated(user.name))


def chips_of(seats: list[Seat]) -> list[list[object]]:
    """Seats as the staff log stores them: number, user id, stack and pending chips."""
    return [[seat.number, str(seat.user_id), seat.stack, seat.pending] for seat in seats]
