"""Counting how often somebody does something, in the cache that all processes share."""

import logging

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.http import HttpRequest
from redis.exceptions import RedisError

from core.http.network import network as network

log = logging.getLogger(__name__)


def within(what: str, who: str, *, most: int, seconds: int, uncounted: bool = True) -> bool:
    """Count once more; False when `who` had done it `most` times in these seconds already.

    While Valkey is away or full nobody can count, and the answer is `uncounted`: play goes on.
    """
    key = f"rate:{what}:{who}"
    try:
        cache.add(key, 0, timeout=seconds)
        times = cache.incr(key)
    except ValueError:
        return uncounted  # the key was not kept, or its time ended between the two calls
    except RedisError as error:
        log.warning("nobody counts: %s", error)
        return uncounted
    return bool(times <= most)


def asker(request: HttpRequest) -> str:
    """Who asks, for counting: the person, or a visitor's network."""
    if request.user.is_authenticated:
        return str(request.user.pk)
    return network(get_adapter(request).get_client_ip(request))
