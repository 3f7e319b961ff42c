"""Sockets: messages as they arrive, commands with their answers, and automatic reconnection.

A socket is opened with a ticket as its first message; no URL contains a token. After a lost
connection the client gets a new ticket and a new `Hello`. It then sends commands with a `key` again
that had no answer; any other command fails because its answer is lost.
"""

import asyncio
import itertools
import json
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from cardhouse_client.errors import Unreachable, refused
from cardhouse_client.http import Http
from cardhouse_client.messages import (
    Answer,
    Asked,
    Closed,
    Done,
    HandMoved,
    News,
    Pong,
    RefusedEvent,
    Tables,
    TablesChanged,
    decode,
)

GIVE_UP_S = 60.0
"""How long reconnection is tried, in seconds."""
PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0
UNREAD = 1_000
"""How many messages wait for the reader before they are dropped for a new `Hello`."""
FOR_GOOD = (1008, 4003, 4004)
"""Close codes after which reconnecting is useless: not allowed, no such table, too much."""


@dataclass(slots=True)
class _Waiting:
    """A command without an answer yet."""

    frame: str
    answer: asyncio.Future[Answer]
    again: bool
    sent: bool = False


class Socket:
    """A connection that reconnects by itself: `async with` opens it, `async for` reads.

    `first` is the type of the message with the full state; messages before it are redundant.
    """

    first: type[News]

    def __init__(self, http: Http, path: str) -> None:
        self._http = http
        self._address = "ws" + http.base_url.removeprefix("http") + path
        self._line: ClientConnection | None = None
        self._ids = itertools.count(1)
        self._waiting: dict[str, _Waiting] = {}
        self._unread: deque[News] = deque()
        self._bell = asyncio.Event()
        self._end: Exception | None = None
        self._ended = False
        self._last_no: RefusedEvent | None = None
        self._keeper: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._keeper = asyncio.create_task(self._keep())
        try:
            while not (self._unread or self._ended):
                await self._ring()
        except BaseException:
            await self.close()
            raise
        if self._end is not None:
            await self.close()
            raise self._end
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connection."""
        if self._keeper is not None:
            self._keeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._keeper

    def __aiter__(self) -> AsyncIterator[News]:
        return self

    async def __anext__(self) -> News:
        while not self._unread:
            if self._ended:
                raise self._end or StopAsyncIteration
            await self._ring()
        return self._unread.popleft()

    async def command(self, kind: str, **fields: Any) -> Answer:
        """Send a command and wait for its answer; raises `Refused` or `Unreachable`."""
        if self._ended:
            raise self._end or Unreachable("the socket is closed")
        id_ = str(next(self._ids))
        named = {name: value for name, value in fields.items() if value is not None}
        frame = json.dumps({"type": kind, "id": id_, **named})
        waiting = _Waiting(frame, asyncio.get_running_loop().create_future(), "key" in named)
        self._waiting[id_] = waiting
        try:
            await self._send(waiting)
            answer = await waiting.answer
        finally:
            del self._waiting[id_]
        if isinstance(answer, RefusedEvent):
            raise refused(answer.code, answer.text, answer.limits)
        return answer

    async def _send(self, waiting: _Waiting) -> None:
        """Send a command on the open connection, or keep it for the next connection."""
        if self._line is not None:
            waiting.sent = True
            with suppress(ConnectionClosed):
                await self._line.send(waiting.frame)

    async def _ring(self) -> None:
        self._bell.clear()
        await self._bell.wait()

    # -- the connection ----------------------------------------------------------------------------

    async def _keep(self) -> None:
        """Keep a connection until it is closed for good or cannot be restored."""
        try:
            await self._hold()
        except Exception as error:  # the reader and the waiting commands get any error
            self._end = error
        finally:
            self._ended = True
            self._bell.set()
            for waiting in self._waiting.values():
                if not waiting.answer.done():
                    waiting.answer.set_exception(
                        self._end or Unreachable("the socket was closed before the answer")
                    )

    async def _hold(self) -> None:
        pause_s, give_up = PAUSE_S, time.monotonic() + GIVE_UP_S
        while not self._ended:
            try:
                heard = await self._one_line()
            except (Unreachable, OSError, WebSocketException) as error:
                heard = False
                if time.monotonic() > give_up:
                    raise Unreachable(f"no connection to {self._address}: {error}") from error
            if heard:
                pause_s, give_up = PAUSE_S, time.monotonic() + GIVE_UP_S
            if not self._ended:
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _one_line(self) -> bool:
        """Open a connection and read it to its end; return whether it delivered the full state."""
        ticket = (await self._http.send("POST", "/ticket"))["ticket"]
        heard, self._last_no = False, None
        async with connect(self._address, compression=None, user_agent_header=None) as line:
            with suppress(ConnectionClosed):  # earlier messages are still read
                await line.send(json.dumps({"type": "ticket", "ticket": ticket}))
            try:
                async for frame in line:
                    self.heard(frame)
                    message = decode(frame)
                    heard = heard or isinstance(message, self.first)
                    if heard and self._line is None:
                        await self._mended(line)
                    if heard or isinstance(message, RefusedEvent):
                        await self._take(message)
                    if len(self._unread) > UNREAD:
                        self._unread.clear()
                        await line.send('{"type": "resync"}')
            except ConnectionClosed:
                pass
            finally:
                self._line = None
                self.lost()
        no = self._last_no
        if no is not None and line.close_code in FOR_GOOD and not self._ended:
            raise refused(no.code, no.text, no.limits)
        return heard

    async def _mended(self, line: ClientConnection) -> None:
        """Send the waiting commands on a new connection; those without a key fail."""
        self._line = line
        for waiting in list(self._waiting.values()):
            if waiting.answer.done():
                continue
            if waiting.sent and not waiting.again:
                waiting.answer.set_exception(
                    Unreachable("the connection was lost before the answer")
                )
            else:
                await self._send(waiting)

    async def _take(self, message: News | Answer | None) -> None:
        """Give an answer to its command, and any other message to the reader."""
        if message is None:
            return
        if isinstance(message, Done | RefusedEvent | Asked | Pong):
            if not self._answer(message) and isinstance(message, RefusedEvent):
                self._last_no = message
            return
        await self.note(message)
        self._ended = isinstance(message, Closed)
        self._unread.append(message)
        self._bell.set()
        if isinstance(message, HandMoved) and message.ok is not None:
            self._answer(message.ok)

    def _answer(self, message: Answer) -> bool:
        """Whether a command waited for this answer, which it now has."""
        waiting = self._waiting.get(message.id)
        if waiting is None or waiting.answer.done():
            return False
        waiting.answer.set_result(message)
        return True

    def heard(self, frame: str | bytes) -> None:
        """Keep a frame as it came."""

    def lost(self) -> None:
        """Note that the connection was lost."""

    async def note(self, message: News) -> None:
        """Process a message as it arrives, before the reader sees it; what it raises ends all."""

    def fail(self, error: Exception) -> None:
        """End the connection for good with an error, which the reader and all commands get."""
        self._end = error
        if self._keeper is not None:
            self._keeper.cancel()


class Lobby(Socket):
    """One page of the list of tables: the reader gets the whole page each time it changes."""

    first = Tables
    rows: Tables

    def __init__(self, http: Http, path: str, **look: Any) -> None:
        super().__init__(http, path)
        self._place = self._address
        self._aim(look)

    async def look(self, **look: Any) -> None:
        """Look at another `page`, or through other filters."""
        self._aim(look)
        await self.command("look", **look)

    def _aim(self, look: dict[str, Any]) -> None:
        """Have the next connection begin with what is looked at now."""
        words = {True: "true", False: "false"}
        named = {name: words[one] if isinstance(one, bool) else one for name, one in look.items()}
        self._address = f"{self._place}?{urlencode(named)}"

    async def _take(self, message: News | Answer | None) -> None:
        if isinstance(message, TablesChanged):
            message = list_after(self.rows, message)
        await super()._take(message)

    async def note(self, message: News) -> None:
        """Store the content of a message."""
        if isinstance(message, Tables):
            self.rows = message
            self._unread.clear()  # each list is complete


def list_after(before: Tables, change: TablesChanged) -> Tables:
    """The list after a change: rows are replaced by their slug, and `order` names all that stay."""
    known = {row.slug: row for row in (*before.tables, *change.rows)}
    order = change.order if change.order is not None else [row.slug for row in before.tables]
    return Tables(
        tables=[known[slug] for slug in order],
        page=change.page,
        pages=change.pages,
        found=change.found,
        open=change.open,
        online=change.online,
    )
