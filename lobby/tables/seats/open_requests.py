"""Requests for a seat as the host and the asking players see them."""

import datetime
import uuid
from collections.abc import Iterable

from core.clock import to_unix_ms
from lobby.tables.models import SeatRequest, Table
from lobby.tables.wire import SeatRequestView


def requests_at(table: Table) -> tuple[SeatRequest, ...]:
    """The requests at a table, the first first; none where no approval is needed."""
    if not table.approval:
        return ()
    rows = SeatRequest.objects.filter(table=table).select_related("user")
    return tuple(rows.order_by("asked_at", "id"))


def own_request(
    requests: Iterable[SeatRequest], user_id: uuid.UUID | None, now: datetime.datetime
) -> str | None:
    """The state of a user's own request: `waiting`, `approved`, `refused`, or None for none."""
    return next((r.state for r in requests if r.user_id == user_id and r.expires_at > now), None)


def waiting_requests(
    requests: Iterable[SeatRequest], now: datetime.datetime
) -> list[SeatRequestView]:
    """The requests that wait, for the host."""
    return [
        SeatRequestView(
            name=one.user.name,
            avatar=one.user.avatar,
            kind=one.user.kind,
            until=to_unix_ms(one.expires_at),
        )
        for one in requests
        if one.state == SeatRequest.State.WAITING and one.expires_at > now
    ]
