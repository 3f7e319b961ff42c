"""A thin WebSocket client for load generators: text frames only, with minimal checks.

Only for benchmarks, where the generator shares two cores with the servers it measures.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from typing import cast


class ThinSocket(asyncio.Protocol):
    """One client socket; `on_text(bytes)` is called for each text frame."""

    def __init__(self, host: str, path: str, cookie: str, on_text: Callable[[bytes], None]) -> None:
        self._request = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n"
            f"Sec-WebSocket-Version: 13\r\nOrigin: http://{host}\r\n"
            + (f"Cookie: {cookie}\r\n" if cookie else "")
            + "\r\n"
        ).encode()
        self._on_text = on_text
        self._rest = b""
        self._open = False
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False
        self.close_code: int | None = None
        """The code of the server's closing frame."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's transport is no subclass
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.over.done():
            self.over.set_result(None)
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("closed before it was open"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self._open:
            head, ended, frames = data.partition(b"\r\n\r\n")
            if not ended:
                self._rest = data
                return
            self._rest, status = b"", head.split(b"\r\n", 1)[0]
            if b" 101 " not in status:
                self.ready.set_exception(ConnectionError(status.decode()))
                return
            self._open, data = True, frames
            self.ready.set_result(None)
        self._rest = self._frames(data)

    def _frames(self, data: bytes) -> bytes:
        """Process all whole frames; return the beginning of the next one, mostly b""."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1] & 127, at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                if end < start:
                    break
                size = int.from_bytes(data[at + 2 : start])
            if end < start + size:
                break
            opcode, at = data[at] & 15, start + size
            if opcode == 1:
                self._on_text(data[start:at])
            elif opcode == 8:
                self.close_code = int.from_bytes(data[start : start + 2])
                self._frame(8, data[start:at])
            elif opcode == 9:
                self._frame(10, data[start:at])
        return data[at:]

    def send(self, text: bytes) -> None:
        """Send one text frame."""
        self._frame(1, text)

    def _frame(self, opcode: int, payload: bytes) -> None:
        assert self._transport is not None
        size = len(payload)
        head = (
            struct.pack("!BB", 128 | opcode, 128 | size)
            if size < 126
            else struct.pack("!BBH", 128 | opcode, 254, size)
        )
        # A mask of zeros leaves the payload as it is; servers must accept any mask.
        self._transport.write(head + b"\0\0\0\0" + payload)

    def stop_reading(self) -> None:
        """Stop reading: the server's data then fill the buffers on the way."""
        assert self._transport is not None
        self._transport.pause_reading()

    def close(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.abort()


async def open_socket(
    host: str, path: str, cookie: str, on_text: Callable[[bytes], None], address: str | None = None
) -> ThinSocket:
    """Connect to `host` ("127.0.0.1:8000"), from `address` if given, and wait for the handshake."""
    name, port = host.rsplit(":", 1)
    _transport, protocol = await asyncio.get_running_loop().create_connection(
        lambda: ThinSocket(host, path, cookie, on_text),
        name,
        int(port),
        local_addr=(address, 0) if address else None,
    )
    try:
        await protocol.ready
    except BaseException:  # also if the caller was cancelled
        protocol.close()
        raise
    return protocol
