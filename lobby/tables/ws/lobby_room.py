"""The lobby's room: it sends the list of tables to every open lobby page."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from lobby.tables.queries.table_list import listings_for, read_tables, rows_for
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.events import Tables, encode

log = logging.getLogger(__name__)

PAUSE_S = 1.5
"""The shortest time between two lists, in seconds."""


class LobbyRoom:
    """All lobby sockets of this process."""

    def __init__(
        self,
        in_thread: Callable[..., Awaitable[Any]],
        watching: Callable[[], dict[uuid.UUID, int]],
    ) -> None:
        self.connections: set[Connection] = set()
        self._in_thread = in_thread
        self._watching = watching
        self._stirred = False
        self._telling: asyncio.Task[None] | None = None

    async def join(self, connection: Connection) -> None:
        """Add a socket and send it the list."""
        self.connections.add(connection)
        listings = await self._in_thread(listings_for, connection.user_id, self._watching())
        connection.push(self._message(listings, connection))

    def part(self, connection: Connection) -> None:
        """Remove a socket."""
        self.connections.discard(connection)

    def stir(self) -> None:
        """Send a new list soon, because some table changed."""
        self._stirred = True
        if self.connections and (self._telling is None or self._telling.done()):
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    async def _tell(self) -> None:
        while self._stirred and self.connections:
            self._stirred = False
            try:
                listings = await self._in_thread(read_tables, self._watching())
            except Exception:
                log.warning("the list of tables could not be read", exc_info=True)
                self._stirred = True
                await asyncio.sleep(PAUSE_S)
                continue
            texts: dict[uuid.UUID | None, str] = {}
            for connection in list(self.connections):
                text = texts.get(connection.user_id)
                if text is None:
                    text = texts[connection.user_id] = self._message(listings, connection)
                connection.lost = False
                connection.push(text)
            await asyncio.sleep(PAUSE_S)

    def _message(self, listings: list[Any], connection: Connection) -> str:
        rows = rows_for(listings, connection.user_id)
        return encode(Tables(rows, len(self.connections)))
