"""Django's cache in Valkey, which holds only what may be lost, and so never fails a request."""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import redis.exceptions
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from typing_extensions import override

from core.valkey import ValkeyAway, circuit_of

log = logging.getLogger(__name__)

ADVISORY = "allauth:rl:"
"""In keys of allauth's limits on requests, whose lock is granted when nobody can keep it."""

Answer = TypeVar("Answer")


class Client(RedisCacheClient):
    """Answers as an empty cache would while Valkey is silent, full or refuses to write.

    Two methods tell that nothing was kept, because people are protected by what they count: `add`
    returns False (but for `ADVISORY` keys: play does not end with the counters), and `incr`
    raises a `RedisError`.
    """

    def __init__(self, servers: list[str], **options: Any) -> None:
        super().__init__(servers, **options)
        self._circuit = circuit_of(servers[0])

    def _ask(self, otherwise: Answer, call: Callable[..., Answer], *args: Any) -> Answer:
        try:
            with self._circuit.call():
                return call(*args)
        except ValkeyAway:
            log.info("Valkey is away: no %s", call.__name__)
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
    """Django's backend with our client."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = Client
