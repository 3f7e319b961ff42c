"""Whether a turn is over, as the dealer finds it: clock, time bank, and a lost connection."""

import datetime

from django.conf import settings
from django.db.models import Q

from games.hands.queries.live import LiveHand
from lobby.tables.actions.transaction import Desk, Place
from lobby.tables.clock import AWAY, GRACE, allowance, clock_end, deadline
from lobby.tables.models import Seat

LOST = datetime.timedelta(seconds=20)
"""A person who was last seen so long ago has perhaps lost the connection."""
LOOKS = datetime.timedelta(seconds=5)
"""How often a table that waits for a lost connection looks whether it is back."""
BACK_HAS = datetime.timedelta(seconds=10)
"""So long to act has a person who comes back while the table waits."""


def is_out_of_time(desk: Desk, place: Place, hand: LiveHand, seat: int) -> bool:
    """Whether the clock acts for a seat now; if not, the table's timer is set for the next look.

    The time bank is for people who are there. A person whose connection is lost while they have
    chips at stake is waited for longer than that, and keeps the bank
    (`lobby.tables.clock.allowance`).
    """
    pulse, now = place.pulse, desk.now
    assert pulse.turn_at is not None
    person = Seat.objects.filter(table_id=hand.table_id, user_id=hand.players[seat].user_id)
    held = person.only("seen_at", "held_at", "number").first()
    seen_at = held.seen_at if held is not None else hand.started_at - AWAY
    if pulse.held_until is not None and seen_at > now - LOST:
        _come_back(desk, place, pulse.held_until)
    end = deadline(hand, seat, pulse.turn_at, pulse.held_until)
    if pulse.held_until is not None:
        pulse.wake_at = min(end + GRACE, now + LOOKS)
        return now >= end + GRACE
    if now < clock_end(hand, pulse.turn_at) + GRACE:
        desk.set_alarm(place, here=True)
        return False
    if held is not None and seen_at <= now - LOST and _wait_for(desk, place, hand, held):
        return False
    # In the bank: its end, or the moment from which the connection counts as lost.
    pulse.wake_at = min(end + GRACE, max(seen_at + LOST, now + LOOKS))
    return seen_at <= now - AWAY or now >= end + GRACE


def _come_back(desk: Desk, place: Place, held_until: datetime.datetime) -> None:
    """The lost connection is there again: its person has a moment to act, not all the time."""
    soon = min(held_until, desk.now + BACK_HAS)
    if soon < held_until:
        place.pulse.held_until = soon
        desk.touch(place)


def _wait_for(desk: Desk, place: Place, hand: LiveHand, seat: Seat) -> bool:
    """Let the table wait for a lost connection; False where that is not due.

    Not for a person who was gone before the deal, and for each seat seldom: nobody stalls a table
    by pulling the plug hand after hand.
    """
    wait = allowance(hand, seat.number)
    again = datetime.timedelta(seconds=settings.DISCONNECT_AGAIN_S)
    if not wait or seat.seen_at < hand.started_at - LOST:
        return False
    fresh = Q(held_at=None) | Q(held_at__lte=desk.now - again)
    if not Seat.objects.filter(fresh, pk=seat.pk).update(held_at=desk.now):
        return False
    assert place.pulse.turn_at is not None
    place.pulse.held_until = deadline(hand, seat.number, place.pulse.turn_at) + wait
    place.pulse.wake_at = min(place.pulse.held_until + GRACE, desk.now + LOOKS)
    desk.touch(place)
    return True
