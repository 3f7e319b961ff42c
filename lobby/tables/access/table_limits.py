"""Limits on the seats a user may hold and the tables they may keep open.

Bots and staff have no limits. Both counts are taken with the user's row locked, so that parallel
requests see each other; `lobby.tables.transaction.transaction` states the order of locks.
"""

import datetime

from django.conf import settings

from accounts.people.models import User
from lobby.tables.access.my_tables import my_tables
from lobby.tables.errors import TableRefused
from lobby.tables.models import Seat, SeatRequest, Table, WaitingEntry


def check_seats(user: User) -> None:
    """Raises `Refused` TOO_MANY_SEATS if the user already holds the maximum number of seats.

    A seat in a sit and go counts until its player is eliminated. Called in the transaction that
    takes the seat; the user's row stays locked until it ends.
    """
    if user.is_bot:
        return
    most = settings.MAX_SEATS_PER_USER
    _lock(user)
    if not has_room(user):
        seated = [table for table in my_tables(user.pk) if table.status != Seat.Status.OUT]
        raise TableRefused(
            "TOO_MANY_SEATS",
            max=most,
            tables=[{"slug": table.slug, "name": table.name} for table in seated],
        )


def has_room(user: User) -> bool:
    """Whether the user holds fewer seats than they may; their row is not locked."""
    if user.is_bot:
        return True
    held = Seat.objects.filter(user=user).exclude(status=Seat.Status.OUT)
    return held.count() < settings.MAX_SEATS_PER_USER


def check_waiting(user: User, waiting: int) -> None:
    """Raises `Refused` LIST_FULL if the user or, with `waiting` people, the table has too many.

    Called with the table locked; the user's row stays locked until the transaction ends.
    """
    _lock(user)
    if waiting >= settings.WAITING_PER_TABLE:
        raise TableRefused("LIST_FULL", max=settings.WAITING_PER_TABLE)
    own = WaitingEntry.objects.filter(user=user).exclude(table__state=Table.State.CLOSED)
    if own.count() >= settings.WAITING_PER_USER:
        raise TableRefused("LIST_FULL", case="own", max=settings.WAITING_PER_USER)


def check_seat_requests(user: User, table: Table, now: datetime.datetime) -> None:
    """Raises `Refused` TOO_MANY_REQUESTS if too many wait, of this user or at this table.

    Called with the table locked; the user's row stays locked until the transaction ends.
    """
    _lock(user)
    waiting = SeatRequest.objects.filter(state=SeatRequest.State.WAITING, expires_at__gt=now)
    most = settings.SEAT_REQUESTS_PER_USER
    if waiting.filter(user=user).count() >= most:
        raise TableRefused("TOO_MANY_REQUESTS", case="own", max=most)
    most = settings.SEAT_REQUESTS_PER_TABLE
    if waiting.filter(table=table).count() >= most:
        raise TableRefused("TOO_MANY_REQUESTS", max=most)


def check_tables(host: User) -> None:
    """Raises `Refused` TOO_MANY_TABLES if the host already has the maximum number of open tables.

    Called in the transaction that opens the table; the host's row stays locked until it ends.
    """
    _lock(host)
    most = settings.MAX_TABLES_PER_GUEST if host.is_guest else settings.MAX_TABLES_PER_USER
    opened = Table.objects.filter(host=host, is_house_table=False).exclude(state=Table.State.CLOSED)
    if opened.count() >= most:
        raise TableRefused("TOO_MANY_TABLES", max=most)


def _lock(user: User) -> None:
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
