"""Seats whose players sit out with the page open: they are kept for a while, then given back.

A player who sits out may miss three orbits of hands or five minutes, whichever is over first. An
orbit is as many hands as seats are taken. A paused table does not count. In a sit and go, only the
seats of eliminated players are given back, once the next one waits for players.
"""

import datetime
from collections.abc import Sequence

from django.conf import settings
from django.utils import timezone

from lobby.tables.models import Seat, SeatDeparture, Table
from lobby.tables.stakes import stakes_of

SAT_OUT_KEPT = datetime.timedelta(minutes=5)
ORBITS_MISSED_MAX = 3


def note_sitting_out(table: Table, people: Sequence[Seat], now: datetime.datetime) -> None:
    """Store since when each of these seats sits out; called between two hands."""
    out = Seat.Status.SITTING_OUT if stakes_of(table).drop_in else Seat.Status.OUT
    for seat in people:
        counts = seat.status == out and table.state != Table.State.PAUSED
        if counts == (seat.out_since is not None):
            continue
        seat.out_since, seat.out_after = now if counts else None, table.hands_dealt
        seat.save(update_fields=["out_since", "out_after"])


def idle_seats(
    table: Table, seats: Sequence[Seat], people: Sequence[Seat], now: datetime.datetime
) -> list[Seat]:
    """The seats of people who have sat out for too long; `seats` are all taken ones."""
    missed_max = ORBITS_MISSED_MAX * len(seats)
    drop_in = stakes_of(table).drop_in
    return [
        seat
        for seat in people
        if seat.out_since is not None
        and (
            now - seat.out_since >= SAT_OUT_KEPT
            or (drop_in and table.hands_dealt - seat.out_after >= missed_max)
        )
    ]


def purge_departures() -> int:
    """Delete departures that bind nobody any more; returns their number."""
    kept = datetime.timedelta(minutes=settings.RETURN_STACK_MINUTES)
    return SeatDeparture.objects.filter(left_at__lt=timezone.now() - kept).delete()[0]
