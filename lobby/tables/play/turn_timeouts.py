"""Decide whether a turn is over, from the turn clock, the time bank and the connection.

The arithmetic is `lobby.tables.turn_clock`.
"""

import datetime

from django.conf import settings

from games.hands.live_hand import LiveHand
from lobby.tables.models import Seat
from lobby.tables.transaction.locked_table import LockedTable
from lobby.tables.transaction.transaction import TableTransaction
from lobby.tables.turn_clock import (
    ABANDONED_AFTER,
    AWAY_AFTER,
    LATENCY_GRACE,
    allowance,
    clock_end,
    deadline,
    is_timed,
    may_autoplay,
    next_look,
)

DISCONNECTED_AFTER = datetime.timedelta(seconds=20)
"""A person not seen for this long may have lost the connection."""
RECONNECT_PAUSE = datetime.timedelta(seconds=5)
"""How often a table that waits for a lost connection checks it."""
RETURN_GRACE = datetime.timedelta(seconds=10)
"""Time to act for a person who returns while the table waits."""


def is_out_of_time(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: int) -> bool:
    """Whether a seat's time is up; if not, the table's timer is set to the next check.

    The time bank is for people who are present. A table waits longer for a player with chips at
    stake whose connection is lost, and their time bank is kept
    (`lobby.tables.turn_clock.allowance`). Without a clock it is up when the person is long gone.
    """
    head, now = locked.head, tx.now
    assert head.turn_at is not None
    held = tx.rows(locked).seat_of(hand.players[seat].user_id)
    seen_at = held.seen_at if held is not None else hand.started_at - AWAY_AFTER
    if not is_timed(hand):
        head.next_timer_at = seen_at + ABANDONED_AFTER
        return now >= head.next_timer_at
    if head.held_until is not None and seen_at > now - DISCONNECTED_AFTER:
        _come_back(tx, locked, head.held_until)
    end = deadline(hand, seat, head.turn_at, head.held_until)
    if head.held_until is not None:
        head.next_timer_at = min(end + LATENCY_GRACE, now + RECONNECT_PAUSE)
        return now >= end + LATENCY_GRACE
    if now < clock_end(hand, head.turn_at) + LATENCY_GRACE:
        head.next_timer_at = next_look(hand, seat, head.turn_at, head.held_until, now)
        return False
    if (
        held is not None
        and seen_at <= now - DISCONNECTED_AFTER
        and _wait_for(tx, locked, hand, held)
    ):
        return False
    # In the time bank: check at its end, or when the connection counts as lost.
    head.next_timer_at = min(
        end + LATENCY_GRACE, max(seen_at + DISCONNECTED_AFTER, now + RECONNECT_PAUSE)
    )
    return seen_at <= now - AWAY_AFTER or now >= end + LATENCY_GRACE


def _come_back(tx: TableTransaction, locked: LockedTable, held_until: datetime.datetime) -> None:
    """Give a returning player a moment to act, but not the whole clock again."""
    soon = min(held_until, tx.now + RETURN_GRACE)
    if soon < held_until:
        locked.head.held_until = soon


def _wait_for(tx: TableTransaction, locked: LockedTable, hand: LiveHand, seat: Seat) -> bool:
    """Let the table wait for a lost connection; False if it must not wait.

    It does not wait for a person who was gone before the deal, and only rarely for each seat, so
    that nobody stalls a table by disconnecting hand after hand.
    """
    wait = allowance(
        hand,
        seat.number,
        least_s=settings.DISCONNECT_LEAST_S,
        most_s=settings.DISCONNECT_MOST_S,
        full_pot=settings.DISCONNECT_FULL_POT,
    )
    again = datetime.timedelta(seconds=settings.DISCONNECT_AGAIN_S)
    if not wait or seat.seen_at < hand.started_at - DISCONNECTED_AFTER:
        return False
    if seat.held_at is not None and seat.held_at > tx.now - again:
        return False
    seat.held_at = tx.now
    assert locked.head.turn_at is not None
    locked.head.held_until = deadline(hand, seat.number, locked.head.turn_at) + wait
    locked.head.next_timer_at = min(
        locked.head.held_until + LATENCY_GRACE, tx.now + RECONNECT_PAUSE
    )
    return True


def grant_grace(tx: TableTransaction, locked: LockedTable, number: int) -> None:
    """Grant a moment's grace on its turn to a seat that starts or stops playing automatically.

    A mistaken click can be undone before anything is played, and a returning player has time to
    act.
    """
    head, hand = locked.head, tx.hand(locked)
    if hand is None or head.turn_seat != number or head.turn_at is None:
        return
    if not may_autoplay(hand):
        return  # nobody plays for the seat: its turn goes on
    soon = tx.now + datetime.timedelta(seconds=settings.AUTOPLAY_GRACE_S)
    if tx.absence(locked, number) is not None:
        head.next_timer_at = min(soon, head.next_timer_at or soon)
        return
    if is_timed(hand) and deadline(hand, number, head.turn_at, head.held_until) < soon:
        head.held_until = soon
    head.next_timer_at = next_look(hand, number, head.turn_at, head.held_until, tx.now)
