"""How many sockets one client may open, and how fast.

One address has so many sockets without a log-in and one user so many with one, in this process;
people who are logged in are not counted by their address, so that strangers behind the same router
do not keep them out. What is refused is refused with HTTP 429 before the handshake, without a
query and before a session is looked up.

A session cookie can be made up, and looking it up costs a query. So handshakes with a cookie have
an allowance of each address too, a wider one; a session that was good lately has one of its own.

Lives on the event loop of the server process.
"""

import hashlib
import time
import uuid
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie

from core.client_address import network_of

CREDIT_S = 20.0
CLAIMS = 4
"""Times as many handshakes with a cookie or for a ticket as without."""
KEPT = 10_000
"""Addresses, users and good sessions remembered; the ones unused for longest go first."""
GOOD_S = 3600.0

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


class Credit:
    """A token bucket: so many at once, and so many more each second (the lot in twenty)."""

    __slots__ = ("_at", "_each_second", "_left", "_most")

    def __init__(self, most: float, each_second: float | None = None) -> None:
        self._most = most
        self._each_second = most / CREDIT_S if each_second is None else each_second
        self._left = float(most)
        self._at = time.monotonic()

    def spend(self, cost: float = 1) -> bool:
        """Take some; False, and nothing taken, when there is too little left."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._each_second)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True


class _Credits:
    """A bucket for each key, the longest unused forgotten first."""

    def __init__(self) -> None:
        self._credits: OrderedDict[Any, Credit] = OrderedDict()

    def spend(self, key: Any, most: float) -> bool:
        credit = self._credits.get(key)
        if credit is None:
            credit = self._credits[key] = Credit(most)
            if len(self._credits) > KEPT:
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
        """Count the socket for this user, or (None) its address; False when that is too many."""
        owner = user_id or self._address
        if not self._limits.take(owner):
            return False
        self._owner = owner
        if user_id is not None and self._session is not None:
            self._limits.remember(self._session)
        return True

    def over(self) -> None:
        """The handshake is done: the socket has what it came for, or was refused."""
        if self._under_way:
            self._under_way = False
            self._limits.handshake_over(self._address)

    def end(self) -> None:
        """The socket is gone."""
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
        """Let a handshake begin; None when it is one too many.

        `claim` is what may show who it is: the session's key, "" for a ticket that is to come, or
        None for a spectator without a log-in.
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
        times = CLAIMS if claimed else 1
        return (
            self._under_way[address] < settings.HANDSHAKES_PER_ADDRESS * times
            and self._handshakes < settings.HANDSHAKES
            and self._opens.spend((address, claimed), settings.SOCKET_OPENS * times)
        )

    def take(self, owner: str | uuid.UUID) -> bool:
        """Count one more socket of an address or a user; False when that is too many."""
        known = isinstance(owner, uuid.UUID)
        most = settings.SOCKETS_PER_USER if known else settings.SOCKETS_PER_ADDRESS
        if self._open[owner] >= most:
            return False
        self._open[owner] += 1
        return True

    def give_back(self, owner: str | uuid.UUID) -> None:
        """One socket fewer."""
        _less(self._open, owner)

    def handshake_over(self, address: str) -> None:
        """One handshake fewer under way."""
        _less(self._under_way, address)
        self._handshakes -= 1

    def remember(self, session: bytes) -> None:
        """A session has been found good."""
        self._good[session] = time.monotonic()
        self._good.move_to_end(session)
        if len(self._good) > KEPT:
            self._good.popitem(last=False)

    def _is_good(self, session: bytes) -> bool:
        found = self._good.get(session)
        return found is not None and time.monotonic() - found < GOOD_S


def _less(counts: Counter[Any], key: Any) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]


def _digest(session_key: str) -> bytes:
    """Sessions are remembered by this, never by their keys."""
    return hashlib.sha256(session_key.encode()).digest()


class LimitedSockets:
    """ASGI wrapper: refuses what is too much, and looks up a session only where there is a cookie.

    `known` is the application behind session and user; `inner` the same without them. Both find
    the `Handshake` in their scope, as `handshake`. `limits` gives those of this process.
    """

    def __init__(self, inner: App, *, known: App, limits: Callable[[], SocketLimits]) -> None:
        self._inner = inner
        self._known = known
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one socket, from its handshake to its end."""
        claim = "" if scope.get("needs_ticket") else _session_key(scope)
        address = network_of(scope)
        handshake = self._limits().begin(address, claim) if address is not None else None
        if handshake is None:
            await refuse(scope, send)
            return
        scope = {**scope, "handshake": handshake}
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


async def refuse(scope: Scope, send: Send) -> None:
    """Answer a handshake with 429, or close it where the server cannot."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain"), (b"retry-after", b"5"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 429, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})
