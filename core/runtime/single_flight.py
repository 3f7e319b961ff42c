"""Values that many requests need at once: computed once, shared for a short time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from time import monotonic
from typing import Generic, TypeVar

V = TypeVar("V")


class SharedCopies(Generic[V]):
    """Cached values by key: at most `most` of them, each for `lifetime_s` seconds.

    Threads that ask for a value while it is being computed wait for it. An error reaches all
    waiting threads and is not cached. With `lifetime_s` None values never expire. Age is counted
    from the start of the computation.
    """

    def __init__(self, *, lifetime_s: float | None, most: int) -> None:
        self._lifetime_s, self._most = lifetime_s, most
        self._lock = threading.Lock()
        self._copies: OrderedDict[Hashable, tuple[float, Future[V]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of `key`; calls `make` if there is none or it has expired."""
        now = monotonic()
        with self._lock:
            made_at, copy = self._copies.get(key, (0.0, None))
            ours = copy is None or (copy.done() and self._is_old(now - made_at))
            if copy is None or ours:
                copy = Future()
                self._copies[key] = now, copy
                while len(self._copies) > self._most:
                    self._copies.popitem(last=False)
            self._copies.move_to_end(key)
        if ours:
            try:
                copy.set_result(make())
            except BaseException as error:
                with self._lock:
                    if self._copies.get(key, (0, None))[1] is copy:
                        del self._copies[key]
                copy.set_exception(error)
        return copy.result()

    def _is_old(self, age_s: float) -> bool:
        return self._lifetime_s is not None and age_s > self._lifetime_s

    def clear(self) -> None:
        """Drop all cached values."""
        with self._lock:
            self._copies.clear()
