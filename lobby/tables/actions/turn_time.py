"""Whether a turn is over, as the dealer finds it: clock, time bank, and a lost connection."""

import datetime

from django.conf import settings
from django.db.models import Q

from games.hands.queries.live import LiveHand
from lobby.tables.actions.transaction import (
    LockedTable,
    TableTransaction,
)
from lobby.tables.clock import AWAY, GRACE, allowance, clock_end, deadline
from lobby.tables.models import Seat

LOST = datetime.timedelta(seconds=20)
"""A person who was last seen so long ago has perhaps lost the connection."""
LOOKS = datetime.timedelta(seconds=5)
"""How often a table that waits for a lost connection looks whether it is back."""
BACK_HAS = datetime.timedelta(seconds=10)
"""So long to act has a person who comes back while the table waits."""


def is_out_of_time(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> bool:
    """Whether the clock acts for a seat now; if not, the table's timer is set for the next look.

    The time bank is for people who are there. A person whose connection is lost while they have
    chips at stake is waited for longer than that, and keeps the bank
    (`lobby.tables.clock.allowance`).
    """
    head, now = locked.head, tx.now
    assert head.turn_at is not None
    person = Seat.objects.filter(table_id=hand.table_id, user_id=hand.players[seat].user_id)
    held = person.only("seen_at", "held_at", "number").first()
    seen_at = held.seen_at if held is not None else hand.started_at - AWAY
    if head.held_until is not None and seen_at > now - LOST:
        _come_back(tx, locked, head.held_until)
    end = deadline(hand, seat, head.turn_at, head.held_until)
    if head.held_until is not None:
        head.next_timer_at = min(end + GRACE, now + LOOKS)
        return now >= end + GRACE
    if now < clock_end(hand, head.turn_at) + GRACE:
        tx.schedule(locked, here=True)
        return False
    if held is not None and seen_at <= now - LOST and _wait_for(tx, locked, hand, held):
        return False
    # In the bank: its end, or the moment from which the connection counts as lost.
    head.next_timer_at = min(end + GRACE, max(seen_at + LOST, now + LOOKS))
    return seen_at <= now - AWAY or now >= end + GRACE


def _come_back(tx: TableTransaction, locked: LockedTable, held_until: datetime.datetime) -> None:
    """The lost connection is there again: its person has a moment to act, not all the time."""
    soon = min(held_until, tx.now + BACK_HAS)
    if soon < held_until:
        locked.head.held_until = soon
        tx.touch(locked)


def _wait_for(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: Seat) -> bool:
    """Let the table wait for a lost connection; False where that is not due.

    Not for a person who was gone before the deal, and for each seat seldom: nobody stalls a table
    by pulling the plug hand after hand.
    """
    wait = allowance(hand, seat.number)
    again = datetime.timedelta(seconds=settings.DISCONNECT_AGAIN_S)
    if not wait or seat.seen_at < hand.started_at - LOST:
        return False
    fresh = Q(held_at=None) | Q(held_at__lte=tx.now - again)
    if not Seat.objects.filter(fresh, pk=seat.pk).update(held_at=tx.now):
        return False
    assert locked.head.turn_at is not None
    locked.head.held_until = deadline(hand, seat.number, locked.head.turn_at) + wait
    locked.head.next_timer_at = min(locked.head.held_until + GRACE, tx.now + LOOKS)
    tx.touch(locked)
    return True
