"""Health: is the process alive, and can it serve games now?

Both responses are public, so they contain no version, address or error text.
"""

import asyncio
import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis import Redis

log = structlog.get_logger("health")

# A dealer writes epoch seconds to this cache key every two seconds.
BEAT_KEY = "dealer:beat"
BEAT_AGE_S_MAX = 10
ANSWER_WITHIN_S = 3
RESULT_LIFETIME_S = 1.0
"""A result is shared for this many seconds."""
PROBE_KEY = "health:probe"

_SET = "SELECT set_config('work_mem', '64kB', true), set_config('statement_timeout', '2s', true)"
_WRITES = """
SELECT current_setting('transaction_read_only') = 'off',
    pg_logical_emit_message(true, 'readyz', ''),
    (SELECT count(*) FROM generate_series(1, 16384) AS spilled)
"""
"""Writes a record to the write-ahead log, which the commit flushes, and half a megabyte to a
temporary file: it detects a full disk, a read-only database and a standby. It changes no table.
"""


async def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this process answers at all; queries no service."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


async def readyz(request: HttpRequest) -> JsonResponse:
    """200 if the database and Valkey accept writes and a dealer is running, otherwise 503.

    Says which part failed. A result is cached for a second, so frequent requests cost nothing.
    """
    parts = await current()
    return JsonResponse(
        {"ready": all(parts.values()), **parts},
        status=200 if all(parts.values()) else 503,
        headers={"Cache-Control": "no-store"},
    )


async def current() -> dict[str, bool]:
    """Part -> whether it works; at most a second old, and checked once for all who ask."""
    return await _readiness.now()


class Readiness:
    """The state of all parts, checked by one task for all requests."""

    def __init__(self) -> None:
        self._looking: asyncio.Task[dict[str, bool]] | None = None
        self._until = 0.0
        self._hanging: dict[str, asyncio.Task[None]] = {}

    async def now(self) -> dict[str, bool]:
        """Part -> whether it is healthy; at most `RESULT_LIFETIME_S` seconds old."""
        loop = asyncio.get_running_loop()
        task = self._looking
        if task is None or task.get_loop() is not loop or self._is_old(task):
            task = self._looking = loop.create_task(self._look())
        return await asyncio.shield(task)

    def forget(self) -> None:
        """Check again at the next request."""
        self._looking = None
        self._hanging.clear()

    def _is_old(self, task: asyncio.Task[dict[str, bool]]) -> bool:
        return task.done() and time.monotonic() > self._until

    async def _look(self) -> dict[str, bool]:
        checks: dict[str, Callable[[], None]] = {
            "database": _database,
            "valkey": _valkey,
            "dealer": _dealer,
        }
        good = await asyncio.gather(*(self._holds(n, c) for n, c in checks.items()))
        self._until = time.monotonic() + RESULT_LIFETIME_S
        return dict(zip(checks, good, strict=True))

    async def _holds(self, name: str, check: Callable[[], None]) -> bool:
        """Whether a check succeeds in time; one that hangs is not started again."""
        work = self._hanging.get(name)
        if work is None or work.done():
            work = asyncio.get_running_loop().create_task(asyncio.to_thread(check))
            self._hanging[name] = work
        try:
            await asyncio.wait_for(asyncio.shield(work), ANSWER_WITHIN_S)
        except Exception as error:  # any error means "not ready"
            log.warning("not ready", part=name, error=type(error).__name__)
            return False
        return True


def _database() -> None:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_SET)
            cursor.execute(_WRITES)
            (writable, *_) = cursor.fetchone()
        if not writable:
            raise PermissionError("the database is read-only")
    finally:
        connection.close()


def _valkey() -> None:
    most = settings.VALKEY_TIMEOUT_S
    with Redis.from_url(
        settings.VALKEY_URL, socket_timeout=most, socket_connect_timeout=most
    ) as line:
        line.set(PROBE_KEY, 1, ex=10)


def _dealer() -> None:
    beat = cache.get(BEAT_KEY)
    if beat is None or abs(time.time() - beat) > BEAT_AGE_S_MAX:
        raise TimeoutError("no dealer has reported")


_readiness = Readiness()
