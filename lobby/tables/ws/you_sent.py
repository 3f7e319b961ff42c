"""Record `you` as it was sent, so that the end of a hand can correct it without a query."""

import uuid
from collections.abc import Mapping

from msgspec import structs

from lobby.tables.stakes import stakes_of
from lobby.tables.view.table_view import TableSnapshot
from lobby.tables.wire import You


class YouSent:
    """`you` as each seated user of a room was last sent it."""

    def __init__(self) -> None:
        self._sent: dict[uuid.UUID | None, You] = {}

    def note(self, snapshot: TableSnapshot, you: Mapping[uuid.UUID | None, You]) -> None:
        """Record what is sent, and forget users without a seat."""
        seated = {seat.user_id for seat in snapshot.seats}
        sent = {**self._sent, **you}
        self._sent = {user_id: own for user_id, own in sent.items() if user_id in seated}

    def after_hand(self, snapshot: TableSnapshot) -> dict[uuid.UUID | None, You]:
        """`you` of those whose missing chips a hand changed; it changes nothing else of it."""
        stakes = stakes_of(snapshot.table)
        you: dict[uuid.UUID | None, You] = {}
        for seat in snapshot.seats:
            sent = self._sent.get(seat.user_id)
            if sent is not None:
                missing = stakes.missing(snapshot.table, seat)
                if missing != sent.short_by:
                    you[seat.user_id] = structs.replace(sent, short_by=missing)
        self._sent.update(you)
        return you
