"""What many ask for at once is made once and shared for a short time."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from time import monotonic
from typing import Generic, TypeVar

V = TypeVar("V")


class SharedCopies(Generic[V]):
    """Copies of what is made from a key: at most `most` of them, each `lifetime_s` seconds old.

    Threads that ask while one is being made wait for it instead of making their own. An error
    reaches all who wait and is not kept. `lifetime_s` None: a copy lives as long as the process.
    Age is counted from before the making began.
    """

    def __init__(self, *, lifetime_s: float | None, most: int) -> None:
        self._lifetime_s, self._most = lifetime_s, most
        self._lock = threading.Lock()
        self._copies: OrderedDict[Hashable, tuple[float, Future[V]]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """The copy of `key`, made by `make` where there is none that is young enough."""
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
        """Forget all copies."""
        with self._lock:
            self._copies.clear()
