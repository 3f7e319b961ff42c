"""How long seats are kept whose players are away, or sit out with the page open.

A player who sits out may miss three orbits of hands or five minutes, whichever is over first. An
orbit is as many hands as seats are taken. A paused table does not count. In a sit and go, only the
seats of eliminated players are given back, once the next one waits for players.
"""

import datetime
from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone

from lobby.tables.models import Seat, SeatDeparture, Table

ABSENT_SEAT_LIFETIME = datetime.timedelta(minutes=5)
"""The seat of an absent player who sits out is kept this long (guests: `held_for`)."""
SAT_OUT_SEAT_LIFETIME = datetime.timedelta(minutes=5)
ORBITS_MISSED_MAX = 3


def held_for(seat: Seat, table: Table) -> datetime.timedelta:
    """How long an absent player's seat is kept; only briefly for guests at house tables.

    Guests seldom return, and others wait for seats there.
    """
    if table.is_house_table and seat.user.is_guest:
        return min(ABSENT_SEAT_LIFETIME, datetime.timedelta(seconds=settings.GUEST_SEAT_HELD_S))
    return ABSENT_SEAT_LIFETIME


def note_sitting_out(
    table: Table, people: Sequence[Seat], now: datetime.datetime, *, out: Seat.Status
) -> None:
    """Note since when each of these seats has the status `out`; called between two hands."""
    for seat in people:
        counts = seat.status == out and table.state != Table.State.PAUSED
        if counts == (seat.out_since is not None):
            continue
        seat.out_since, seat.out_after = now if counts else None, table.hands_dealt


def idle_seats(
    seats: Sequence[Seat], now: datetime.datetime, *, hands_dealt: int = 0
) -> list[Seat]:
    """The seats of people who have sat out for too long.

    Where orbits count, `seats` are all taken ones and `hands_dealt` is the table's number.
    """
    missed_max = ORBITS_MISSED_MAX * len(seats)
    return [
        seat
        for seat in seats
        if seat.out_since is not None
        and (
            now - seat.out_since >= SAT_OUT_SEAT_LIFETIME
            or hands_dealt - seat.out_after >= missed_max
        )
    ]


def purge_departures() -> int:
    """Delete departures that bind nobody any more; returns their number."""
    kept = datetime.timedelta(minutes=settings.RETURN_STACK_MINUTES)
    return SeatDeparture.objects.filter(left_at__lt=timezone.now() - kept).delete()[0]
