"""Rate limits, counted in the cache that all processes share."""

import logging

from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from core.http.client_address import network_of

log = logging.getLogger(__name__)


def within(what: str, who: str, *, most: int, seconds: int, uncounted: bool = True) -> bool:
    """Count one more event; False if `who` already had `most` in the last `seconds` seconds.

    While Valkey is down or full nothing can be counted and the result is `uncounted`.
    """
    key = f"rate:{what}:{who}"
    try:
        cache.add(key, 0, timeout=seconds)
        times = cache.incr(key)
    except ValueError:
        return uncounted  # not stored, or expired between the two calls
    except RedisError as error:
        log.warning("rate limits cannot count: %s", error)
        return uncounted
    return bool(times <= most)


def asker(request: HttpRequest) -> str:
    """The key to count a request by: the user's id, or a visitor's network."""
    if request.user.is_authenticated:
        return str(request.user.pk)
    return network_of(request)
