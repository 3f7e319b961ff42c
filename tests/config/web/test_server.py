"""Connections of the web server: half a request, or not reading, does not keep one open."""

import asyncio
import contextlib
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from websockets.frames import Frame, Opcode

from config.web import server
from lobby.tables.hosting.tables import TablePlan, open_table
from tests.support.live import LiveServer
from tests.support.waiting import PATIENCE_S, time_passes, until

pytestmark = pytest.mark.django_db(transaction=True)
HEAD = "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@pytest.fixture(autouse=True)
def _hurry(settings: Any) -> None:
    settings.HTTP_HEAD_S = settings.HTTP_BODY_S = 1


async def dial(live: LiveServer, text: str = "", *, address: str = "127.0.0.1") -> Stream:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", live.port, local_addr=(address, 0), limit=2**20
    )
    writer.write(text.encode())
    return reader, writer


async def rest_of(stream: Stream) -> bytes:
    """All data until the server closes."""
    async with asyncio.timeout(PATIENCE_S):
        try:
            return await stream[0].read(-1)
        except ConnectionResetError:
            return b""
        finally:
            stream[1].close()


HALVES = {
    "nothing": ("", []),
    "line": ("GET /heal", [b"408"]),
    "head": (HEAD + "X-Slow: ", [b"408"]),
    "body": (
        "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        'Content-Length: 90\r\n\r\n{"name": ',
        [b"408"],
    ),
    "handshake": (
        "GET /ws/lobby/ HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\n",
        [b"408"],
    ),
    "second request": (HEAD + "\r\n" + HEAD, [b"200"]),
}
"""Half a request, and the status with which its connection is closed."""


async def test_half_a_request_is_closed(live_server_without_dealer: LiveServer) -> None:
    async def status(sent: str) -> list[bytes]:
        answer = await rest_of(await dial(live_server_without_dealer, sent))
        return answer.split(b" ")[1:2]

    found = await asyncio.gather(*(status(sent) for sent, _status in HALVES.values()))
    assert dict(zip(HALVES, found, strict=True)) == {name: half[1] for name, half in HALVES.items()}


async def test_a_byte_now_and_then_is_not_a_request_in_time(
    live_server_without_dealer: LiveServer,
) -> None:
    stream = await dial(live_server_without_dealer, HEAD + "X-Slow: ")

    async def drip() -> None:
        with contextlib.suppress(OSError):
            while True:
                stream[1].write(b"x")
                await stream[1].drain()
                await time_passes(0.1)

    dripping = asyncio.ensure_future(drip())
    assert b" 408 " in await rest_of(stream)
    dripping.cancel()


async def test_a_slow_but_steady_body_is_read(
    live_server_without_dealer: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "BODY_BYTES_PER_S_MIN", 64)  # each part is worth many seconds
    body = b'{"name": "Nobody", "password": "' + b"x" * 12_000 + b'"}'
    stream = await dial(
        live_server_without_dealer,
        "POST /api/v1/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n",
    )
    for at in range(0, len(body), 1_500):
        stream[1].write(body[at : at + 1_500])
        await time_passes(0.2)  # more than a second in all
    answer = await rest_of(stream)
    assert answer.split(b" ")[1] == b"400", answer


async def test_a_request_that_takes_long_to_answer_is_not_half_sent(
    live_server_without_dealer: LiveServer,
) -> None:
    table = await sync_to_async(open_table)(
        plan=TablePlan(name="Quiet"), host=None, is_house_table=True
    )
    path = f"/api/v1/tables/{table.slug}/state"
    head = "HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    first = await rest_of(await dial(live_server_without_dealer, f"GET {path} {head}"))
    after = first.partition(b'"at":"')[2].partition(b'"')[0].decode()
    assert after, first
    start = time.monotonic()
    path += f"?after={after}&wait=2"
    answer = await rest_of(await dial(live_server_without_dealer, f"GET {path} {head}"))
    assert answer.startswith(b"HTTP/1.1 200"), answer
    assert time.monotonic() - start > 1.9


@pytest.mark.parametrize("lines", [1, 2_000], ids=["one line", "many lines"])
async def test_a_head_has_a_size(live_server_without_dealer: LiveServer, lines: int) -> None:
    text = "".join(f"X-{n}: {'x' * (60_000 // lines)}\r\n" for n in range(lines))
    for end in ("", "\r\n"):
        answer = await rest_of(await dial(live_server_without_dealer, HEAD + text + end))
        assert b" 431 " in answer.partition(b"\r\n")[0] or answer == b"", answer


async def test_half_requests_are_limited_by_address(
    live_server_without_dealer: LiveServer, settings: Any
) -> None:
    settings.HTTP_UNFINISHED_PER_ADDRESS = 5
    settings.HTTP_HEAD_S = PATIENCE_S
    live = live_server_without_dealer
    held = [await dial(live, HEAD, address="127.0.0.66") for _ in range(5)]
    assert await rest_of(await dial(live, HEAD, address="127.0.0.66")) == b""
    whole = HEAD + "Connection: close\r\n\r\n"
    assert b" 200 " in await rest_of(await dial(live, whole, address="127.0.0.67"))
    for stream in held:
        stream[1].write(b"Connection: close\r\n\r\n")
        assert b" 200 " in await rest_of(stream)
    assert b" 200 " in await rest_of(await dial(live, whole, address="127.0.0.66"))


@pytest.mark.parametrize("setting", ["HTTP_CONNECTIONS", "HTTP_CONNECTIONS_PER_ADDRESS"])
async def test_the_number_of_connections_is_limited(
    live_server_without_dealer: LiveServer, settings: Any, setting: str
) -> None:
    setattr(settings, setting, 3)
    live = live_server_without_dealer
    whole = HEAD + "\r\n"
    held = [await dial(live, whole) for _ in range(3)]
    for reader, _writer in held:
        assert b" 200 " in await reader.readline()
    assert await rest_of(await dial(live, whole)) == b""
    held[0][1].close()

    async def served() -> bool:
        reader, writer = await dial(live, whole)
        try:
            return b" 200 " in await reader.readline()
        except ConnectionResetError:
            return False
        finally:
            writer.close()

    await until(served, "the slot of the closed connection")


async def test_a_client_that_does_not_read_is_dropped(
    live_server_without_dealer: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.web.server.WRITE_WITHIN_S", 1.0)
    stream = await dial(
        live_server_without_dealer, "GET /odds/table.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 8
    )
    transport: Any = stream[1].transport
    transport.pause_reading()
    await until(lambda: server._open, "the connection")
    await until(lambda: not server._open, "its end")
    transport.resume_reading()
    answer = await rest_of(stream)
    assert answer.count(b"HTTP/1.1 200") < 8


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_text_frames_are_those_of_the_websocket_protocol(size: int) -> None:
    payload = b"\xe2\x99\xa0" * (size // 3) + b"x" * (size % 3)
    assert server._text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)
