"""The part of a table that only one user gets: wallet, seat, wishes and requests."""

import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

from accounts.ledger import wallets_of
from lobby.tables.queries.table_state import (
    OutsideView,
    breaks_of,
    outside_views,
    seat_requests,
    short_by,
    top_up_wish,
)
from lobby.tables.queries.table_view import TableSnapshot
from lobby.tables.wire import Rest, You
from lobby.tables.ws.connection import Connection

RunInThread = Callable[..., Awaitable[Any]]


async def you_of(
    connections: Iterable[Connection], snapshot: TableSnapshot, in_thread: RunInThread
) -> dict[uuid.UUID | None, You]:
    """The personal part of the table for the users of these connections, by their ids."""
    people = {c.user_id: c for c in connections if c.user_id is not None}
    if not people:
        return {}
    wallets, rests, outside = await in_thread(_read, snapshot, people.keys())
    return {
        user_id: You(
            id=str(user_id),
            name=connection.user.name,
            kind=connection.user.kind,
            seat=connection.seat,
            wallet=wallets.get(user_id, 0),
            tops_up_to=top_up_wish(snapshot, user_id),
            rests=rests.get(user_id),
            short_by=short_by(snapshot, user_id),
            **outside[user_id],
            **seat_requests(snapshot, user_id),
        )
        for user_id, connection in people.items()
    }


def _read(
    snapshot: TableSnapshot, user_ids: Collection[uuid.UUID]
) -> tuple[dict[uuid.UUID, int], dict[uuid.UUID, Rest], dict[uuid.UUID, OutsideView]]:
    """The wallets of some people, why some sit out, and what the others may bring."""
    outside = outside_views(snapshot, user_ids)
    return wallets_of(user_ids), breaks_of(snapshot, user_ids), outside
