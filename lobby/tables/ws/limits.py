"""Limits on how many sockets a client may open, and how fast: `config/settings/limits.py`.

In this process, an address has a limit for sockets without a log-in, and a user one for sockets
with a log-in. Logged-in users do not count towards their address, so that strangers behind the same
router do not lock them out. Excess handshakes are refused with HTTP 429, without a query and before
a session is looked up.

A session cookie can be forged, and looking it up costs a query. So each address also has an
allowance of handshakes with a cookie, a larger one; a recently valid session has its own.

The limits run on the event loop of the server process.
"""

import hashlib
import json
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie
from django.utils.translation import override

from core.errors import sentence
from core.http.client_address import network_of
from core.http.languages import language_of

CREDIT_WINDOW_S = 20.0
KNOWN_FACTOR = 4
"""The allowance with a cookie or ticket is this many times that without."""
REMEMBERED_MAX = 10_000
"""The most addresses, users and valid sessions to remember; the least recently used go first."""
VALID_WITHIN_S = 3600.0

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Credit:
    """A token bucket that refills completely in twenty seconds."""

    __slots__ = ("_at", "_each_second", "_left", "_most")

    def __init__(self, most: float, each_second: float | None = None) -> None:
        self._most = most
        self._each_second = most / CREDIT_WINDOW_S if each_second is None else each_second
        self._left = float(most)
        self._at = time.monotonic()

    def spend(self, cost: float = 1) -> bool:
        """Take `cost` tokens; if there are too few, take none and return False."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._each_second)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class _Credits:
    """A bucket for each key; the least recently used are dropped first."""

    def __init__(self) -> None:
        self._credits: OrderedDict[Any, Credit] = OrderedDict()

    def spend(self, key: Any, most: float) -> bool:
        credit = self._credits.get(key)
        if credit is None:
            credit = self._credits[key] = Credit(most)
            if len(self._credits) > REMEMBERED_MAX:
                self._credits.popitem(last=False)
        self._credits.move_to_end(key)
        return credit.spend()


class Handshake:
    """One socket from its handshake to its end, as the limits count it."""

    def __init__(
        self, limits: "SocketLimits", address: str, session: bytes | None, *, counted: bool
    ) -> None:
        self._limits = limits
        self._address = address
        self._session = session
        self._under_way = counted
        self._owner: str | uuid.UUID | None = None

    def belongs_to(self, user_id: uuid.UUID | None) -> bool:
        """Count the socket for this user or (None) its address; False if that exceeds the limit."""
        owner = user_id or self._address
        if not self._limits.take(owner):
            return False
        if self._owner is not None:  # a visitor who has shown a ticket
            self._limits.give_back(self._owner)
        self._owner = owner
        if user_id is not None and self._session is not None:
            self._limits.remember(self._session)
        return True

    def over(self) -> None:
        """Note that the handshake is over: the socket was accepted or refused."""
        if self._under_way:
            self._under_way = False
            self._limits.handshake_over(self._address)

    def end(self) -> None:
        """Note that the socket is closed."""
        self.over()
        if self._owner is not None:
            self._limits.give_back(self._owner)
            self._owner = None


class SocketLimits:
    """The sockets and handshakes of one process, by address and by user."""

    def __init__(self) -> None:
        self._open: Counter[str | uuid.UUID] = Counter()
        self._under_way: Counter[str] = Counter()
        self._handshakes = 0
        self._opens = _Credits()
        self._good: OrderedDict[bytes, float] = OrderedDict()

    def begin(self, address: str, claim: str | None) -> Handshake | None:
        """Let a handshake begin; None if it exceeds the limit.

        `claim` is the session's key, "" if a ticket will follow, or None for a visitor without a
        log-in.
        """
        session = _digest(claim) if claim else None
        if session is not None and self._is_good(session):
            if not self._opens.spend(session, settings.SOCKET_OPENS):
                return None
            return Handshake(self, address, session, counted=False)
        if claim is None and self._open[address] >= settings.SOCKETS_PER_ADDRESS:
            return None
        if not self._has_room(address, claimed=claim is not None):
            return None
        self._under_way[address] += 1
        self._handshakes += 1
        return Handshake(self, address, session, counted=True)

    def _has_room(self, address: str, *, claimed: bool) -> bool:
        times = KNOWN_FACTOR if claimed else 1
        return (
            self._under_way[address] < settings.HANDSHAKES_PER_ADDRESS * times
            and self._handshakes < settings.HANDSHAKES
            and self._opens.spend((address, claimed), settings.SOCKET_OPENS * times)
        )

    def take(self, owner: str | uuid.UUID) -> bool:
        """Count one more socket of an address or a user; False if that exceeds the limit."""
        known = isinstance(owner, uuid.UUID)
        most = settings.SOCKETS_PER_USER if known else settings.SOCKETS_PER_ADDRESS
        if self._open[owner] >= most:
            return False
        self._open[owner] += 1
        return True

    def give_back(self, owner: str | uuid.UUID) -> None:
        """Count one socket fewer."""
        _less(self._open, owner)

    def handshake_over(self, address: str) -> None:
        """Count one handshake in progress fewer."""
        _less(self._under_way, address)
        self._handshakes -= 1

    def remember(self, session: bytes) -> None:
        """Remember that a session is valid."""
        self._good[session] = time.monotonic()
        self._good.move_to_end(session)
        if len(self._good) > REMEMBERED_MAX:
            self._good.popitem(last=False)

    def _is_good(self, session: bytes) -> bool:
        found = self._good.get(session)
        return found is not None and time.monotonic() - found < VALID_WITHIN_S


def _less(counts: Counter[Any], key: Any) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


def _digest(session_key: str) -> bytes:
    """The digest under which a session is remembered instead of its key."""
    return hashlib.sha256(session_key.encode()).digest()


class LimitedSockets:
    """ASGI middleware that enforces the limits and looks up sessions only if there is a cookie.

    `known` is the application with session and user, `inner` the one without. Both find in their
    scope the `Handshake` as `handshake` and the server's own `send`. `limits` returns the process's
    limits.
    """

    def __init__(self, inner: App, *, known: App, limits: Callable[[], SocketLimits]) -> None:
        self._inner = inner
        self._known = known
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, from its handshake to its end."""
        claim = "" if scope.get("needs_ticket") else _session_key(scope)
        handshake = self._limits().begin(network_of(scope), claim)
        if handshake is None:
            await refuse(scope, send)
            return
        scope = {**scope, "handshake": handshake, "send": send}
        try:
            if claim:
                await self._known(scope, receive, send)
            else:
                await self._inner({**scope, "user": AnonymousUser()}, receive, send)
        finally:
            handshake.end()


def _session_key(scope: Scope) -> str | None:
    for name, value in scope.get("headers", ()):
        if name.lower() == b"cookie":
            key = parse_cookie(value.decode("latin-1")).get(settings.SESSION_COOKIE_NAME)
            if key:
                return str(key)
    return None


def has_session_cookie(scope: Scope) -> bool:
    """Whether a handshake shows a session's cookie, be it valid or not."""
    return _session_key(scope) is not None


async def refuse(
    scope: Scope,
    send: Send,
    status: int = 429,
    code: str = "TOO_MANY_SOCKETS",
) -> None:
    """Answer a handshake with a status, and a body as the API's; close it if that is impossible."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": code})
        return
    with override(language_of(scope)):
        body = json.dumps({"code": code, "text": sentence(code)}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"retry-after", b"5")] if status == 429 else []),
    ]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
