"""Counting how often somebody does something, with Valkey and without it."""

import pytest
from django.core.cache import cache
from redis.exceptions import ConnectionError as NoValkey

from core import rate_limits


def test_the_third_of_two_is_too_many():
    cache.delete("rate:sing:asha")
    assert [rate_limits.within("sing", "asha", most=2, seconds=60) for _ in range(3)] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("uncounted", [True, False])
def test_while_valkey_is_away_the_answer_is_the_callers(monkeypatch, uncounted):
    def away(*_: object, **__: object) -> None:
        raise NoValkey

    monkeypatch.setattr(cache, "add", away)
    assert rate_limits.within("sing", "asha", most=2, seconds=60, uncounted=uncounted) is uncounted
