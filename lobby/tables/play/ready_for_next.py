"""End the pause after a hand early once every player wants the next one."""

import uuid

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat
from lobby.tables.play.cuts import pause_is_over
from lobby.tables.transaction.transaction import lock_tables


@command("next")
def press_next(*, table_id: uuid.UUID, user: User) -> None:
    """Ask for the next hand; the pause ends once every player has.

    Only people who are ready to play count; bots never wait. Repeating it changes nothing. Raises
    `Refused` (`NOT_SEATED`, `NO_PAUSE`).
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        rows = tx.rows(locked)
        own = rows.seat_of(user.pk)
        if own is None:
            raise refusal.not_seated()
        if locked.head.frozen:
            raise refusal.frozen()
        if locked.head.live or pause_is_over(tx, locked):
            raise TableRefused("NO_PAUSE")
        number = rows.table.hands_dealt
        if own.next_after == number:
            return
        own.next_after = number
        ready = [seat for seat in rows.people if seat.status == Seat.Status.READY]
        if ready and all(seat.next_after == number for seat in ready):
            locked.head.next_timer_at = locked.head.deal_at = tx.now
