"""Which clients may open a socket (trust T11): 40 hostile handshakes refused, five allowed."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator

from config.origins import ExactOrigins, allowed
from tests.support.cases import for_each

OURS = ["https://cards.example.org", "https://play.example.org:8443", "http://127.0.0.1:8000"]

GOOD = [
    [(b"origin", b"https://cards.example.org")],
    [(b"origin", b"https://play.example.org:8443")],
    [(b"origin", b"http://127.0.0.1:8000")],
    [(b"host", b"cards.example.org"), (b"origin", b"https://cards.example.org")],
    [(b"Origin", b"https://cards.example.org")],
]

_ONE = [
    b"",
    b"null",
    b"*",
    b"http://cards.example.org",
    b"ws://cards.example.org",
    b"wss://cards.example.org",
    b"ftp://cards.example.org",
    b"file://cards.example.org",
    b"//cards.example.org",
    b"cards.example.org",
    b"https://cards.example.org:443",
    b"https://cards.example.org:80",
    b"https://cards.example.org:8443",
    b"https://cards.example.org:",
    b"https://play.example.org",
    b"https://play.example.org:8444",
    b"https://evil.cards.example.org",
    b"https://example.org",
    b"https://.example.org",
    b"https://cards.example.org.evil.net",
    b"https://cards.example.org@evil.net",
    b"https://user@cards.example.org",
    b"https://user:pw@cards.example.org",
    b"https://cards.example.org/",
    b"https://cards.example.org/path",
    b"https://cards.example.org?x",
    b"https://cards.example.org#x",
    b"HTTPS://CARDS.EXAMPLE.ORG",
    b"https://Cards.example.org",
    b" https://cards.example.org",
    b"https://cards.example.org ",
    b"https://cards.example.org\x0b",
    b"https://cards.\texample.org",
    b"https://cards.example.org\r\nOrigin: https://cards.example.org",
    b"https://c\xc3\xa0rds.example.org",
    b"\xff\xfe",
    b"https://127.0.0.1:8000",
    b"http://localhost:8000",
    b"http://127.1:8000",
    b"chrome-extension://cards.example.org",
]
HOSTILE = [
    [(b"host", b"cards.example.org")],
    [(b"origin", b"https://evil.net"), (b"origin", b"https://cards.example.org")],
    [(b"origin", b"https://cards.example.org"), (b"origin", b"https://evil.net")],
    [(b"origin", b"https://cards.example.org")] * 2,
    [(b"origin", b"https://cards.example.org, https://evil.net")],
    *([(b"origin", value)] for value in _ONE),
]


@pytest.fixture(autouse=True)
def _our_origins(settings: Any) -> None:
    settings.ALLOWED_ORIGINS = OURS


@pytest.mark.parametrize("headers", GOOD)
def test_our_pages_are_allowed(headers: list[tuple[bytes, bytes]]) -> None:
    assert allowed({"headers": headers})


@for_each("headers", HOSTILE, ids=repr)
def test_a_hostile_handshake_is_refused(headers: list[tuple[bytes, bytes]]) -> None:
    assert len(HOSTILE) >= 40
    assert not allowed({"headers": headers})


async def _welcome(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    await receive()


@pytest.mark.django_db  # a refusal is a Channels consumer, which closes old connections first
@pytest.mark.parametrize(("origin", "connected"), [(OURS[0], True), ("https://evil.net", False)])
async def test_handshakes_are_allowed_or_refused(origin: str, connected: bool) -> None:
    socket = WebsocketCommunicator(
        ExactOrigins(_welcome), "/ws/lobby/", headers=[(b"origin", origin.encode())]
    )
    assert (await socket.connect())[0] is connected
    await socket.disconnect()
