"""The chat of a room: its last lines, and when each viewer reads them.

Spectators of a delayed table read what players say when its delay is over: a cheer would tell them
how the hand ends. Use it only from the event loop.
"""

import asyncio
from collections.abc import Iterable
from datetime import UTC, datetime

from lobby.tables.chat.lines import LINES_SHOWN_MAX
from lobby.tables.chat_shapes import ChatView
from lobby.tables.models import Table
from lobby.tables.view.shown import can_read, read_late_at
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.crowd import Crowd
from lobby.tables.ws.events import Said, encode


class RoomChat:
    """The last lines of a table, and those who read them."""

    def __init__(self, connections: Crowd) -> None:
        self.last_id = 0
        """The newest line's; 0 before the first."""
        self._connections = connections
        self._lines: list[ChatView] = []

    def read_by(self, connection: Connection, table: Table) -> list[ChatView]:
        """The lines that a connection reads now."""
        now = datetime.now(UTC)
        return [line for line in self._lines if can_read(connection.viewer, line, table, now)]

    def take(self, lines: list[ChatView], table: Table, *, show: bool) -> None:
        """Add lines that were read, and send them to those who may read them now or later."""
        fresh = [line for line in lines if line.id > self.last_id]
        if not fresh:
            return
        self.last_id = fresh[-1].id
        self._lines = (self._lines + fresh)[-LINES_SHOWN_MAX:]
        now, loop = datetime.now(UTC), asyncio.get_running_loop()
        if show:
            self._send(fresh, table, now, self._connections)
        for line in fresh:
            due = read_late_at(line, table)
            if due is not None and due > now:
                loop.call_later((due - now).total_seconds(), self._send_late, line, table, due)

    def _send_late(self, line: ChatView, table: Table, due: datetime) -> None:
        """Send a line that is due, at the table as it was, to those who still watch it late."""
        self._send([line], table, due, (one for one in self._connections if one.watches_delayed))

    def _send(
        self, lines: list[ChatView], table: Table, now: datetime, to: Iterable[Connection]
    ) -> None:
        for connection in to:
            heard = [line for line in lines if can_read(connection.viewer, line, table, now)]
            if heard:
                self._connections.push(connection, encode(Said(heard)))
