"""Limits of the web server's connections: time-outs, sizes and numbers.

uvicorn's protocols wait for a request without limit, accept headers of any size, and keep a
connection whose peer does not read. These subclasses limit each of them. Behind a proxy of ours
(`TRUSTED_PROXIES`) all connections come from its address, so connections are not counted by address
there: the proxy reads a request's head before it opens a connection, and has its own time-outs
(`config/deploy/Caddyfile`).
"""

import asyncio
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from django.conf import settings
from typing_extensions import override
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

BODY_BYTES_PER_S_MIN = 4096
"""A body may take one second longer for this many bytes."""
WRITE_WITHIN_S = 30.0
"""How long a peer may not read a response before its connection is dropped."""
CLOSE_WITHIN_S = 5.0
"""How long a peer may take to read the rest, and to answer a closing frame."""
UNREADABLE_HEAD = STATUS_LINE[400] + b"content-length: 0\r\nconnection: close\r\n\r\n"

_open: Counter[str] = Counter()
"""HTTP connections of each address; sockets have their own limits (`lobby.tables.ws.limits`)."""
_unfinished: Counter[str] = Counter()
"""Connections that have not sent a complete request."""


def _drop(counts: Counter[str], address: str) -> None:
    counts[address] -= 1
    if not counts[address]:
        del counts[address]


class BoundedHttp(HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits on time, size and number.

    A head or body that does not arrive in time gets 408, a head that is too large 431. Above the
    number of connections a new one is dropped without a response.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._read_timer: asyncio.TimerHandle | None = None
        self._write_timer: asyncio.TimerHandle | None = None
        self._address = ""  # empty: not counted
        self._unfinished = False
        self._in_head = True
        self._head_bytes = 0
        self._body_bytes = 0
        self._too_large = False

    # -- connections -------------------------------------------------------------------------

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client and not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            self._address = self.client[0]
            _open[self._address] += 1
        if (
            len(self.connections) > settings.HTTP_CONNECTIONS
            or _open[self._address] > settings.HTTP_CONNECTIONS_PER_ADDRESS
        ):
            transport.abort()
        else:
            self._begin()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    @override
    def handle_websocket_upgrade(self) -> None:
        self._leave()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # it holds this protocol, which ends here

    def _leave(self) -> None:
        """This connection has ended, or is a socket from now on."""
        self._complete()
        self._cancel_write_timer()
        if self._address:
            _drop(_open, self._address)
            self._address = ""

    # -- one request -------------------------------------------------------------------------

    @override
    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return  # already answered; the rest is not read
        if self._in_head:
            self._head_bytes += len(data)
            if self._read_timer is None:
                self._begin()  # the next request of a keep-alive connection
        super().data_received(data)
        if self._in_head and self._head_bytes > settings.HTTP_HEAD_MAX_BYTES:
            self._refuse(431)

    @override
    def on_message_begin(self) -> None:
        if self._read_timer is None:
            self._begin()
        super().on_message_begin()

    @override
    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > settings.HTTP_HEAD_MAX_BYTES:
            self._too_large = True
            raise ValueError("the head of a request is too large")
        self._in_head = False
        self._body_bytes = 0
        self._wait(settings.HTTP_BODY_S)
        super().on_headers_complete()

    @override
    def on_body(self, body: bytes) -> None:
        self._body_bytes += len(body)
        super().on_body(body)

    @override
    def on_message_complete(self) -> None:
        self._complete()
        self._in_head, self._head_bytes = True, 0
        super().on_message_complete()

    @override
    def send_400_response(self, msg: str) -> None:
        if self._too_large:
            self._refuse(431)
        else:
            super().send_400_response(msg)

    # -- time --------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Expect a request; close if the address has too many incomplete ones."""
        if self._address:
            _unfinished[self._address] += 1
            self._unfinished = True
            if _unfinished[self._address] > settings.HTTP_UNFINISHED_PER_ADDRESS:
                self.transport.abort()
                return
        self._wait(settings.HTTP_HEAD_S)

    def _wait(self, seconds: float) -> None:
        """Expect the rest of the head or body within this time."""
        if self._read_timer is not None:
            self._read_timer.cancel()
        self._read_timer = self.loop.call_later(seconds, self._time_out, self.loop.time())

    def _time_out(self, since: float) -> None:
        if not self._in_head:
            allowed = settings.HTTP_BODY_S + self._body_bytes / BODY_BYTES_PER_S_MIN
            left = since + allowed - self.loop.time()
            if left > 0:
                self._read_timer = self.loop.call_later(left, self._time_out, since)
                return
        self._refuse(408)

    def _complete(self) -> None:
        """The request is complete (or nothing more will come): stop the timer."""
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
        if self._unfinished:
            self._unfinished = False
            _drop(_unfinished, self._address)

    def _refuse(self, status: int) -> None:
        """Respond without the application, unless a response has begun, and close."""
        self._complete()
        if self.transport.is_closing():
            return
        if self._in_head:
            free = self._head_bytes > 0 and (self.cycle is None or self.cycle.response_complete)
        else:
            free = not self.cycle.response_started and not self.pipeline
        if free:
            answer = STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(answer)
        self._close()

    def _close(self) -> None:
        """Close, and drop the connection if the peer does not read the rest."""
        self.transport.close()
        self.loop.call_later(CLOSE_WITHIN_S, self.transport.abort)

    # -- slow readers ------------------------------------------------------------------------

    @override
    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_timer = self.loop.call_later(WRITE_WITHIN_S, self.transport.abort)

    @override
    def resume_writing(self) -> None:
        self._cancel_write_timer()
        super().resume_writing()

    def _cancel_write_timer(self) -> None:
        if self._write_timer is not None:
            self._write_timer.cancel()
            self._write_timer = None


def _text_of(frames: list[bytes]) -> str | None:
    """The text of a message, None if it is not UTF-8."""
    try:
        return b"".join(frames).decode()
    except UnicodeDecodeError:
        return None


def _text_frame(payload: bytes) -> bytes:
    """A whole text frame from a server, uncompressed (RFC 6455, section 5.2).

    `websockets` takes three times as long to make the same bytes.
    """
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), payload)


def _forget_frames(error: BaseException | None) -> None:
    """Let an exception that is kept, and its causes, no longer hold the frames they passed."""
    while error is not None:
        traceback.clear_frames(error.__traceback__)
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


class BoundedSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, which a peer that does not read cannot keep open.

    uvicorn sends a closing frame after everything that is buffered, and waits for it without limit.
    It also logs each frame that is not UTF-8 with a traceback, so a client could fill the log.

    Its scope has two extensions: `cardhouse.write_texts`, which is `write_texts`, and
    `cardhouse.take_texts`, which is `take_texts`.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.close_timeout = CLOSE_WITHIN_S
        self._take: Callable[[str], bool] | None = None
        self._end_timer: asyncio.TimerHandle | None = None

    @override
    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions["cardhouse.write_texts"] = self.write_texts
        extensions["cardhouse.take_texts"] = self.take_texts
        try:
            await super().run_asgi()
        finally:
            extensions.clear()
            self._take = None

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        """Break the reference cycles of a socket that has ended.

        Objects in a cycle wait for a collection of the oldest generation, which is rare because it
        takes long: a flood of refused handshakes would fill the memory before.
        """
        super().connection_lost(exc)
        if self._end_timer is not None:
            self._end_timer.cancel()
        self.conn.parser.close()
        _forget_frames(self.conn.handshake_exc)
        _forget_frames(self.conn.parser_exc)

    @override
    def data_received(self, data: bytes) -> None:
        """Take data; a head that `websockets` cannot read is answered, which uvicorn forgets."""
        super().data_received(data)
        if not self.handshake_initiated:
            answer = b"".join(self.conn.data_to_send()) or UNREADABLE_HEAD
            self.transport.write(answer)
            self.transport.close()

    def write_texts(self, texts: Sequence[bytes]) -> bool:
        """Write text frames at once; False if they must be sent with `send`.

        That is so while the peer does not read, and where frames are compressed.
        A crowd gets a frame a fifth sooner than by a task for each socket.
        """
        is_open = self.conn.state is State.OPEN and not self.transport.is_closing()
        if not is_open or not self.writable.is_set() or self.conn.extensions:
            return False
        frames = map(_text_frame, texts)
        self.transport.write(b"".join([*self.conn.data_to_send(), *frames]))
        return True

    def take_texts(self, take: Callable[[str], bool]) -> None:
        """Offer each text to `take` as soon as it comes; one that it declines is received as usual.

        A text is offered only if none before it waits to be received, so their order is kept.
        Without the queue and the wake-up of a task, a text costs half as much.
        """
        self._take = take

    @override
    async def send(self, message: Any) -> None:
        if message["type"] == "websocket.close" and not self.writable.is_set():
            self.transport.abort()
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept" and self.handshake_complete:
            del self.request, self.response  # 3 KB of headers a socket, not needed any more
        if self.close_sent:
            self.handshake_complete = True  # else uvicorn logs each refusal as an error
            self._end_soon()

    @override
    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            text = _text_of(self.frames)
            if text is None:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
            if self._take is not None and self.queue.empty() and self._take(text):
                self.frames = []
                return
        super().send_receive_event_to_app()

    @override
    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        """Drop the connection if the peer has not read the closing frame by then."""
        self._end_timer = self.loop.call_later(2 * CLOSE_WITHIN_S, self.transport.abort)
