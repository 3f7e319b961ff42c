"""Calls to Valkey: each has a time-out, and while Valkey is down few are made at all.

Valkey may stop answering without closing a connection (a paused process, a lost network). Each
call then blocks its thread for `VALKEY_TIMEOUT_S` seconds. So after the first failure a `Circuit`
refuses further calls at once and lets one through every `VALKEY_REST_S` seconds to see whether
Valkey is back. A connection that is refused costs nothing: then the next call is made soon, since
Valkey is there again a moment after it was killed. Callers decide how to go on without an answer.
"""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import redis.exceptions
from django.conf import settings

REFUSED_REST_S = 0.2
"""After a connection that was refused or lost; `VALKEY_REST_S` is the rest after a time-out."""
SILENT = (redis.exceptions.TimeoutError, TimeoutError)
UNREACHABLE = (redis.exceptions.ConnectionError, redis.exceptions.TimeoutError, OSError)
"""Valkey was unavailable. Every other `RedisError` is an answer of Valkey."""


class ValkeyUnavailable(redis.exceptions.RedisError):
    """Valkey was not asked, or did not answer in time."""


class Circuit:
    """A circuit breaker for one Valkey; safe to use from threads and event loops."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failed = False
        self._try_at = self._rest_s = 0.0

    @contextmanager
    def call(self) -> Iterator[None]:
        """Run one call whose client has a time-out. Raises `ValkeyUnavailable`."""
        self._enter()
        try:
            yield
        except UNREACHABLE as error:
            self._fail(settings.VALKEY_REST_S if isinstance(error, SILENT) else REFUSED_REST_S)
            raise ValkeyUnavailable(type(error).__name__) from error
        except redis.exceptions.RedisError:
            self._failed = False
            raise
        self._failed = False

    @asynccontextmanager
    async def timed_call(self) -> AsyncIterator[None]:
        """Await for at most `VALKEY_TIMEOUT_S` seconds in all. Raises `ValkeyUnavailable`."""
        with self.call():
            async with asyncio.timeout(settings.VALKEY_TIMEOUT_S):
                yield

    def reset(self) -> None:
        """Close the circuit: the next call is made, whatever failed before."""
        self._failed = False

    def _enter(self) -> None:
        if not self._failed:
            return
        with self._lock:
            now = time.monotonic()
            if self._failed and now < self._try_at:
                raise ValkeyUnavailable("Valkey did not answer a moment ago")
            self._try_at = now + self._rest_s

    def _fail(self, rest_s: float) -> None:
        with self._lock:
            self._failed, self._rest_s = True, rest_s
            self._try_at = time.monotonic() + rest_s


_circuits: dict[str, Circuit] = {}


def circuit_of(url: str) -> Circuit:
    """The circuit breaker that all clients of one Valkey in this process share."""
    return _circuits.setdefault(url.partition("?")[0], Circuit())
