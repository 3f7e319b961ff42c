"""A refused handshake leaves nothing in memory, whatever was wrong with it."""

import gc
import socket
from collections import Counter
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from websockets.server import ServerProtocol

from config.web.server import BoundedHttp, BoundedSocket
from lobby.tables.ws.connection import Connection
from tests.support.live import LiveServer
from tests.support.size import times
from tests.support.waiting import PATIENCE_S, wait_until

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
HANDSHAKE = f"{UPGRADE}{KEY}Sec-WebSocket-Version: 13\r\n"
HELD = (BoundedHttp, BoundedSocket, ServerProtocol, Connection)
FEW = 10
GROWTH_MB = 20.0


def request(path: str, headers: str, *, method: str = "GET", version: str = "1.1") -> bytes:
    return f"{method} {path} HTTP/{version}\r\nHost: 127.0.0.1\r\n{headers}\r\n".encode()


def frame(payload: bytes) -> bytes:
    """A masked text frame of a client."""
    return bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload


FOREIGN = f"{HANDSHAKE}Origin: http://evil.example\r\nCookie: sessionid=x\r\n"
LOBBY = "/ws/lobby/"
CASES: dict[str, tuple[bytes, bytes | None, bytes]] = {
    "foreign origin": (request(LOBBY, FOREIGN), b"403", b""),
    "no such path": (request("/ws/nothing/", f"{HANDSHAKE}Origin: OWN\r\n"), b"403", b""),
    "no such table": (request("/ws/table/nothing/", f"{HANDSHAKE}Origin: OWN\r\n"), b"101", b""),
    "bad ticket": (request(LOBBY, HANDSHAKE), b"101", frame(b'{"type":"ticket","ticket":"x"}')),
    "gone before its ticket": (request(LOBBY, HANDSHAKE), b"101", b""),
    "accepted and closed": (request(LOBBY, f"{HANDSHAKE}Origin: OWN\r\n"), b"101", b""),
    "bad key": (request(LOBBY, HANDSHAKE.replace("A==", "")), b"400", b""),
    "no key": (request(LOBBY, UPGRADE), b"400", b""),
    "old version": (request(LOBBY, HANDSHAKE.replace("13", "8")), b"400", b""),
    "another method": (request(LOBBY, HANDSHAKE, method="POST"), b"405", b""),
    "with a body": (request(LOBBY, f"{HANDSHAKE}Content-Length: 3\r\n") + b"abc", b"400", b""),
    "long path": (request(LOBBY + "x" * 9_000, HANDSHAKE), b"414", b""),
    "many headers": (request(LOBBY, HANDSHAKE + "X: y\r\n" * 300), b"431", b""),
    "half a head": (b"GET /ws/lobby/ HTTP/1.1\r\n", None, b""),
    "nothing": (b"", None, b""),
    "not HTTP": (b"\x16\x03\x01 hello\r\n\r\n", b"400", b""),
}
"""What is sent, the status of the answer (None: not awaited), and a frame after the handshake."""


def meet(live: LiveServer, name: str) -> None:
    """Be refused once, and hang up."""
    sent, status, then = CASES[name]
    with socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE_S) as stream:
        stream.sendall(sent.replace(b"OWN", live.url.encode()))
        if status is not None:
            answer = stream.recv(4096)
            assert answer.split(b" ")[1] == status, answer
        if then:
            stream.sendall(then)
            while b"\x88" not in (heard := stream.recv(4096)):  # the closing frame
                assert heard


@pytest.fixture
def live(live_server_without_dealer: LiveServer, settings: Any) -> LiveServer:
    """A server that does not limit addresses, so that each refusal is for its own reason."""
    settings.SOCKET_OPENS = settings.HANDSHAKES_PER_ADDRESS = settings.SOCKETS_PER_ADDRESS = 10**6
    settings.HANDSHAKES = 10**6
    settings.ALLOWED_ORIGINS = [live_server_without_dealer.url]
    return live_server_without_dealer


@pytest.fixture
def _no_collections() -> Iterator[None]:
    """References alone free what is not needed any more."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def held() -> Counter[str]:
    return Counter(type(one).__name__ for one in gc.get_objects() if type(one) in HELD)


@pytest.mark.usefixtures("_no_collections")
@pytest.mark.parametrize("name", CASES)
def test_nothing_of_a_refused_handshake_waits_for_a_collection(live: LiveServer, name: str) -> None:
    before = held()
    for _ in range(FEW):
        meet(live, name)
    wait_until(lambda: not held() - before, f"the end of {held() - before}", 3.0)


@pytest.mark.usefixtures("_no_collections")
def test_nothing_of_a_handshake_over_its_quota_waits_for_a_collection(
    live: LiveServer, settings: Any
) -> None:
    settings.SOCKET_OPENS = 0
    before = held()
    for _ in range(FEW):
        with socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE_S) as stream:
            own = f"{HANDSHAKE}Origin: {live.url}\r\n"
            stream.sendall(request(LOBBY, own))
            assert b" 429 " in stream.recv(4096)
    wait_until(lambda: not held() - before, "the end of refused sockets", 3.0)


def test_apps_that_leave_before_their_ticket_take_no_place(live: LiveServer, settings: Any) -> None:
    settings.HANDSHAKES_PER_ADDRESS = 1  # four with a ticket
    for _ in range(8):
        wait_until(lambda: _accepted(live), "a place for the next handshake", 3.0)


def _accepted(live: LiveServer) -> bool:
    with socket.create_connection(("127.0.0.1", live.port), timeout=PATIENCE_S) as stream:
        stream.sendall(request(LOBBY, HANDSHAKE))
        return b" 101 " in stream.recv(4096)


@pytest.mark.parametrize("name", ["foreign origin", "bad key", "no such table"])
def test_refused_handshakes_do_not_fill_the_memory(live: LiveServer, name: str) -> None:
    for _ in range(200):
        meet(live, name)
    process = psutil.Process()
    before = process.memory_info().rss
    for _ in range(times(2_000, 50_000)):
        meet(live, name)
    grown = (process.memory_info().rss - before) / 2**20
    assert grown < GROWTH_MB, f"{grown:.0f} MB more"
