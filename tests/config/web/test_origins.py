"""Which clients may open a socket (trust T11): 40 hostile handshakes refused, five allowed."""

import json
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.web.origins import ExactOrigins, allowed
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
def _our_origins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "ALLOWED_ORIGINS", OURS)


@pytest.mark.parametrize("headers", GOOD)
def test_our_pages_are_allowed(headers: list[tuple[bytes, bytes]]) -> None:
    assert allowed({"headers": headers})


@for_each("headers", HOSTILE, ids=repr)
def test_a_hostile_handshake_is_refused(headers: list[tuple[bytes, bytes]]) -> None:
    assert len(HOSTILE) >= 40
    assert not allowed({"headers": headers})


COOKIE = (b"cookie", f"a=b; {settings.SESSION_COOKIE_NAME}=stolen".encode())


async def _outcome(headers: list[tuple[bytes, bytes]]) -> str:
    """`page`, `app`, or the status and code of the refusal."""
    seen: list[str] = []
    said: list[Any] = []

    async def inner(scope: dict[str, Any], _receive: Any, _send: Any) -> None:
        seen.append("app" if scope.get("needs_ticket") else "page")

    async def send(message: dict[str, Any]) -> None:
        said.append(message.get("status") or json.loads(message["body"])["code"])

    extensions: dict[str, Any] = {"websocket.http.response": {}}
    scope = {"type": "websocket", "headers": headers, "extensions": extensions}
    await ExactOrigins(inner)(scope, None, send)
    return " ".join(seen or map(str, said))


async def test_a_session_is_of_no_use_from_elsewhere() -> None:
    several = [(b"cookie", b"a=b"), COOKIE]
    for headers in HOSTILE:
        for shown in ([*headers, COOKIE], [COOKIE, *headers], [*several, *headers]):
            assert await _outcome(shown) == "403 FOREIGN_ORIGIN", shown


async def test_without_a_session_a_handshake_from_elsewhere_is_an_apps() -> None:
    for headers in HOSTILE:
        assert await _outcome(headers) == "app", headers
        assert await _outcome([*headers, (b"cookie", b"theme=dark")]) == "app", headers


@pytest.mark.parametrize("headers", GOOD)
async def test_our_page_opens_sockets_with_and_without_a_session(
    headers: list[tuple[bytes, bytes]],
) -> None:
    assert await _outcome([*headers, COOKIE]) == "page"
    assert await _outcome(headers) == "page"


async def test_a_server_that_cannot_answer_a_handshake_closes_it() -> None:
    socket = WebsocketCommunicator(ExactOrigins(None), "/ws/lobby/", headers=[COOKIE])
    assert await socket.connect() == (False, 1008)
