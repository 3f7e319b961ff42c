"""Requests for a seat at a table whose host approves each player.

A request waits for some minutes, and an approval holds as long. Everything is in PostgreSQL, and
`sit` checks the approval with the table locked.
"""

import datetime
import uuid

from django.conf import settings
from django.utils import timezone

from accounts.people.models import User
from lobby.tables import errors as refusal
from lobby.tables.access import permissions, table_limits
from lobby.tables.bodies import AnswerBody
from lobby.tables.commands import command
from lobby.tables.errors import TableRefused
from lobby.tables.models import SeatRequest, Table
from lobby.tables.transaction.transaction import lock_tables

_State = SeatRequest.State


def needs_approval(user: User, table: Table) -> bool:
    """Whether a user needs the host's approval to take a seat; bots and the host do not."""
    return table.approval and table.host_id not in (None, user.pk) and not user.is_bot


def check_approved(user: User, table: Table, now: datetime.datetime) -> None:
    """Raises `Refused` NEEDS_APPROVAL if the host must approve this user and has not."""
    if not needs_approval(user, table):
        return
    found = SeatRequest.objects.filter(table=table, user=user, state=_State.APPROVED)
    if not found.filter(expires_at__gt=now).exists():
        raise TableRefused("NEEDS_APPROVAL")


@command("ask_seat", chapter="Tables")
def ask_for_seat(*, table_id: uuid.UUID, user: User) -> SeatRequest | None:
    """Ask the host for a seat, at a table where the host approves each player.

    A request that waits, or was approved, stays as it is. Returns None where no approval is needed.
    Raises `Refused` ALREADY_SEATED, TABLE_CLOSING, SEAT_REFUSED (with `until`), TOO_MANY_REQUESTS,
    and those of `permissions`.
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        rows = tx.rows(locked)
        table = rows.table
        if rows.seat_of(user.pk) is not None:
            raise TableRefused("ALREADY_SEATED")
        if not needs_approval(user, table):
            return None
        if locked.head.frozen:
            raise refusal.frozen()
        if table.state not in (Table.State.OPEN, Table.State.PAUSED):
            raise TableRefused("TABLE_CLOSING", case="no_new")
        permissions.check_may_sit(user, table_id, brings=0)
        permissions.check_welcome(user, table)
        permissions.check_newcomer(user, table)
        permissions.check_free_chips(user, table, rows.seats)
        request = SeatRequest.objects.filter(table=table, user=user).first()
        if request is None:
            request = SeatRequest(table=table, user=user)
        elif request.expires_at > tx.now and request.state == _State.REFUSED:
            raise TableRefused(
                "SEAT_REFUSED",
                until=request.expires_at.isoformat(),
            )
        elif request.expires_at > tx.now:
            return request
        table_limits.check_seat_requests(user, table, tx.now)
        request.state, request.asked_at = _State.WAITING, tx.now
        request.expires_at = tx.now + _minutes(settings.SEAT_REQUEST_MINUTES)
        tx.save(locked, request, "state", "asked_at", "expires_at")
    return request


@command("answer_request", AnswerBody, chapter="Tables")
def answer_request(*, table_id: uuid.UUID, user: User, name: str, approve: bool) -> None:
    """Approve or refuse a player's request for a seat; `you.seat_requests` has those that wait.

    `user` is the host, `name` the player who asked. Raises `Refused` NOT_THE_HOST, or
    NO_SUCH_REQUEST if it does not wait any more.
    """
    with lock_tables([table_id]) as tx:
        locked = tx.locked(table_id)
        if tx.rows(locked).table.host_id != user.pk:
            raise refusal.not_the_host()
        request = SeatRequest.objects.filter(
            table=table_id, user__name=name, state=_State.WAITING, expires_at__gt=tx.now
        ).first()
        if request is None:
            raise TableRefused("NO_SUCH_REQUEST")
        kept = settings.SEAT_REQUEST_MINUTES if approve else settings.SEAT_REFUSED_MINUTES
        request.state = _State.APPROVED if approve else _State.REFUSED
        request.expires_at = tx.now + _minutes(kept)
        tx.save(locked, request, "state", "expires_at")


def purge_requests() -> int:
    """Delete requests that are over; returns their number."""
    return SeatRequest.objects.filter(expires_at__lt=timezone.now()).delete()[0]


def _minutes(number: int) -> datetime.timedelta:
    return datetime.timedelta(minutes=number)
