"""Values that many requests need at once: computed once, shared for a short time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from math import inf
from time import monotonic
from typing import Generic, TypeVar

V = TypeVar("V")


class SharedCopies(Generic[V]):
    """Cached values by key: at most `most` of them, each for `lifetime_s` seconds.

    Threads that ask for a value while it is being computed wait for it. An error reaches all
    waiting threads and is not cached. With `lifetime_s` None values never expire. Age is counted
    from the start of the computation, and a value lives `times_its_cost` as long as that took, if
    that is longer.
    """

    def __init__(self, *, lifetime_s: float | None, most: int, times_its_cost: float = 0) -> None:
        self._lifetime_s = inf if lifetime_s is None else lifetime_s
        self._most, self._times_its_cost = most, times_its_cost
        self._lock = threading.Lock()
        self._copies: OrderedDict[Hashable, tuple[float, Future[V]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The value of `key`; calls `make` if there is none or it has expired."""
        now = monotonic()
        with self._lock:
            old_after, copy = self._copies.get(key, (0.0, None))
            ours = copy is None or (copy.done() and now > old_after)
            if copy is None or ours:
                copy = Future()
                self._copies[key] = now + self._lifetime_s, copy
                while len(self._copies) > self._most:
                    self._copies.popitem(last=False)
            self._copies.move_to_end(key)
        if ours:
            try:
                value = make()
            except BaseException as error:
                with self._lock:
                    if self._copies.get(key, (0, None))[1] is copy:
                        del self._copies[key]
                copy.set_exception(error)
            else:
                lives_s = max(self._lifetime_s, self._times_its_cost * (monotonic() - now))
                with self._lock:
                    if self._copies.get(key, (0, None))[1] is copy:
                        self._copies[key] = now + lives_s, copy
                copy.set_result(value)
        return copy.result()

    def clear(self) -> None:
        """Drop all cached values."""
        with self._lock:
            self._copies.clear()
