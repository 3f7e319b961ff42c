"""The lobby's room: every open lobby page gets the part of the list it shows, and its changes.

The room keeps all listings while somebody is in the lobby. It reads the tables that changed, and
from time to time all of them, in case a notification was lost.
"""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any

from django.conf import settings

from lobby.tables.list.table_list import Listings, read_tables
from lobby.tables.lobby_list import LobbyPage, LobbyQuery, TableList, changed, query_of
from lobby.tables.ws.connection import Connection
from lobby.tables.ws.events import Tables, TablesChanged, encode

log = logging.getLogger(__name__)

PAUSE_S_MIN = 1.5
"""The shortest time between two frames of changes to one socket."""
READ_ALL_EVERY_S = 15.0

Key = tuple[str, uuid.UUID | None]
"""Connections with the same key see the same: what they look at, and whose tables come first."""


class LobbyRoom:
    """All lobby sockets of this process. Use it only from the event loop."""

    def __init__(
        self,
        in_thread: Callable[..., Awaitable[Any]],
        watching: Callable[[], Mapping[uuid.UUID, int]],
    ) -> None:
        self._in_thread = in_thread
        self._watching = watching
        self._looks: dict[Connection, LobbyQuery] = {}
        self._shown: dict[Connection, LobbyPage] = {}
        """What each connection has been sent."""
        self._listings: Listings | None = None
        self._tables = TableList(())
        self._pages: dict[Key, LobbyPage] = {}
        self._changed: set[uuid.UUID] = set()
        self._stay = object()
        """A new one whenever the room has been empty: a reading from before is of no use."""
        self._read_all_at = 0.0
        self._stirred = asyncio.Event()
        self._reading = asyncio.Lock()
        self._telling: asyncio.Task[None] | None = None

    @property
    def connections(self) -> Collection[Connection]:
        """The sockets in the room."""
        return self._looks.keys()

    async def join(self, connection: Connection, look: LobbyQuery) -> None:
        """Add a socket and send it the page it looks at."""
        self._looks[connection] = look
        if self._changed:
            await self._refresh()
        while self._listings is None:
            await self._refresh()
        if connection in self._looks:
            self.greet(connection)
        if self._telling is None or self._telling.done():
            self._telling = asyncio.get_running_loop().create_task(self._tell())

    def look(self, connection: Connection, look: LobbyQuery) -> None:
        """Send a socket another page, and its changes from now on."""
        self._looks[connection] = look
        self.greet(connection)

    def leave(self, connection: Connection) -> None:
        """Remove a socket; without any, the room forgets the list."""
        self._looks.pop(connection, None)
        self._shown.pop(connection, None)
        if not self._looks:
            self._listings, self._stay = None, object()
            self._changed.clear()
            if self._telling is not None:
                self._telling.cancel()
                self._telling = None

    def schedule_update(self, table_ids: Iterable[uuid.UUID]) -> None:
        """Note that some tables changed; their visitors are told soon."""
        if self._looks:
            self._changed.update(table_ids)
            self._stirred.set()

    async def _tell(self) -> None:
        """Send changes while somebody is in the room."""
        loop = asyncio.get_running_loop()
        while True:
            read_all_at = self._read_all_at + READ_ALL_EVERY_S
            with suppress(TimeoutError):
                async with asyncio.timeout_at(read_all_at):
                    await self._stirred.wait()
            if loop.time() >= read_all_at:
                self._listings = None
            self._stirred.clear()
            try:
                await self._refresh()
            except Exception:
                log.warning("the list of tables could not be read", exc_info=True)
                self._stirred.set()
            else:
                self._send_changes()
            await asyncio.sleep(PAUSE_S_MIN)

    async def _refresh(self) -> None:
        """Read what has changed, or all tables if the room has none."""
        async with self._reading:
            stay, known, watching = self._stay, self._listings, self._watching()
            changed_ids, self._changed = self._changed, set()
            self._listings = None  # until it is known what they are
            if known is None:
                self._read_all_at = asyncio.get_running_loop().time()
                known = await self._in_thread(read_tables, watching)
            elif changed_ids:
                some = await self._in_thread(read_tables, watching, only=changed_ids)
                known = {
                    table_id: some.get(table_id, listing)
                    for table_id, listing in (known | some).items()
                    if table_id in some or table_id not in changed_ids
                }
            if stay is not self._stay:
                return
            self._listings = {
                table_id: listing.watched_by(watching.get(table_id, 0))
                for table_id, listing in known.items()
            }
            self._tables = TableList(self._listings.values())
            self._pages.clear()

    def _page(self, connection: Connection) -> LobbyPage:
        look, user_id = self._looks[connection], connection.user_id
        key = (query_of(look), user_id if self._tables.has_own(user_id) else None)
        page = self._pages.get(key)
        if page is None:
            page = self._tables.page(look, key[1], size=settings.LOBBY_PAGE)
            self._pages[key] = page
        return page

    def greet(self, connection: Connection) -> None:
        """Send a socket everything it looks at."""
        page = self._shown[connection] = self._page(connection)
        connection.caught_up()
        connection.push(encode(Tables(online=len(self._looks), **_fields(page))))

    def _send_changes(self) -> None:
        """Send every socket what changed; those that see the same share the frame."""
        frames: dict[tuple[int, int], bytes | None] = {}
        for connection, before in list(self._shown.items()):
            if connection.lost:
                self.greet(connection)
                continue
            after = self._page(connection)
            key = (id(before), id(after))
            if key not in frames:
                frames[key] = self._change(before, after)
            frame = frames[key]
            # Also where nothing changed: connections that see the same go on sharing.
            self._shown[connection] = after
            if frame is not None:
                connection.push(frame)

    def _change(self, before: LobbyPage, after: LobbyPage) -> bytes | None:
        change = changed(before, after)
        if change is None:
            return None
        counts = {name: value for name, value in _fields(after).items() if name != "tables"}
        return encode(
            TablesChanged(rows=change.rows, order=change.order, online=len(self._looks), **counts)
        )


def _fields(page: LobbyPage) -> dict[str, Any]:
    return {name: getattr(page, name) for name in LobbyPage.__slots__}
