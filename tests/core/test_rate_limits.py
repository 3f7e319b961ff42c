"""Rate limits, with Valkey and without it."""

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as NoValkey

from core import rate_limits


def test_events_beyond_the_limit_are_refused():
    cache.delete("rate:sing:asha")
    assert [rate_limits.within("sing", "asha", most=2, seconds=60) for _ in range(3)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("uncounted", [True, False])
def test_while_valkey_is_down_the_caller_decides(monkeypatch, uncounted):
    def away(*_: object, **__: object) -> None:
        raise NoValkey

    monkeypatch.setattr(cache, "add", away)
    assert rate_limits.within("sing", "asha", most=2, seconds=60, uncounted=uncounted) is uncounted
