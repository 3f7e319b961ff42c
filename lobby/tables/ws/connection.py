"""One socket of a table: a bounded outgoing queue and a deadline for each send.

A slow reader never delays a table. Frames that cannot be written at once wait in a short queue. If
it overflows, all of them are dropped and the client is sent the whole table as soon as it reads
again.
"""

import asyncio
import uuid
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from accounts.people.queries.socket_access import Admission
from lobby.tables.view.shown import TableViewer
from lobby.tables.ws.events import Done

QUEUED_FRAMES_MAX = 64
SEND_WITHIN_S = 5.0
TOO_SLOW_CODE, SESSION_ENDED_CODE = 1013, 4001
COME_BACK_CODE = 1012
"""The server restarts: clients connect again at once, and another process answers."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
Write = Callable[[Sequence[bytes]], bool]
"""Writes text frames at once; False if it cannot, so that they must wait (`config.web.server`)."""


class Connection:
    """An open socket, as its room sees it."""

    __slots__ = (
        "_close_code",
        "_queue",
        "_send",
        "_sending_since",
        "_waiter",
        "_write_at_once",
        "_writer",
        "acting",
        "admission",
        "blocked",
        "greeted",
        "lost",
        "plays",
        "seat",
        "user",
        "user_id",
        "watches_delayed",
        "window_id",
    )

    def __init__(
        self,
        send: Send,
        *,
        user: Any,
        admission: Admission | None = None,
        write: Write | None = None,
    ) -> None:
        self.identify(user, admission)
        self.seat: int | None = None
        self.window_id: uuid.UUID | None = None
        """The window of the page behind this socket, None for apps and bots."""
        self.plays: bool | None = None
        """Whether that window plays its user's seat, as it was last told."""
        self.acting: tuple[uuid.UUID, str] | None = None
        """The key and the id of the action that waits for its answer."""
        self.blocked: frozenset[str] = frozenset()
        self.watches_delayed = False
        self.greeted = False
        """Whether the room has sent this socket its first frame, the whole table."""
        self.lost = False
        self._send = send
        self._write_at_once = write
        self._queue: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None
        self._close_code: int | None = None
        self._sending_since: float | None = None
        self._writer: asyncio.Task[None] | None = asyncio.get_running_loop().create_task(
            self._write()
        )

    def identify(self, user: Any, admission: Admission | None) -> None:
        """Say whose socket this is. Only before it enters a room."""
        self.user = user
        self.admission = admission
        self.user_id: uuid.UUID | None = user.pk if user is not None else None

    @property
    def viewer(self) -> TableViewer:
        """The viewer behind this socket."""
        return TableViewer(self.user_id, self.seat, self.blocked)

    def push(self, *frames: bytes) -> None:
        """Write frames, or queue them behind those that wait; never waits itself."""
        if self.lost or self._close_code is not None:
            return
        writes = self._write_at_once if self.idle and self._sending_since is None else None
        if writes is not None and writes(frames):
            return
        if len(self._queue) + len(frames) > QUEUED_FRAMES_MAX:
            self._queue.clear()
            self.lost = True
        else:
            self._queue.extend(frames)
        self._ring()

    def answer_among(self, seqs: Mapping[uuid.UUID | None, int]) -> Done | None:
        """The answer that it waits for, if its action is among those with these numbers."""
        if self.acting is None or self.acting[0] not in seqs:
            return None
        (key, id_), self.acting = self.acting, None
        return Done(id_, seqs[key])

    def caught_up(self) -> None:
        """Note that the room is about to send everything."""
        self.greeted, self.lost = True, False

    def close(self, code: int = SESSION_ENDED_CODE) -> None:
        """Close the socket after sending the queued frames."""
        if self._close_code is None:
            self._close_code = code
            self._ring()

    @property
    def closing(self) -> bool:
        """Whether the socket is closing; further messages from it are ignored."""
        return self._close_code is not None

    def give_up_if_stuck(self, now: float) -> None:
        """Abort a send that exceeds its time limit: the reader is too slow.

        The hub calls this every few seconds; a timer for each send would cost more than the send.
        """
        if self._sending_since is not None and now - self._sending_since > SEND_WITHIN_S:
            self._close_code = TOO_SLOW_CODE
            self._queue.clear()
            if self._writer is not None:
                self._writer.cancel()

    @property
    def idle(self) -> bool:
        """Whether the server's socket has accepted every queued frame."""
        return not self._queue

    async def finished(self) -> None:
        """Stop the writer after the socket has closed."""
        self._close_code = self._close_code or SESSION_ENDED_CODE
        writer, self._writer = self._writer, None  # each holds the other
        if writer is not None:
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    def _ring(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while True:
                while self._queue:
                    frame = self._queue.popleft()
                    self._sending_since = loop.time()
                    await self._send({"type": "websocket.send", "text": frame.decode()})
                self._sending_since = None
                if self._close_code is not None:
                    await self._send({"type": "websocket.close", "code": self._close_code})
                    return
                self._waiter = loop.create_future()
                await self._waiter
                self._waiter = None
        except asyncio.CancelledError:
            if self._close_code != TOO_SLOW_CODE:
                raise
            await self._send({"type": "websocket.close", "code": TOO_SLOW_CODE})
        except (OSError, RuntimeError):
            self._close_code = SESSION_ENDED_CODE  # the socket closed during the send


async def let_go(connections: Sequence[Connection], within_s: float) -> None:
    """Ask sockets to come back, one after the other, so that the next process keeps up.

    Their commands are carried out until then.
    """
    for connection in connections:
        connection.close(COME_BACK_CODE)
        await asyncio.sleep(within_s / len(connections))
