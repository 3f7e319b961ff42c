"""Values that many threads need at once are computed once."""

import threading

import pytest

from core.runtime import single_flight
from core.runtime.single_flight import SharedCopies
from tests.support.waiting import holds


def test_many_threads_compute_a_value_once_however_long_it_takes() -> None:
    shared = SharedCopies[int](lifetime_s=0, most=4)
    made: list[int] = []
    others = [threading.Thread(target=lambda: shared.get("key", make)) for _ in range(8)]

    def make() -> int:
        made.append(1)
        if len(made) == 1:
            for other in others:
                other.start()
            holds(lambda: len(made) == 1, "no other one is made meanwhile", 0.2)
        return len(made)

    assert shared.get("key", make) == 1
    for other in others:
        other.join()


def test_values_expire_and_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(single_flight, "monotonic", lambda: now)
    shared = SharedCopies[float](lifetime_s=5, most=2)
    made = iter(range(10))
    assert [shared.get("a", lambda: next(made)) for _ in range(2)] == [0, 0]
    now = 105.1
    assert shared.get("a", lambda: next(made)) == 1
    lasting = SharedCopies[int](lifetime_s=None, most=2)
    counted = iter(range(10))
    assert [lasting.get(key, lambda: next(counted)) for key in "abacab"] == [0, 1, 0, 2, 0, 3]


def test_a_value_lives_longer_where_it_took_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(single_flight, "monotonic", lambda: now)
    shared = SharedCopies[float](lifetime_s=5, most=2, times_its_cost=50)

    def make() -> float:
        nonlocal now
        now += 1
        return now

    assert shared.get("a", make) == 101
    now = 149.9
    assert shared.get("a", make) == 101
    now = 150.1
    assert shared.get("a", make) == pytest.approx(151.1)


def test_an_error_reaches_all_and_is_not_cached() -> None:
    shared = SharedCopies[int](lifetime_s=None, most=2)

    def fail() -> int:
        raise OSError

    with pytest.raises(OSError):  # noqa: PT011
        shared.get("a", fail)
    assert shared.get("a", lambda: 7) == 7
