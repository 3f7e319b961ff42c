"""Django's cache in Valkey: it holds only data that may be lost, so it never fails a request."""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import redis
import redis.exceptions
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from typing_extensions import override

from core.runtime.valkey import ValkeyUnavailable, circuit_of

log = logging.getLogger(__name__)

ADVISORY = "allauth:rl:"
"""Prefixes of allauth's rate-limit keys; their lock is granted even if it cannot be stored."""

Answer = TypeVar("Answer")


class Client(RedisCacheClient):
    """Behaves like an empty cache while Valkey is down, full or refuses to write.

    Two methods report that nothing was stored, because limits that protect users rely on them:
    `add` returns False (except for `ADVISORY` keys: games continue without the counters), and
    `incr` raises a `RedisError`.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._circuit = circuit_of(servers[0])
        self._clients: dict[bool, redis.Redis] = {}

    @override
    def get_client(self, key: Any = None, *, write: bool = False) -> redis.Redis:
        """The same client again: making one takes longer than most calls with it."""
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]

    def _ask(self, otherwise: Answer, call: Callable[..., Answer], *args: Any) -> Answer:
        try:
            with self._circuit.call():
                return call(*args)
        except ValkeyUnavailable:
            log.info("Valkey is unavailable: no %s", call.__name__)
        except redis.exceptions.RedisError as error:
            log.warning("Valkey refuses %s: %s", call.__name__, error)
        return otherwise

    @override
    def add(self, key: Any, value: Any, timeout: Any) -> bool:
        return self._ask(ADVISORY in key, super().add, key, value, timeout)

    @override
    def get(self, key: Any, default: Any) -> Any:
        return self._ask(default, super().get, key, default)

    @override
    def set(self, key: Any, value: Any, timeout: Any) -> None:
        self._ask(None, super().set, key, value, timeout)

    @override
    def touch(self, key: Any, timeout: Any) -> bool:
        return self._ask(False, super().touch, key, timeout)

    @override
    def delete(self, key: Any) -> bool:
        return self._ask(False, super().delete, key)

    @override
    def get_many(self, keys: Iterable[Any]) -> dict[Any, Any]:
        return self._ask({}, super().get_many, keys)

    @override
    def has_key(self, key: Any) -> bool:
        return self._ask(False, super().has_key, key)

    @override
    def incr(self, key: Any, delta: int) -> int:
        with self._circuit.call():
            times: int = super().incr(key, delta)
        return times

    @override
    def set_many(self, data: Mapping[Any, Any], timeout: Any) -> None:
        self._ask(None, super().set_many, data, timeout)

    @override
    def delete_many(self, keys: Iterable[Any]) -> None:
        self._ask(None, super().delete_many, keys)

    @override
    def clear(self) -> bool:
        return self._ask(False, super().clear)


class ValkeyCache(RedisCache):
    """Django's backend with the client above."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
