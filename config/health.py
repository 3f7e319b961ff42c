"""Health: is the process alive, and can it serve play right now.

Both answers are public, so they name no version, address or error text.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from redis import Redis

log = structlog.get_logger("health")

# A dealer writes epoch seconds to this cache key every two seconds.
BEAT_KEY = "dealer:beat"
BEAT_MAX_AGE_S = 10
DEADLINE_S = 3


async def healthz(request: HttpRequest) -> HttpResponse:
    """200 while this process answers at all; asks no service."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


async def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database, Valkey and a dealer answer, otherwise 503 and which does not."""
    checks: dict[str, Callable[[], None]] = {
        "database": _database,
        "valkey": _valkey,
        "dealer": _dealer,
    }
    good = dict(
        zip(checks, await asyncio.gather(*(_holds(n, c) for n, c in checks.items())), strict=True)
    )
    return JsonResponse(
        {"ready": all(good.values()), **good},
        status=200 if all(good.values()) else 503,
        headers={"Cache-Control": "no-store"},
    )


async def _holds(name: str, check: Callable[[], None]) -> bool:
    try:
        work: Awaitable[None] = asyncio.to_thread(check)
        await asyncio.wait_for(work, DEADLINE_S)
    except Exception as error:  # whatever went wrong, the answer is "not ready"
        log.warning("not ready", part=name, error=type(error).__name__)
        return False
    return True


def _database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


def _valkey() -> None:
    with Redis.from_url(settings.VALKEY_URL, socket_timeout=2, socket_connect_timeout=2) as line:
        line.ping()


def _dealer() -> None:
    beat = cache.get(BEAT_KEY)
    if beat is None or abs(time.time() - beat) > BEAT_MAX_AGE_S:
        raise TimeoutError("no dealer has reported")
