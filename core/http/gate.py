"""Limits per process: no client can occupy the process, and none waits for another's flood.

The gate is in front of Django, so a refused request costs next to nothing. It counts in this
process only: it protects the process, and works while Valkey is down. Limits across all processes
are the throttles.
"""

import asyncio
import hashlib
import json
import math
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from django.utils.translation import override

from core.errors import Busy, sentence
from core.http import metrics
from core.http.client_address import network_of, values_of
from core.http.languages import language_of

Scope = dict[str, Any]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Any, Send], Awaitable[None]]

SLOT = "cardhouse.slot"
"""The key in an ASGI scope under which the request's slot at the gate is kept."""


@dataclass(frozen=True, slots=True)
class Share:
    """A token bucket's size, and its refill in tokens a second; a request takes its cost."""

    most: float
    each_second: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one network and of one client in this process.

    `under_way`: requests of a network that run at the same time. `waiting`: further requests that
    wait for one to end, each at most `wait_s` seconds. `person`: the bucket of one session or
    bearer token; `network`: that of the whole network. `refuse_after_s`: the delay of a 429
    response, so that a client that retries in a loop makes few requests.
    """

    under_way: int
    waiting: int
    wait_s: float
    person: Share
    network: Share
    refuse_after_s: float = 0.5


class Buckets:
    """Token buckets by client; those unused for long are dropped."""

    NETWORKS_MAX = 20_000

    def __init__(self, share: Share) -> None:
        self._share = share
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, cost: float, now: float) -> float:
        """Take tokens and return 0, or return the seconds until there are enough."""
        left, then = self._left.pop(who, (self._share.most, now))
        left = min(self._share.most, left + (now - then) * self._share.each_second)
        wait_s = max(0.0, (cost - left) / self._share.each_second)
        self._left[who] = (left if wait_s else left - cost), now
        if len(self._left) > self.NETWORKS_MAX:
            self._left.popitem(last=False)
        return wait_s


@dataclass(slots=True)
class _Queue:
    under_way: int = 0
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Slots:
    """At most `most` slots for each network; further requests wait in a queue."""

    def __init__(self, most: int, waiting: int, wait_s: float) -> None:
        self._most, self._waiting, self._wait_s = most, waiting, wait_s
        self._queues: dict[str, _Queue] = {}

    async def take(self, who: str, *, again: bool = False) -> None:
        """Wait for a slot; raises Busy when the queue is full or the wait was too long.

        `again`: the caller gave its slot up for a while and waits without a limit.
        """
        queue = self._queues.setdefault(who, _Queue())
        if queue.under_way < self._most:
            queue.under_way += 1
            return
        if len(queue.waiting) >= self._waiting and not again:
            raise Busy
        turn = asyncio.get_running_loop().create_future()
        queue.waiting.append(turn)
        try:
            async with asyncio.timeout(None if again else self._wait_s):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self.give(who)  # the slot was given at the same moment
            else:
                with suppress(ValueError):
                    queue.waiting.remove(turn)
            if isinstance(error, TimeoutError):
                raise Busy from None
            raise

    def give(self, who: str) -> None:
        """Release a slot; the next request in the queue gets it."""
        queue = self._queues[who]
        while queue.waiting:
            turn = queue.waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        queue.under_way -= 1
        if not queue.under_way:
            del self._queues[who]

    def under_way(self, who: str) -> int:
        """The number of slots a network has taken."""
        return self._queues[who].under_way if who in self._queues else 0


@dataclass(slots=True)
class Slot:
    """The slot of one request, which it can give up while it only waits."""

    slots: Slots
    who: str

    @asynccontextmanager
    async def given_up(self) -> AsyncIterator[None]:
        """Release the slot for the duration of the block."""
        self.slots.give(self.who)
        try:
            yield
        finally:
            await asyncio.shield(self.slots.take(self.who, again=True))


@asynccontextmanager
async def waiting(scope: Mapping[str, Any]) -> AsyncIterator[None]:
    """Release the slot of a request while it waits for an event, as a long poll does."""
    slot = scope.get(SLOT)
    if isinstance(slot, Slot):
        async with slot.given_up():
            yield
    else:
        yield


class Gate:
    """ASGI middleware that applies the limits.

    `cost_of(method, path)`: the tokens that a request takes; None exempts it.
    `page(status)`: the HTML of a refusal, for browsers.
    `headers(scope)`: more headers of a refusal.
    """

    def __init__(
        self,
        app: App,
        limits: Limits,
        *,
        cost_of: Callable[[str, str], float | None],
        page: Callable[[int], bytes],
        headers: Callable[[Scope], Iterable[tuple[bytes, bytes]]] = lambda _scope: (),
    ) -> None:
        self._app, self._limits, self._cost_of, self._page = app, limits, cost_of, page
        self._headers = headers
        self._people = Buckets(limits.person)
        self._networks = Buckets(limits.network)
        self._slots = Slots(limits.under_way, limits.waiting, limits.wait_s)
        self._held = 0

    async def __call__(self, scope: Scope, receive: Any, send: Send) -> None:
        """Pass the request on in its turn, or refuse it."""
        cost = self._cost_of(scope["method"], scope["path"])
        if cost is None:
            await self._app(scope, receive, send)
            return
        who = network_of(scope)
        wait_s = self._count(scope, who, cost)
        if wait_s:
            await self._hold()
            await self._refuse(scope, send, 429, math.ceil(wait_s))
            return
        try:
            await self._slots.take(who)
        except Busy as busy:
            await self._refuse(scope, send, 503, busy.retry_after_s)
            return
        try:
            await self._app({**scope, SLOT: Slot(self._slots, who)}, receive, send)
        finally:
            self._slots.give(who)

    def _count(self, scope: Scope, who: str, cost: float) -> float:
        now = monotonic()
        person = person_of(scope)
        wait_s = self._people.take(f"{who} {person}", cost, now) if person else 0.0
        return wait_s or self._networks.take(who, cost, now)

    async def _hold(self) -> None:
        """Delay the refusal of a fast client, unless too many are being delayed already."""
        if self._held >= self._limits.waiting:
            return
        self._held += 1
        try:
            await asyncio.sleep(self._limits.refuse_after_s)
        finally:
            self._held -= 1

    async def _refuse(self, scope: Scope, send: Send, status: int, wait_s: int) -> None:
        metrics.REFUSALS.add("gate", REFUSALS[status][0])
        with override(language_of(scope)):
            if wants_page(scope):
                kind, body = b"text/html; charset=utf-8", self._page(status)
            else:
                code, case = REFUSALS[status]
                text = sentence(code, case=case)
                said = {"code": code, "text": text, "data": {"wait_s": wait_s}}
                kind, body = b"application/json", json.dumps(said).encode()
        headers = [
            (b"content-type", kind),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", str(wait_s).encode()),
            (b"cache-control", b"no-store, private"),
            (b"content-security-policy", b"default-src 'self'; frame-ancestors 'none'"),
            (b"x-content-type-options", b"nosniff"),
            # Unread bytes of a body would be parsed as the next request.
            (b"connection", b"close" if scope["method"] not in ("GET", "HEAD") else b"keep-alive"),
            *self._headers(scope),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send(
            {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body}
        )


REFUSALS = {
    429: ("TOO_MANY", "moment"),
    503: (Busy.code, ""),
}
"""The code of a refusal, and the case of its sentence, by status."""


def person_of(scope: Scope) -> str:
    """Which client of a network asks, as far as headers tell: a digest of cookies and token.

    Invented cookies gain nothing, since the whole network has a limit too.
    """
    known = b"\0".join([*values_of(scope, b"authorization"), *values_of(scope, b"cookie")])
    return hashlib.blake2b(known, digest_size=12).hexdigest() if known else ""


def wants_page(scope: Scope) -> bool:
    """Whether a browser opened a page: it then asks for HTML."""
    return any(b"text/html" in value for value in values_of(scope, b"accept"))
