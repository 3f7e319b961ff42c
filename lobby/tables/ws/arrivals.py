"""Admit connections to a room in batches, which share one reading and one rendering."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from lobby.tables.ws.connection import Connection

ADMITTED_TOGETHER_MAX = 50
"""Connections admitted together; the event loop runs other work before the next batch."""

_Waiting = deque[tuple[Connection, asyncio.Future[bool]]]


class Arrivals:
    """The queue of connections that join one room; logged-in users go first.

    `welcome` sends the whole table to some connections and returns whether the table exists.
    """

    def __init__(self, welcome: Callable[[list[Connection]], Awaitable[bool]]) -> None:
        self._welcome = welcome
        self._people: _Waiting = deque()
        self._strangers: _Waiting = deque()
        self._letting_in: asyncio.Task[None] | None = None

    async def join(self, connection: Connection) -> bool:
        """Wait until this connection has been sent everything; False if there is no table."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[bool] = loop.create_future()
        waiting = self._strangers if connection.user_id is None else self._people
        waiting.append((connection, done))
        if self._letting_in is None or self._letting_in.done():
            self._letting_in = loop.create_task(self._let_in())
        return await done

    def _next(self) -> list[tuple[Connection, asyncio.Future[bool]]]:
        some: list[tuple[Connection, asyncio.Future[bool]]] = []
        while len(some) < ADMITTED_TOGETHER_MAX and (self._people or self._strangers):
            some.append((self._people or self._strangers).popleft())
        return [(connection, done) for connection, done in some if not done.done()]

    async def _let_in(self) -> None:
        while self._people or self._strangers:
            some = self._next()
            try:
                entered = await self._welcome([connection for connection, _done in some])
            except Exception as error:
                for _connection, done in some:
                    if not done.done():
                        done.set_exception(error)
                continue
            for _connection, done in some:
                if not done.done():
                    done.set_result(entered)
            await asyncio.sleep(0)
